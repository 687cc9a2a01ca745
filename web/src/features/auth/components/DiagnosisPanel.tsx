import { Code, Stack, Text, TextInput, Title } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { focusFirstError } from '@/shared/forms/focus-first-error';
import { auth } from '@/shared/i18n/auth.messages';
import { BusyButton } from '@/shared/ui/BusyButton';
import { DoneBanner } from '@/shared/ui/DoneBanner';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { PasswordField } from '@/shared/ui/PasswordField';
import { diagnose, type Diagnosis } from '../api/diagnose';
import { signInSchema } from '../api/sign-in';

const words = auth.diagnosis;

export function DiagnosisPanel() {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: schemaResolver(signInSchema, { sync: true }),
    transformValues: (values) => ({ ...values, email: values.email.trim() }),
  });
  const mutation = useMutation({ mutationFn: diagnose });

  return (
    <Stack>
      <Text size="sm">{words.intro}</Text>
      <form noValidate onSubmit={form.onSubmit((values) => mutation.mutate(values), focusFirstError(form))}>
        <Stack>
          <TextInput
            label={auth.email}
            type="email"
            autoComplete="username"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordField
            isOnly
            label={auth.password}
            autoComplete="current-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <BusyButton type="submit" fullWidth isBusy={mutation.isPending} busyLabel={words.busy}>
            {words.submit}
          </BusyButton>
        </Stack>
      </form>
      {mutation.isError ? <ErrorBanner error={mutation.error} /> : null}
      {mutation.data ? <DiagnosisResult {...mutation.data} /> : null}
    </Stack>
  );
}

function DiagnosisResult({ steps, failure }: Diagnosis) {
  return (
    <Stack>
      {failure ? <ErrorBanner message={failure} /> : <DoneBanner>{words.done}</DoneBanner>}
      <section aria-label={words.details}>
        <Title order={2} size="h3" mb="xs">
          {words.details}
        </Title>
        <Stack gap="sm">
          {steps.map(({ name, answer }) => (
            <div key={name}>
              <Text size="sm" fw={600}>
                {name}
              </Text>
              <Code block tabIndex={0} aria-label={name} role="region">
                {JSON.stringify(answer, null, 2)}
              </Code>
            </div>
          ))}
        </Stack>
      </section>
    </Stack>
  );
}
