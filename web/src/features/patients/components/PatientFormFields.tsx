import { Fieldset, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { formatDate, parseDate } from '@/shared/format/dates';
import { patients as words } from '@/shared/i18n/patients.messages';
import { genders, type PatientFormValues } from '../model/patient-form';
import classes from './PatientFormFields.module.css';

export type PatientForm = UseFormReturnType<PatientFormValues>;

const { fields, groups } = words;
const genderOptions = [
  { value: '', label: fields.genderEmpty, disabled: true },
  ...genders.map((value) => ({ value, label: words.genders[value] })),
];

/** The fields of a patient, for a new one and for a change. */
export function PatientFormFields({ form }: { form: PatientForm }) {
  const birthDate = form.getInputProps('birth_date') as { onBlur?: (event: React.FocusEvent) => void };

  function tidyBirthDate(event: React.FocusEvent) {
    const date = parseDate(form.getValues().birth_date);
    if (date) form.setFieldValue('birth_date', formatDate(date));
    birthDate.onBlur?.(event);
  }

  return (
    <Stack gap="lg">
      <Fieldset className={classes.group} legend={groups.person}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label={fields.first_name} required withAsterisk={false} {...form.getInputProps('first_name')} />
          <TextInput label={fields.last_name} required withAsterisk={false} {...form.getInputProps('last_name')} />
          <TextInput
            label={fields.birth_date}
            placeholder={fields.birthDatePlaceholder}
            inputMode="numeric"
            required
            withAsterisk={false}
            {...form.getInputProps('birth_date')}
            onBlur={tidyBirthDate}
          />
          <NativeSelect
            label={fields.gender}
            data={genderOptions}
            required
            withAsterisk={false}
            {...form.getInputProps('gender')}
          />
        </SimpleGrid>
      </Fieldset>
      <Fieldset className={classes.group} legend={groups.contacts}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label={fields.email} type="email" {...form.getInputProps('email')} />
          <TextInput label={fields.phone} type="tel" {...form.getInputProps('phone')} />
        </SimpleGrid>
      </Fieldset>
      <Fieldset className={classes.group} legend={groups.measures}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label={fields.weight} inputMode="decimal" {...form.getInputProps('weight')} />
          <TextInput label={fields.height} inputMode="decimal" {...form.getInputProps('height')} />
        </SimpleGrid>
        <Textarea label={fields.notes} mt="md" autosize minRows={3} maxRows={12} {...form.getInputProps('notes')} />
      </Fieldset>
    </Stack>
  );
}
