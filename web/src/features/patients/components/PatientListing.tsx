import { Button } from '@mantine/core';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { describeError } from '@/shared/i18n/errors.messages';
import { patients as words } from '@/shared/i18n/patients.messages';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/ButtonLink';
import { EmptyState } from '@/shared/ui/EmptyState';
import { Pager } from '@/shared/ui/Pager';
import { RowsSkeleton } from '@/shared/ui/RowsSkeleton';
import { patientsPerPage, usePatientList, type PatientListQuery } from '../api/list-patients';
import { PatientTable } from './PatientTable';

interface PatientListingProps {
  query: PatientListQuery;
  onPage: (page: number) => void;
  onClear: () => void;
}

/** One page of the list in each of its states. */
export function PatientListing({ query, onPage, onClear }: PatientListingProps) {
  const { data, error, isPending, isPlaceholderData, refetch } = usePatientList(query);
  // Whether nothing is there says the list that was asked for, not the one that still stands in its place.
  if (isPending || (isPlaceholderData && data.count === 0)) return <RowsSkeleton rows={8} height={61} />;
  if (error) return <ErrorBanner message={words.errors.load(describeError(error))} onRetry={() => void refetch()} />;

  if (data.count === 0) {
    const isFiltered = query.search.trim() !== '' || query.gender !== 'all';
    return isFiltered ? (
      <EmptyState
        text={words.noneFound}
        hint={words.noneFoundHint}
        action={
          <Button variant="default" onClick={onClear}>
            {words.clearFilters}
          </Button>
        }
      />
    ) : (
      <EmptyState
        text={words.none}
        hint={words.noneHint}
        action={<ButtonLink to={paths.newPatient}>{words.addFirst}</ButtonLink>}
      />
    );
  }
  return (
    <div aria-busy={isPlaceholderData}>
      <PatientTable patients={data.patients} />
      <Pager count={data.count} perPage={patientsPerPage} page={data.page} onPage={onPage} />
    </div>
  );
}
