import { useEffect, useState } from 'react';
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconDownload, IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { formatDate, formatDuration, formatTime } from '@/shared/format/dates';
import { namedWithBirth } from '@/shared/format/people';
import { common } from '@/shared/i18n/common.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { recording as words } from '@/shared/i18n/recording.messages';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { notifyError, notifySuccess } from '@/shared/ui/notify';
import { actOnRecording } from '../api/act-on-recording';
import { interruptedKey, useInterruptedRecordings } from '../api/list-interrupted-recordings';
import { usePatientChoice } from '../api/get-patient-choice';
import type { StoredRecording } from '../capture/chunk-store';
import { exportAudio, saveFile } from '../capture/export-audio';
import { wasStopped } from '../capture/send-left-behind';
import { chunkStore, recorder } from '../capture/the-recorder';
import { isEndedThere, isResting, type RecordingState } from '../model/recording-state';
import { DiscardDialog } from './DiscardDialog';

/** Recordings that a crash or a lost network left in this browser: send them, or give them up after being asked twice. */
export function InterruptedRecordings({ userId, state }: { userId: string; state: RecordingState }) {
  const queryClient = useQueryClient();
  const { data: found = [], error, refetch } = useInterruptedRecordings(userId);
  const isFree = isResting(state);
  const isUnderWay = (id: string) => id === state.identity?.recordingId && state.phase !== 'failed';
  const waiting = found.filter(({ recordingId }) => !isUnderWay(recordingId));

  // A phase that ends may leave something behind, or have taken something away.
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: interruptedKey(userId) });
  }, [queryClient, userId, state.phase]);

  const offered = waiting.filter((stored) => !wasStopped(stored));
  if (offered.length === 0 && !error) return null;
  return (
    <Card component="section" aria-labelledby="interrotte">
      <Stack gap="md">
        <Title order={2} id="interrotte">
          {words.found.title}
        </Title>
        {error ? <ErrorBanner message={words.found.failed} onRetry={() => void refetch()} /> : null}
        {offered.map((stored) => (
          <Offer key={stored.recordingId} stored={stored} isFree={isFree} />
        ))}
      </Stack>
    </Card>
  );
}

function Offer({ stored, isFree }: { stored: StoredRecording; isFree: boolean }) {
  const queryClient = useQueryClient();
  const [isDiscarding, setDiscarding] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isEnded = isEndedThere(stored.refusal);

  async function send() {
    await recorder.sendStored(stored).then(
      (isMine) => (isMine ? undefined : notifyError(words.found.ownedElsewhere)),
      (error: unknown) => notifyError(describeError(error)),
    );
  }

  async function save() {
    await exportAudio(chunkStore, stored).then(saveFile, (error: unknown) => notifyError(describeError(error)));
  }

  async function discard() {
    setBusy(true);
    // The server may never have heard of it, or may be out of reach; what is here goes in any case. What it has ended
    // under this id is a consultation, whatever becomes of the sound here.
    if (!isEnded) await actOnRecording({ action: 'discard', recordingId: stored.recordingId }).catch(() => undefined);
    try {
      await chunkStore.remove(stored.recordingId);
      await queryClient.invalidateQueries({ queryKey: interruptedKey(stored.userId) });
      notifySuccess(words.discard.done);
    } catch {
      notifyError(words.discard.failed);
      setBusy(false);
    }
  }

  return (
    <Group justify="space-between" gap="sm">
      <div>
        <WhatWasFound stored={stored} />
        {isEnded ? (
          <Text size="sm" c="dimmed">
            {words.found.endedThere}
          </Text>
        ) : null}
      </div>
      <Group gap="sm">
        <Button leftSection={<IconSend size={18} aria-hidden />} disabled={!isFree} onClick={() => void send()}>
          {isEnded ? words.found.sendAsNew : words.found.send}
        </Button>
        <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={() => void save()}>
          {words.found.save}
        </Button>
        <Button variant="subtle" color="red" onClick={() => setDiscarding(true)}>
          {words.found.discard}
        </Button>
      </Group>
      <DiscardDialog
        isOpen={isDiscarding}
        isBusy={isBusy}
        onClose={() => setDiscarding(false)}
        onDiscard={() => void discard()}
      />
    </Group>
  );
}

function WhatWasFound({ stored }: { stored: StoredRecording }) {
  const { data: patient } = usePatientChoice(stored.userId, stored.patientId);
  const name = patient ? namedWithBirth(patient) : common.unknown;
  const when = `${formatDate(stored.startedAt)}, ${formatTime(stored.startedAt)}`;
  const sentence = stored.filename
    ? words.found.file(name, stored.filename, when)
    : words.found.text(name, formatDuration(stored.recordedMs / 1000), when);
  return <Text>{sentence}</Text>;
}
