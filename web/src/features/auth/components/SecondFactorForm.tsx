import { Button, Stack, Text } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { secondFactorSchema, verifySecondFactor } from '@/shared/api/verify-second-factor';
import { focusFirstError } from '@/shared/forms/focus-first-error';
import { SecondFactorField } from '@/shared/forms/SecondFactorField';
import { auth } from '@/shared/i18n/auth.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { BusyButton } from '@/shared/ui/BusyButton';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';

const words = auth.secondFactor;

interface SecondFactorFormProps {
  /** Back to the password; without it there is no such way. */
  onBack?: () => void;
}

/** Asks an account with a second factor for its code; the page that holds it goes on as soon as the session is raised. */
export function SecondFactorForm({ onBack }: SecondFactorFormProps) {
  // Controlled, so that a code that was refused is wiped without taking the focus away.
  const form = useForm({
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
        <SecondFactorField {...form.getInputProps('code')} />
        <BusyButton type="submit" fullWidth isBusy={verification.isPending} busyLabel={auth.signingIn}>
          {words.submit}
        </BusyButton>
        {onBack ? (
          <Button variant="subtle" onClick={onBack}>
            {auth.backToLogin}
          </Button>
        ) : null}
      </Stack>
    </form>
  );
}
