import { useState } from 'react';
import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { announcements } from '@/shared/i18n/announcements.messages';
import { useUsers, type UserWithUse } from '../api/list-users';

const typingMilliseconds = 250;
const words = announcements.fields;

interface PeoplePickerProps {
  value: string[];
  error?: React.ReactNode;
  onChange: (userIds: string[]) => void;
}

function labelOf({ full_name: name, email }: UserWithUse): string {
  return name ? `${name} (${email})` : email;
}

/** Chooses people by name or address; the server searches. */
export function PeoplePicker({ value, error, onChange }: PeoplePickerProps) {
  const [search, setSearch] = useState('');
  const [sought] = useDebouncedValue(search, typingMilliseconds);
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const { data } = useUsers({ search: sought, page: 1 });
  const found = Object.fromEntries((data?.users ?? []).map((user) => [user.id, labelOf(user)]));

  function choose(userIds: string[]) {
    const labels = { ...chosen, ...found };
    setChosen(Object.fromEntries(userIds.map((id) => [id, labels[id] ?? id])));
    onChange(userIds);
  }

  return (
    <MultiSelect
      label={words.people}
      placeholder={value.length === 0 ? words.peoplePlaceholder : ''}
      data={Object.entries({ ...chosen, ...found }).map(([id, label]) => ({ value: id, label }))}
      // The server has searched already, by more than the label.
      filter={({ options }) => options}
      nothingFoundMessage={words.peopleNone}
      styles={{ option: { overflowWrap: 'anywhere' } }}
      searchable
      hidePickedOptions
      value={value}
      onChange={choose}
      searchValue={search}
      onSearchChange={setSearch}
      error={error}
    />
  );
}
