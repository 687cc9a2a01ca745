import { useState } from 'react';
import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { toApiError } from '@/shared/api/errors';
import { formatNumber } from '@/shared/format/numbers';
import { focusFirstError } from '@/shared/forms/focus-first-error';
import { LeaveGuard } from '@/shared/forms/LeaveGuard';
import { announcements as words } from '@/shared/i18n/announcements.messages';
import { common } from '@/shared/i18n/common.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { randomId } from '@/shared/random-id';
import { BusyButton } from '@/shared/ui/BusyButton';
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog';
import { DoneBanner } from '@/shared/ui/DoneBanner';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { useAudienceCount } from '../api/count-audience';
import { announcementSchema, useSendAnnouncement, type AnnouncementInput } from '../api/send-announcement';
import { AnnouncementFields } from './AnnouncementFields';

const { confirm } = words;

function messageOf(error: unknown): string {
  return toApiError(error).code === '23514' ? words.nobody : describeError(error);
}

/** The message keeps its id until it has gone: pressing again after a lost answer sends nothing twice. */
function useSendOnce() {
  const mutation = useSendAnnouncement();
  const [pendingId, setPendingId] = useState<string | null>(null);

  function send(input: AnnouncementInput, onSent: () => void) {
    const id = pendingId ?? randomId();
    setPendingId(id);
    mutation.mutate(
      { ...input, id },
      {
        onSuccess: () => {
          setPendingId(null);
          onSent();
        },
        onError: (error) => {
          if (toApiError(error).status !== 0) setPendingId(null);
        },
      },
    );
  }
  return { mutation, send };
}

/** Writes a message, shows whom it reaches, and asks once before it goes. */
export function AnnouncementForm() {
  const form = useForm<AnnouncementInput>({
    initialValues: { subject: '', body: '', audience: 'everybody', tiers: [], userIds: [], sendsMail: true },
    validate: schemaResolver(announcementSchema, { sync: true }),
  });
  const [isAsking, setAsking] = useState(false);
  const { mutation, send } = useSendOnce();
  const { data: count } = useAudienceCount(form.values);
  const reach = count === undefined ? common.missing : formatNumber(count);

  function goAhead() {
    setAsking(false);
    send(form.values, form.reset);
  }

  return (
    <Card component="section" aria-label={words.write}>
      {form.isDirty() ? <LeaveGuard words={words.unsent} /> : null}
      <form noValidate onSubmit={form.onSubmit(() => setAsking(true), focusFirstError(form))}>
        <Stack>
          <Title order={2} size="h3">
            {words.write}
          </Title>
          <Text>{words.intro}</Text>
          {mutation.isError ? <ErrorBanner message={messageOf(mutation.error)} /> : null}
          {mutation.isSuccess ? <DoneBanner>{words.done(formatNumber(mutation.data))}</DoneBanner> : null}
          <AnnouncementFields form={form} />
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
        onConfirm={goAhead}
        onClose={() => setAsking(false)}
      >
        <Text>{confirm.text(form.values.subject.trim(), reach)}</Text>
        {form.values.sendsMail ? <Text>{confirm.withMail}</Text> : null}
      </ConfirmDialog>
    </Card>
  );
}
