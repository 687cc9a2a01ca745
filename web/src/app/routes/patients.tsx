import { Box, Skeleton } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import type { PatientListQuery } from '@/features/patients/api/list-patients';
import { usePatientCount } from '@/features/patients/api/count-patients';
import { CreateTestPatientButton } from '@/features/patients/components/CreateTestPatientButton';
import { PatientFilters } from '@/features/patients/components/PatientFilters';
import { PatientListing } from '@/features/patients/components/PatientListing';
import { readListQuery, writeListQuery } from '@/features/patients/model/list-query';
import { formatNumber } from '@/shared/format/numbers';
import { patients as words } from '@/shared/i18n/patients.messages';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/ButtonLink';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  const [parameters, setParameters] = useSearchParams();
  const total = usePatientCount();
  const query = readListQuery(parameters);

  function change(part: Partial<PatientListQuery>) {
    setParameters(writeListQuery({ ...query, page: 1, ...part }), { replace: true });
  }

  return (
    <>
      <PageHeader
        title={words.title}
        detail={
          total.data === undefined ? (
            <PendingTotal isPending={total.isPending} />
          ) : (
            words.total(formatNumber(total.data))
          )
        }
        actions={
          <>
            <CreateTestPatientButton />
            <ButtonLink to={paths.newPatient} px="md" leftSection={<IconUserPlus size={18} aria-hidden />}>
              {words.add}
            </ButtonLink>
          </>
        }
      />
      <PatientFilters search={query.search} gender={query.gender} onChange={change} />
      <Box>
        <PatientListing query={query} onPage={(page) => change({ page })} onClear={() => setParameters({})} />
      </Box>
    </>
  );
}

/** A count that could not be read leaves no gap: the list beneath says why. */
function PendingTotal({ isPending }: { isPending: boolean }) {
  return isPending ? <Skeleton height={20} width={72} /> : null;
}
