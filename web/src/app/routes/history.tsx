import { useSearchParams } from 'react-router';
import type { HistoryQuery } from '@/features/consultations/api/list-consultations';
import { HistoryList } from '@/features/consultations/components/HistoryList';
import { useUser } from '@/shared/api/session';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { PageHeader } from '@/shared/ui/PageHeader';

/** Search and page stand in the address, so that 'back' from a patient finds the same place. */
export function Component() {
  const { id } = useUser();
  const [parameters, setParameters] = useSearchParams();
  const page = Number(parameters.get('pagina') ?? '1');
  const query: HistoryQuery = {
    search: parameters.get('cerca') ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };

  function change({ search, page: wanted }: HistoryQuery) {
    const written = { ...(search ? { cerca: search } : {}), ...(wanted > 1 ? { pagina: String(wanted) } : {}) };
    setParameters(written, { replace: true });
  }

  return (
    <>
      <PageHeader title={words.page.title} />
      <HistoryList userId={id} query={query} onChange={change} />
    </>
  );
}
