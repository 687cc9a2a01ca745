import { Button, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { toApiError } from '@/shared/api/errors';
import { focusFirstError } from '@/shared/forms/focus-first-error';
import { account } from '@/shared/i18n/account.messages';
import { common } from '@/shared/i18n/common.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { BusyButton } from '@/shared/ui/BusyButton';
import { ButtonRow } from '@/shared/ui/ButtonRow';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { factorNameSchema } from '../api/enrol-factor';

const words = account.enrolment;

const sentences: Readonly<Record<string, string>> = {
  mfa_factor_name_conflict: words.nameTaken,
  too_many_enrolled_mfa_factors: words.tooMany,
};

interface EnrolmentNameProps {
  initialName: string;
  isBusy: boolean;
  error: unknown;
  onSubmit: (name: string) => void;
  onLeave: () => void;
}

/** What the device is called in the list. */
export function EnrolmentName({ initialName, isBusy, error, onSubmit, onLeave }: EnrolmentNameProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: initialName },
    validate: schemaResolver(factorNameSchema, { sync: true }),
    transformValues: (values) => factorNameSchema.parse(values),
  });
  return (
    <form noValidate onSubmit={form.onSubmit(({ name }) => onSubmit(name), focusFirstError(form))}>
      <Stack>
        {error ? <ErrorBanner message={sentences[toApiError(error).code] ?? describeError(error)} /> : null}
        <TextInput
          label={words.name}
          description={words.nameHint}
          autoComplete="off"
          data-autofocus
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <ButtonRow justify="flex-end">
          <Button variant="default" onClick={onLeave}>
            {common.actions.cancel}
          </Button>
          <BusyButton type="submit" isBusy={isBusy} busyLabel={words.preparing}>
            {words.next}
          </BusyButton>
        </ButtonRow>
      </Stack>
    </form>
  );
}
