import { Button, Stack } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { focusFirstError } from '@/shared/forms/focus-first-error';
import { LeaveGuard } from '@/shared/forms/LeaveGuard';
import { common } from '@/shared/i18n/common.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { patients as words } from '@/shared/i18n/patients.messages';
import { BusyButton } from '@/shared/ui/BusyButton';
import { ButtonRow } from '@/shared/ui/ButtonRow';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { patientFormSchema, type PatientFormValues } from '../model/patient-form';
import { PatientFormFields } from './PatientFormFields';

const requiredFields = ['first_name', 'last_name', 'birth_date', 'gender'] as const;

interface PatientEditorProps {
  initialValues: PatientFormValues;
  submitLabel: string;
  /** On its way: until the server has answered it may still be refused. */
  isSaving: boolean;
  /** The failure of the last save; what was typed stays. */
  error: unknown;
  onSave: (values: PatientFormValues) => void;
  onCancel: () => void;
}

/** Fields, buttons and messages around them. Leaving with unsaved changes asks first. */
export function PatientEditor({ initialValues, submitLabel, isSaving, error, onSave, onCancel }: PatientEditorProps) {
  const form = useForm<PatientFormValues>({
    initialValues,
    validate: schemaResolver(patientFormSchema, { sync: true }),
    validateInputOnBlur: false,
    clearInputErrorOnChange: true,
  });
  const isMissing = requiredFields.some((name) => Boolean(form.errors[name]) && !form.values[name].trim());

  return (
    <form noValidate onSubmit={form.onSubmit(onSave, focusFirstError(form))}>
      {form.isDirty() ? <LeaveGuard words={isSaving ? words.saving : words.unsaved} /> : null}
      <Stack gap="lg">
        {isMissing ? <ErrorBanner message={common.required} /> : null}
        {error ? <ErrorBanner message={words.errors.save(describeError(error))} /> : null}
        <PatientFormFields form={form} />
        <ButtonRow justify="flex-end">
          <Button variant="default" disabled={isSaving} onClick={onCancel}>
            {common.actions.cancel}
          </Button>
          <BusyButton type="submit" isBusy={isSaving} busyLabel={words.new.busy}>
            {submitLabel}
          </BusyButton>
        </ButtonRow>
      </Stack>
    </form>
  );
}
