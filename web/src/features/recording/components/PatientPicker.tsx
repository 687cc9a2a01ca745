import { useState } from 'react';
import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { namedWithBirth } from '@/shared/format/people';
import { common } from '@/shared/i18n/common.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { recording as words } from '@/shared/i18n/recording.messages';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { usePatientChoice } from '../api/get-patient-choice';
import { usePatientSearch, type PatientChoice } from '../api/search-patients';

const typingMilliseconds = 250;

/** Always with the date of birth: a namesake may stand on a page of the list that is not here yet. */
function optionsOf(choices: readonly PatientChoice[]) {
  return choices.map((choice) => ({ value: choice.id, label: namedWithBirth(choice) }));
}

/** What is searched: a chosen name that is changed is no date to look for. */
function searchOf(typed: string): string {
  return typed.replace(/\s*\(.*$/, '').trim();
}

interface PatientPickerProps {
  userId: string;
  value: string | null;
  error: string | null;
  isDisabled: boolean;
  onChange: (patientId: string | null) => void;
}

/** Chooses a patient: the server searches and gives the list page by page, however many there are. */
export function PatientPicker({ userId, value, error, isDisabled, onChange }: PatientPickerProps) {
  const [typed, setTyped] = useState('');
  const { data: chosen, error: choiceError, refetch: readAgain } = usePatientChoice(userId, value);
  const [picked, setPicked] = useState<string | null>(null);
  // The name that stands in the field is no search.
  const [search] = useDebouncedValue(typed === picked ? '' : searchOf(typed), typingMilliseconds);
  const found = usePatientSearch(userId, search);
  const choices = found.data?.pages.flat() ?? [];
  const isListed = choices.some(({ id }) => id === value);
  const options = optionsOf(chosen && !isListed ? [chosen, ...choices] : choices);
  const label = options.find((option) => option.value === value)?.label ?? null;
  if (label !== picked) setPicked(label);

  const failure = found.error ?? choiceError;
  return (
    <>
      {failure ? (
        <ErrorBanner
          message={words.errors.patients(describeError(failure))}
          onRetry={() => void Promise.all([found.refetch(), ...(choiceError ? [readAgain()] : [])])}
        />
      ) : null}
      <Select
        label={words.fields.patient}
        placeholder={words.fields.patientPlaceholder}
        data={options}
        // The server has searched already; the one who is chosen is listed only where they were found.
        filter={({ options: all }) =>
          all.filter((option) => isListed || !('value' in option) || option.value !== value)
        }
        value={value}
        onChange={onChange}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        rightSection={found.isFetching ? <Loader size={18} aria-hidden /> : undefined}
        nothingFoundMessage={emptyMessage(found.isPending || found.isPlaceholderData, search)}
        scrollAreaProps={{ onBottomReached: () => void (found.hasNextPage && found.fetchNextPage()) }}
        error={error}
        disabled={isDisabled}
        required
        withAsterisk={false}
      />
    </>
  );
}

function emptyMessage(isSearching: boolean, search: string): string {
  if (isSearching) return common.loading;
  return search === '' ? words.fields.noPatients : words.fields.noPatient;
}
