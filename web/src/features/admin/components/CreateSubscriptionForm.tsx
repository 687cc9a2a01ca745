import { Card, NativeSelect, SimpleGrid, Stack, TextInput, Title } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { toApiError } from '@/shared/api/errors';
import { focusFirstError } from '@/shared/forms/focus-first-error';
import { admin } from '@/shared/i18n/admin.messages';
import { describeError, hasSentence } from '@/shared/i18n/errors.messages';
import { planWords } from '@/shared/i18n/plans.messages';
import { BusyButton } from '@/shared/ui/BusyButton';
import { DoneBanner } from '@/shared/ui/DoneBanner';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import {
  assignableTiers,
  createSubscriptionSchema,
  useCreateSubscription,
  type CreateSubscriptionInput,
} from '../api/create-subscription';

const words = admin.create;
const tierOptions = assignableTiers.map((value) => ({ value, label: planWords.names[value] }));

/** What the administrator can mend has its own sentence; a fault of the server does not help them. */
function messageOf(error: unknown): string {
  const { code, status } = toApiError(error);
  return status < 500 && hasSentence(code) ? describeError(error) : words.failed;
}

/** Gives a user a plan, whatever they pay. */
export function CreateSubscriptionForm() {
  const form = useForm<CreateSubscriptionInput>({
    initialValues: { email: '', tier: 'basic', minutesUsed: '0' },
    validate: schemaResolver(createSubscriptionSchema, { sync: true }),
    transformValues: (values) => ({ ...values, email: values.email.trim() }),
  });
  const mutation = useCreateSubscription();
  return (
    <Card component="section" aria-label={words.title}>
      <form noValidate onSubmit={form.onSubmit((values) => mutation.mutate(values), focusFirstError(form))}>
        <Stack>
          <Title order={2} size="h3">
            {words.title}
          </Title>
          {mutation.isError ? <ErrorBanner message={messageOf(mutation.error)} /> : null}
          {mutation.isSuccess ? <DoneBanner>{words.done(mutation.variables.email)}</DoneBanner> : null}
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <TextInput label={words.email} type="email" {...form.getInputProps('email')} />
            <NativeSelect label={words.tier} data={tierOptions} {...form.getInputProps('tier')} />
            <TextInput label={words.minutes} inputMode="numeric" {...form.getInputProps('minutesUsed')} />
          </SimpleGrid>
          <BusyButton type="submit" isBusy={mutation.isPending} busyLabel={words.busy} style={{ alignSelf: 'end' }}>
            {words.submit}
          </BusyButton>
        </Stack>
      </form>
    </Card>
  );
}
