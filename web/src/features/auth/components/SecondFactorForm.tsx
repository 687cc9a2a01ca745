import { Button, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { signOut } from '@/shared/api/session';
import { focusFirstError } from '@/shared/forms/focus-first-error';
import { auth } from '@/shared/i18n/auth.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { BusyButton } from '@/shared/ui/BusyButton';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { secondFactorSchema, verifySecondFactor } from '../api/verify-second-factor';

const words = auth.secondFactor;

/** Asks an account with a second factor for its code; the page that holds it goes on as soon as the session is raised. */
export function SecondFactorForm() {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: schemaResolver(secondFactorSchema, { sync: true }),
    transformValues: (values) => secondFactorSchema.parse(values),
  });
  const verification = useMutation({ mutationFn: verifySecondFactor, onError: () => form.setFieldValue('code', '') });

  return (
    <form noValidate onSubmit={form.onSubmit(({ code }) => verification.mutate(code), focusFirstError(form))}>
      <Stack>
        <Text>{words.intro}</Text>
        {verification.isError ? <ErrorBanner message={describeError(verification.error)} /> : null}
        <TextInput
          label={words.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          data-autofocus
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <BusyButton type="submit" fullWidth isBusy={verification.isPending} busyLabel={auth.signingIn}>
          {words.submit}
        </BusyButton>
        <Button variant="subtle" onClick={() => void signOut()}>
          {auth.backToLogin}
        </Button>
      </Stack>
    </form>
  );
}
