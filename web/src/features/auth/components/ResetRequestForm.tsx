import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconMail } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { focusFirstError } from '@/shared/forms/focus-first-error';
import { auth } from '@/shared/i18n/auth.messages';
import { BusyButton } from '@/shared/ui/BusyButton';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { requestReset, resetRequestSchema } from '../api/request-reset';

interface ResetRequestFormProps {
  onBack: () => void;
}

export function ResetRequestForm({ onBack }: ResetRequestFormProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: schemaResolver(resetRequestSchema, { sync: true }),
    transformValues: ({ email }) => ({ email: email.trim() }),
  });
  const mutation = useMutation({ mutationFn: requestReset });

  return (
    <form noValidate onSubmit={form.onSubmit(({ email }) => mutation.mutate(email), focusFirstError(form))}>
      <Stack>
        <Title order={2}>{auth.reset.title}</Title>
        <Text size="sm">{auth.reset.intro}</Text>
        {mutation.isError ? <ErrorBanner message={auth.reset.failed} /> : null}
        {mutation.isSuccess ? (
          <Alert color="teal" icon={<IconMail aria-hidden />} role="status">
            {auth.reset.done}
          </Alert>
        ) : null}
        <TextInput
          label={auth.email}
          type="email"
          autoComplete="username"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <BusyButton type="submit" fullWidth isBusy={mutation.isPending} busyLabel={auth.reset.busy}>
          {auth.reset.submit}
        </BusyButton>
        <Button variant="subtle" onClick={onBack}>
          {auth.backToLogin}
        </Button>
      </Stack>
    </form>
  );
}
