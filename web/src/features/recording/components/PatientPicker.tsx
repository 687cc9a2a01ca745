import { useState } from 'react';
import { Loader, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { formatDate } from '@/shared/format/dates';
import { listName } from '@/shared/format/people';
import { common } from '@/shared/i18n/common.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { recording as words } from '@/shared/i18n/recording.messages';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { usePatientChoice } from '../api/get-patient-choice';
import { usePatientSearch, type PatientChoice } from '../api/search-patients';

const typingMilliseconds = 250;

/** One patient of the list: the name as it is called out, the date of birth beside it. */
function Option({ choice, isChosen, isAlone }: { choice: PatientChoice; isChosen: boolean; isAlone: boolean }) {
  return (
    <>
      {isChosen ? <IconCheck size={16} aria-hidden /> : null}
      <span>{listName(choice)}</span>
      {/* Read out where there are namesakes; once chosen, it stands below the field. */}
      <Text span size="sm" c="dimmed" ml="auto" aria-hidden={isAlone}>
        {formatDate(choice.birth_date)}
      </Text>
    </>
  );
}

/** Namesakes stand beside each other; the last of a list that goes on may have one on the next page. */
function standsAlone(choices: readonly PatientChoice[], choice: PatientChoice, goesOn: boolean): boolean {
  const name = listName(choice);
  const isNamesake = (other: PatientChoice) => other.id !== choice.id && listName(other) === name;
  return !choices.some(isNamesake) && !(goesOn && choice === choices.at(-1));
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
  const [search] = useDebouncedValue(typed === picked ? '' : typed.trim(), typingMilliseconds);
  const found = usePatientSearch(userId, search);
  const listed = found.data?.pages.flat() ?? [];
  const isListed = listed.some(({ id }) => id === value);
  const choices = chosen && !isListed ? [chosen, ...listed] : listed;
  const current = choices.find(({ id }) => id === value);
  const label = current ? listName(current) : null;
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
        description={current ? words.fields.bornOn(formatDate(current.birth_date)) : words.fields.patientHint}
        data={choices.map((choice) => ({ value: choice.id, label: listName(choice) }))}
        renderOption={({ option, checked = false }) => {
          const choice = choices.find(({ id }) => id === option.value);
          if (!choice) return option.label;
          return (
            <Option choice={choice} isChosen={checked} isAlone={standsAlone(choices, choice, found.hasNextPage)} />
          );
        }}
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
