import { useState } from 'react';
import { Alert, Card, Checkbox, Group, Radio, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { toApiError } from '@/shared/api/errors';
import { formatNumber } from '@/shared/format/numbers';
import { focusFirstError } from '@/shared/forms/focus-first-error';
import { LeaveGuard } from '@/shared/forms/LeaveGuard';
import { announcements as words } from '@/shared/i18n/announcements.messages';
import { common } from '@/shared/i18n/common.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { planWords } from '@/shared/i18n/plans.messages';
import { randomId } from '@/shared/random-id';
import { BusyButton } from '@/shared/ui/BusyButton';
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { useAudienceCount } from '../api/count-audience';
import { assignableTiers } from '../api/create-subscription';
import { announcementSchema, useSendAnnouncement, type AnnouncementInput } from '../api/send-announcement';
import { PeoplePicker } from './PeoplePicker';

const { fields, confirm } = words;

function messageOf(error: unknown): string {
  return toApiError(error).code === '23514' ? words.nobody : describeError(error);
}

/** Writes a message, shows whom it reaches, and asks once before it goes. */
export function AnnouncementForm() {
  const form = useForm<AnnouncementInput>({
    initialValues: { subject: '', body: '', audience: 'everybody', tiers: [], userIds: [], sendsMail: true },
    validate: schemaResolver(announcementSchema, { sync: true }),
  });
  const [pendingId, setPendingId] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const mutation = useSendAnnouncement();
  const { data: count } = useAudienceCount(form.values);
  const reach = count === undefined ? common.missing : formatNumber(count);

  function ask() {
    // The id stays until the message has gone: pressing again after a lost answer sends nothing twice.
    setPendingId((id) => id ?? randomId());
    setAsking(true);
  }

  function send() {
    setAsking(false);
    mutation.mutate(
      { ...form.values, id: pendingId ?? randomId() },
      {
        onSuccess: () => {
          setPendingId(null);
          form.reset();
        },
        onError: (error) => {
          if (toApiError(error).status !== 0) setPendingId(null);
        },
      },
    );
  }

  return (
    <Card component="section" aria-label={words.write}>
      {form.isDirty() ? <LeaveGuard words={words.unsent} /> : null}
      <form noValidate onSubmit={form.onSubmit(ask, focusFirstError(form))}>
        <Stack>
          <Title order={2} size="h3">
            {words.write}
          </Title>
          <Text>{words.intro}</Text>
          {mutation.isError ? <ErrorBanner message={messageOf(mutation.error)} /> : null}
          {mutation.isSuccess ? (
            <Alert color="teal" role="status">
              {words.done(formatNumber(mutation.data))}
            </Alert>
          ) : null}
          <TextInput label={fields.subject} {...form.getInputProps('subject')} />
          <Textarea
            label={fields.body}
            description={fields.bodyHint}
            autosize
            minRows={5}
            {...form.getInputProps('body')}
          />
          <Radio.Group label={fields.audience} {...form.getInputProps('audience')}>
            <Group mih={44}>
              {(['everybody', 'plans', 'selection'] as const).map((audience) => (
                <Radio key={audience} value={audience} label={fields.audiences[audience]} />
              ))}
            </Group>
          </Radio.Group>
          {form.values.audience === 'plans' ? (
            <Checkbox.Group label={fields.tiers} {...form.getInputProps('tiers')}>
              <Group mih={44}>
                {assignableTiers.map((tier) => (
                  <Checkbox key={tier} value={tier} label={planWords.names[tier]} />
                ))}
              </Group>
            </Checkbox.Group>
          ) : null}
          {form.values.audience === 'selection' ? (
            <PeoplePicker
              value={form.values.userIds}
              error={form.errors.userIds}
              onChange={(userIds) => form.setFieldValue('userIds', userIds)}
            />
          ) : null}
          <Checkbox label={fields.sendsMail} {...form.getInputProps('sendsMail', { type: 'checkbox' })} />
          <Group justify="space-between">
            <Text size="sm" c="dimmed" role="status">
              {words.reach(reach)}
            </Text>
            <BusyButton type="submit" isBusy={mutation.isPending} busyLabel={words.busy}>
              {words.submit}
            </BusyButton>
          </Group>
        </Stack>
      </form>
      <ConfirmDialog
        isOpen={isAsking}
        title={confirm.title}
        action={confirm.send}
        onConfirm={send}
        onClose={() => setAsking(false)}
      >
        <Text>{confirm.text(form.values.subject.trim(), reach)}</Text>
        {form.values.sendsMail ? <Text>{confirm.withMail}</Text> : null}
      </ConfirmDialog>
    </Card>
  );
}
