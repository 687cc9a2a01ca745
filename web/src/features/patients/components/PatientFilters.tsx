import { useState } from 'react';
import { CloseButton, Group, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { common } from '@/shared/i18n/common.messages';
import { patients as words } from '@/shared/i18n/patients.messages';
import type { PatientListQuery } from '../api/list-patients';
import classes from './PatientTable.module.css';

const typingMilliseconds = 250;
const genderOptions = Object.entries(words.filters).map(([value, label]) => ({ value, label }));

interface PatientFiltersProps {
  search: string;
  gender: PatientListQuery['gender'];
  onChange: (change: Partial<Pick<PatientListQuery, 'search' | 'gender'>>) => void;
}

/** Search box and gender filter. The search waits until the typing pauses. */
export function PatientFilters({ search, gender, onChange }: PatientFiltersProps) {
  const [typed, setTyped] = useState(search);
  const announce = useDebouncedCallback((value: string) => onChange({ search: value }), typingMilliseconds);

  function type(value: string) {
    setTyped(value);
    announce(value);
  }

  return (
    <Group gap="sm" mb="md">
      <TextInput
        type="search"
        role="searchbox"
        aria-label={words.search}
        placeholder={words.search}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={
          typed ? <CloseButton aria-label={common.actions.clear} onClick={() => type('')} size={36} /> : null
        }
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        flex="1 1 260px"
      />
      <SegmentedControl
        aria-label={words.gender}
        data={genderOptions}
        value={gender}
        onChange={(value) => onChange({ gender: value as PatientListQuery['gender'] })}
        size="md"
        className={classes.genders}
      />
    </Group>
  );
}
