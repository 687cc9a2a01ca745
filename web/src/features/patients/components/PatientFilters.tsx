import { Group, SegmentedControl } from '@mantine/core';
import { patients as words } from '@/shared/i18n/patients.messages';
import { SearchBox } from '@/shared/ui/SearchBox';
import type { PatientListQuery } from '../api/list-patients';
import classes from './PatientTable.module.css';

const genderOptions = Object.entries(words.filters).map(([value, label]) => ({ value, label }));

interface PatientFiltersProps {
  search: string;
  gender: PatientListQuery['gender'];
  onChange: (change: Partial<Pick<PatientListQuery, 'search' | 'gender'>>) => void;
}

/** Search box and gender filter. */
export function PatientFilters({ search, gender, onChange }: PatientFiltersProps) {
  return (
    <Group gap="sm" mb="md">
      <SearchBox label={words.search} value={search} onSearch={(value) => onChange({ search: value })} />
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
