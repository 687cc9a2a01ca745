import { Stack } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { toApiError } from '@/shared/api/errors';
import { focusFirstError } from '@/shared/forms/focus-first-error';
import { auth } from '@/shared/i18n/auth.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { BusyButton } from '@/shared/ui/BusyButton';
import { DoneBanner } from '@/shared/ui/DoneBanner';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { PasswordField } from '@/shared/ui/PasswordField';
import { newPasswordSchema, updatePassword } from '../api/update-password';
import { PasswordRequirements } from './PasswordRequirements';

const words = auth.newPassword;
const redirectMilliseconds = 2_000;
/** Refusals whose own sentence tells the doctor what to do. */
const telling = new Set(['same_password', 'weak_password', 'network', 'over_request_rate_limit']);

function messageOf(error: unknown): string {
  const { code } = toApiError(error);
  if (code === 'insufficient_aal') return words.codeMissing;
  return telling.has(code) ? describeError(error) : words.failed;
}

interface NewPasswordFormProps {
  accessToken: string;
  /** Called two seconds after the password was changed. */
  onDone: () => void;
}

export function NewPasswordForm({ accessToken, onDone }: NewPasswordFormProps) {
  const form = useForm({
    initialValues: { password: '', confirmation: '' },
    validate: schemaResolver(newPasswordSchema, { sync: true }),
  });
  const mutation = useMutation({
    mutationFn: (password: string) => updatePassword(password, accessToken),
    onSuccess: () => {
      setTimeout(onDone, redirectMilliseconds);
    },
  });

  if (mutation.isSuccess) {
    return <DoneBanner>{words.done}</DoneBanner>;
  }
  return (
    <form noValidate onSubmit={form.onSubmit(({ password }) => mutation.mutate(password), focusFirstError(form))}>
      <Stack>
        {mutation.isError ? <ErrorBanner message={messageOf(mutation.error)} /> : null}
        <PasswordField label={words.password} autoComplete="new-password" {...form.getInputProps('password')} />
        <PasswordRequirements password={form.values.password} />
        <PasswordField label={words.confirm} autoComplete="new-password" {...form.getInputProps('confirmation')} />
        <BusyButton type="submit" fullWidth isBusy={mutation.isPending} busyLabel={words.busy}>
          {words.submit}
        </BusyButton>
      </Stack>
    </form>
  );
}
