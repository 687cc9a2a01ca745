import { useState } from 'react';
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconMail } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { focusFirstError } from '@/shared/forms/focus-first-error';
import { auth } from '@/shared/i18n/auth.messages';
import { describeError, hasSentence } from '@/shared/i18n/errors.messages';
import { BusyButton } from '@/shared/ui/BusyButton';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { PasswordField } from '@/shared/ui/PasswordField';
import { signIn, signInSchema, type SignInOutcome } from '../api/sign-in';

const { signInErrors: errors } = auth;

function messageOf(outcome: SignInOutcome | undefined, hasCrashed: boolean): string | undefined {
  if (hasCrashed) return errors.crashed;
  if (outcome?.kind === 'no-session') return errors.noSession;
  if (outcome?.kind !== 'refused') return undefined;
  if (outcome.error.status >= 500) return errors.failed;
  return hasSentence(outcome.error.code) ? describeError(outcome.error) : errors.unexpected;
}

interface SignInFormProps {
  initialEmail?: string;
  /** Without it the way to a new password is not offered. */
  onForgotPassword?: () => void;
}

/** Signs in; the page that holds it leaves as soon as the session stands. */
export function SignInForm({ initialEmail = '', onForgotPassword }: SignInFormProps) {
  const [isLeaving, setLeaving] = useState(false);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: initialEmail, password: '' },
    validate: schemaResolver(signInSchema, { sync: true }),
    transformValues: (values) => ({ ...values, email: values.email.trim() }),
  });
  const mutation = useMutation({
    mutationFn: signIn,
    onSuccess: ({ kind }) => setLeaving(kind === 'signed-in'),
  });
  const message = messageOf(mutation.data, mutation.isError);

  return (
    <form noValidate onSubmit={form.onSubmit((values) => mutation.mutate(values), focusFirstError(form))}>
      <Stack>
        {message ? <ErrorBanner message={message} /> : null}
        {mutation.data?.kind === 'link-sent' ? (
          <Alert color="teal" icon={<IconMail aria-hidden />} role="alert">
            <Text size="sm">{errors.linkSent}</Text>
            <Text size="sm" mt={4}>
              {errors.linkSentHint}
            </Text>
          </Alert>
        ) : null}
        <TextInput
          label={auth.email}
          type="email"
          autoComplete="username"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordField
          isOnly
          // Above a page whose session is over, the password is all that is asked for.
          data-autofocus={initialEmail !== '' || undefined}
          label={auth.password}
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <BusyButton type="submit" fullWidth isBusy={mutation.isPending || isLeaving} busyLabel={auth.signingIn}>
          {auth.signIn}
        </BusyButton>
        {onForgotPassword ? (
          <Button variant="subtle" onClick={onForgotPassword}>
            {auth.forgotPassword}
          </Button>
        ) : null}
      </Stack>
    </form>
  );
}
