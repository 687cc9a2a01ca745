import { Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { toApiError } from '@/shared/api/errors';
import { focusFirstError } from '@/shared/forms/focus-first-error';
import { auth } from '@/shared/i18n/auth.messages';
import { common } from '@/shared/i18n/common.messages';
import { describeError, hasSentence } from '@/shared/i18n/errors.messages';
import { BusyButton } from '@/shared/ui/BusyButton';
import { DoneBanner } from '@/shared/ui/DoneBanner';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { PasswordField } from '@/shared/ui/PasswordField';
import { signUp, signUpSchema } from '../api/sign-up';

const welcomeMilliseconds = 1_500;

function messageOf(error: unknown): string {
  const { code, status } = toApiError(error);
  if (status >= 500 || code === 'unknown') return status >= 500 ? auth.signUpErrors.failed : auth.signUpErrors.refused;
  return hasSentence(code) ? describeError(error) : auth.signUpErrors.refused;
}

export interface SignUpFormProps {
  /** Keeps the page where it is while the account is made and the doctor is greeted. */
  onHold: (isHeld: boolean) => void;
  /** Called once the new doctor, signed in, has been greeted. */
  onWelcomed: () => void;
}

function useSignUp({ onHold, onWelcomed }: SignUpFormProps) {
  return useMutation({
    mutationFn: signUp,
    onMutate: () => onHold(true),
    onError: () => onHold(false),
    onSuccess: ({ isConfirmed }) => {
      // With no session yet there is nowhere to go: the page stays.
      if (isConfirmed) setTimeout(onWelcomed, welcomeMilliseconds);
      else onHold(false);
    },
  });
}

export function SignUpForm(props: SignUpFormProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { fullName: '', email: '', password: '', confirmation: '' },
    validate: schemaResolver(signUpSchema, { sync: true }),
    transformValues: (values) => ({ ...values, fullName: values.fullName.trim(), email: values.email.trim() }),
  });
  const mutation = useSignUp(props);
  const hasEmptyField =
    Object.keys(form.errors).length > 0 && Object.values(form.getValues()).some((value) => !value.trim());

  const done = mutation.data;
  if (done) {
    return (
      <DoneBanner title={auth.signUpDone}>
        <Text size="sm">{done.isConfirmed ? auth.signUpWelcome : auth.signUpConfirm}</Text>
      </DoneBanner>
    );
  }
  return (
    <form noValidate onSubmit={form.onSubmit((values) => mutation.mutate(values), focusFirstError(form))}>
      <Stack>
        {mutation.isError ? <ErrorBanner message={messageOf(mutation.error)} /> : null}
        {hasEmptyField ? <ErrorBanner message={common.required} /> : null}
        <TextInput
          label={auth.fullName}
          autoComplete="name"
          key={form.key('fullName')}
          {...form.getInputProps('fullName')}
        />
        <TextInput
          label={auth.email}
          type="email"
          autoComplete="username"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordField
          label={auth.password}
          description={auth.passwordHint}
          autoComplete="new-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <PasswordField
          label={auth.confirmPassword}
          autoComplete="new-password"
          key={form.key('confirmation')}
          {...form.getInputProps('confirmation')}
        />
        <BusyButton type="submit" fullWidth isBusy={mutation.isPending} busyLabel={auth.signingUp}>
          {auth.signUp}
        </BusyButton>
      </Stack>
    </form>
  );
}
