import { useState } from 'react';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import type { RecordingRow } from '@/shared/api/database';
import { useConfig } from '@/shared/api/use-config';
import { processingProblem, recording as words, recordingProblem } from '@/shared/i18n/recording.messages';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { notifySuccess } from '@/shared/ui/notify';
import { useRecordingDecision } from '../api/act-on-recording';
import { isM4a } from '../model/audio-file';
import { choicesFor } from '../model/server-failure';
import { DiscardDialog } from './DiscardDialog';
import { SaveAudio } from './SaveAudio';
import { TypedTranscript } from './TypedTranscript';
import { useTypedTranscript } from './use-typed-transcript';

interface RowDecisionsProps {
  row: RecordingRow;
  onDiscarded?: (() => void) | undefined;
}

/** A recording that waits for an engine, or has failed: what happened, that nothing is lost, what to do. */
export function RowDecisions({ row, onDiscarded }: RowDecisionsProps) {
  const decision = useRecordingDecision();
  const [isDiscarding, setDiscarding] = useState(false);
  const typed = useTypedTranscript(row);
  const { mayRetry, mayType } = choicesFor(row);
  // The engine is tried again and again while the doctor writes: what is being written stays.
  const isWriting = typed.text !== '' && (row.state === 'received' || row.state === 'transcribing');
  if (row.state !== 'waiting' && row.state !== 'failed' && !isWriting) return null;

  async function discard() {
    const isDone = await decision.mutateAsync({ action: 'discard', recordingId: row.id }).then(
      () => true,
      () => false,
    );
    setDiscarding(false);
    if (!isDone) return;
    typed.forget();
    notifySuccess(words.discard.done);
    onDiscarded?.();
  }

  return (
    <Stack gap="md">
      <Reason row={row} />
      {decision.error ? <ErrorBanner error={decision.error} /> : null}
      {mayType || isWriting ? (
        <TypedTranscript
          typed={typed}
          isBusy={decision.isPending}
          onSubmit={(transcription) =>
            decision.mutate(
              { action: 'submitTranscript', recordingId: row.id, transcription },
              { onSuccess: typed.forget },
            )
          }
        />
      ) : null}
      <Group gap="sm">
        {mayRetry ? (
          <Button
            variant="default"
            loading={decision.isPending}
            onClick={() => decision.mutate({ action: 'retry', recordingId: row.id })}
          >
            {words.waiting.retry}
          </Button>
        ) : null}
        <SaveAudio row={row} />
        <Button variant="subtle" color="red" onClick={() => setDiscarding(true)}>
          {words.found.discard}
        </Button>
      </Group>
      <DiscardDialog
        isOpen={isDiscarding}
        isBusy={decision.isPending}
        onClose={() => setDiscarding(false)}
        onDiscard={() => void discard()}
      />
    </Stack>
  );
}

function Reason({ row }: { row: RecordingRow }) {
  const timeoutSeconds = useConfig()?.speechTimeoutSeconds;
  if (row.state !== 'waiting' && row.state !== 'failed') return null;
  const code = row.error_code ?? (row.state === 'waiting' ? 'speech_engine_missing' : 'unknown');
  const details = { isM4a: row.source === 'upload' && isM4a({ name: '', type: row.mime }), timeoutSeconds };
  if (row.state === 'waiting') {
    return (
      <Alert color="teal" icon={<IconShieldCheck aria-hidden />} title={words.waiting.title} role="status">
        <Text size="sm">{recordingProblem(code, code, details)}</Text>
      </Alert>
    );
  }
  return <ErrorBanner message={processingProblem(code, details)} />;
}
