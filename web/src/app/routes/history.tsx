import { HistoryList } from '@/features/consultations/components/HistoryList';
import { useUser } from '@/shared/api/session';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  const { id } = useUser();
  return (
    <>
      <PageHeader title={words.page.title} />
      <HistoryList userId={id} />
    </>
  );
}
