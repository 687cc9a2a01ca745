import { useState, type SyntheticEvent } from 'react';
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import type { RecordingRow } from '@/shared/api/database';
import { useConfig } from '@/shared/api/use-config';
import { LeaveGuard } from '@/shared/forms/LeaveGuard';
import { processingProblem, recording as words, recordingProblem } from '@/shared/i18n/recording.messages';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { notifySuccess } from '@/shared/ui/notify';
import { useRecordingDecision } from '../api/act-on-recording';
import { useRecorderState } from '../capture/the-recorder';
import { isM4a } from '../model/audio-file';
import { isCapturing } from '../model/recording-state';
import { choicesFor } from '../model/server-failure';
import { DiscardDialog } from './DiscardDialog';
import { SaveAudio } from './SaveAudio';

interface RowDecisionsProps {
  row: RecordingRow;
  onDiscarded?: (() => void) | undefined;
}

/** A recording that waits for an engine, or has failed: what happened, that nothing is lost, what to do. */
export function RowDecisions({ row, onDiscarded }: RowDecisionsProps) {
  const decision = useRecordingDecision();
  const [isDiscarding, setDiscarding] = useState(false);
  const [text, setText] = useState('');
  const { mayRetry, mayType } = choicesFor(row);
  // The engine is tried again and again while the doctor writes: what is being written stays.
  const isWriting = text !== '' && (row.state === 'received' || row.state === 'transcribing');
  if (row.state !== 'waiting' && row.state !== 'failed' && !isWriting) return null;

  async function discard() {
    const isDone = await decision.mutateAsync({ action: 'discard', recordingId: row.id }).then(
      () => true,
      () => false,
    );
    setDiscarding(false);
    if (!isDone) return;
    notifySuccess(words.discard.done);
    onDiscarded?.();
  }

  return (
    <Stack gap="md">
      <Reason row={row} />
      {decision.error ? <ErrorBanner error={decision.error} /> : null}
      {mayType || isWriting ? (
        <TypedTranscript
          text={text}
          onChange={setText}
          isBusy={decision.isPending}
          onSubmit={(transcription) =>
            decision.mutate(
              { action: 'submitTranscript', recordingId: row.id, transcription },
              { onSuccess: () => setText('') },
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

interface TypedTranscriptProps {
  text: string;
  isBusy: boolean;
  onChange: (text: string) => void;
  onSubmit: (text: string) => void;
}

function TypedTranscript({ text, isBusy, onChange, onSubmit }: TypedTranscriptProps) {
  const [error, setError] = useState<string | null>(null);
  // One question at a time: that of the microphone comes first.
  const isRecording = isCapturing(useRecorderState());

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const isEmpty = text.trim() === '';
    setError(isEmpty ? words.waiting.typeEmpty : null);
    if (!isEmpty) onSubmit(text.trim());
  }

  return (
    <form onSubmit={submit}>
      {text.trim() !== '' && !isRecording ? <LeaveGuard words={words.waiting.unsent} /> : null}
      <Stack gap="sm" align="flex-start">
        <Textarea
          w="100%"
          label={words.waiting.typeLabel}
          description={words.waiting.typeHint}
          autosize
          minRows={4}
          maxRows={16}
          value={text}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <Button type="submit" loading={isBusy}>
          {words.waiting.typeSubmit}
        </Button>
      </Stack>
    </form>
  );
}
