import { useEffect, useState } from 'react';
import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconClockPause, IconCloudOff, IconHourglass, IconShieldCheck } from '@tabler/icons-react';
import type { RecordingRow } from '@/shared/api/database';
import { useConfig } from '@/shared/api/use-config';
import { formatDuration } from '@/shared/format/dates';
import { errorSentence } from '@/shared/i18n/errors.messages';
import { liveProblem, recording as words, recordingProblem } from '@/shared/i18n/recording.messages';
import { besideButton } from '@/shared/ui/alert-styles';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { notifyError } from '@/shared/ui/notify';
import { useRecordingRow } from '../api/follow-recording';
import { useInterruptedRecordings } from '../api/list-interrupted-recordings';
import { recorder } from '../capture/the-recorder';
import { isM4a, requestSeconds, uploadProgress } from '../model/audio-file';
import { isCapturing, storeUnreadable, type RecordingState } from '../model/recording-state';
import type { Backlog } from '../model/backlog';
import { progressSteps } from '../model/steps';
import { DebugDetails } from './DebugDetails';
import { PartialTranscript, piecesDetail } from './FollowedRecording';
import { ProgressSteps } from './ProgressSteps';
import { RowDecisions } from './RowDecisions';
import { useBacklog } from './use-backlog';
import { useRecordedSeconds } from './use-recorded-time';

/** The recording of this tab: its steps, the text so far, and whatever needs a word. */
export function ActiveRecording({ state }: { state: RecordingState }) {
  const id = state.identity?.recordingId;
  return (
    <Card component="section" aria-labelledby="avanzamento">
      <Stack gap="md">
        <Title order={2} id="avanzamento">
          {words.progress.title}
        </Title>
        {id && state.isRegistered ? <Registered key={id} id={id} state={state} /> : <Body state={state} row={null} />}
      </Stack>
    </Card>
  );
}

function Registered({ id, state }: { id: string; state: RecordingState }) {
  const { data: row } = useRecordingRow(id);
  useEffect(() => {
    if (row) recorder.report(row);
  }, [row, state.phase]);
  return <Body state={state} row={row ?? null} />;
}

function Body({ state, row }: { state: RecordingState; row: RecordingRow | null }) {
  const steps = progressSteps(state.phase, row, state.failure?.code ?? null);
  const { failure, identity } = state;
  const isServersFailure = row?.state === 'failed' || row?.state === 'waiting';
  const recordedSeconds = useRecordedSeconds(state.phase === 'recording');
  const backlog = useBacklog(row, row?.duration_seconds ?? recordedSeconds);
  return (
    <>
      <ProgressSteps steps={steps} detail={useDetail(state, row, backlog)} />
      {state.endedBy ? (
        <Alert color="orange" icon={<IconClockPause aria-hidden />} role="alert">
          {words.endings[state.endedBy]}
        </Alert>
      ) : null}
      <DeliveryNotice state={state} />
      <EngineNotice row={row} backlog={backlog} />
      <SafeNotice state={state} row={row} />
      {row ? <PartialTranscript text={row.partial_transcript} isFinal={state.phase === 'saved'} /> : null}
      {failure && !isServersFailure ? (
        <ErrorBanner
          message={recordingProblem(failure.code, failure.message, {
            isM4a: isM4a({ name: identity?.filename ?? '', type: '' }),
          })}
        />
      ) : null}
      {state.phase === 'failed' ? <KeptNotice state={state} /> : null}
      {row ? <RowDecisions row={row} onDiscarded={() => recorder.clear()} /> : null}
      <Group justify="space-between" align="flex-start">
        <DebugDetails state={state} row={row} />
        {state.phase === 'stopping' && identity?.source === 'upload' ? (
          <Button variant="default" onClick={() => void giveUp()}>
            {words.cancelUpload}
          </Button>
        ) : null}
        {mayLetGo(state) ? (
          <Button variant="default" onClick={() => recorder.letGo()}>
            {words.another}
          </Button>
        ) : null}
      </Group>
    </>
  );
}

/** What the browser does not let go of would be sent some day: that must be said. */
async function giveUp(): Promise<void> {
  await recorder.cancel().catch(() => notifyError(words.errors.cancel));
}

/** The sound of a refused recording is offered on the same page. */
function KeptNotice({ state: { identity } }: { state: RecordingState }) {
  const { data: found = [] } = useInterruptedRecordings(identity?.userId ?? '');
  if (found.every(({ recordingId }) => recordingId !== identity?.recordingId)) return null;
  return <Text size="sm">{words.errors.kept}</Text>;
}

/** Whether the next recording may begin: nothing that comes still needs this page. */
function mayLetGo({ phase, identity }: RecordingState): boolean {
  return phase === 'processing' || phase === 'failed' || (phase === 'stopping' && identity?.source === 'recording');
}

/** Percent and remaining time of an upload, or the pieces of a transcription. */
function useDetail(state: RecordingState, row: RecordingRow | null, backlog: Backlog | null): string | null {
  const [now, setNow] = useState(() => Date.now());
  const isSending = state.phase === 'stopping';
  useEffect(() => {
    if (!isSending) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isSending]);
  if (!isSending) return row ? piecesDetail(row, backlog) : null;
  const { percent, remainingSeconds } = uploadProgress(state.sentBytes, state.storedBytes, state.sendingSince, now);
  const parts = [words.progress.uploaded(percent)];
  if (remainingSeconds !== null && percent < 100 && state.delivery === 'sending')
    parts.push(words.progress.remaining(formatDuration(remainingSeconds)));
  return parts.join(', ');
}

function deliverySentence({ delivery, deliveryProblem, identity, storedBytes }: RecordingState): string {
  if (delivery === 'refused') return words.delivery.refused(errorSentence(deliveryProblem?.code ?? 'unknown'));
  if (delivery === 'signed-out')
    return words.delivery[deliveryProblem?.code === 'second_factor_required' ? 'code-needed' : 'signed-out'];
  const isFile = identity?.source === 'upload';
  switch (deliveryProblem?.code) {
    case 'disk_full':
      return `${errorSentence('disk_full')} ${words.delivery.kept}`;
    case 'upload_timeout':
      return words.delivery.timeout(requestSeconds(isFile ? 'upload' : 'recording', storedBytes), isFile);
    case storeUnreadable:
      return words.delivery.unreadable;
    case 'request_expired':
    case 'deadline_exceeded':
      return words.delivery.expired;
    default:
      return deliveryProblem?.status
        ? words.delivery.serverError(deliveryProblem.status, isFile)
        : words.delivery.waiting;
  }
}

/** While a recording is being made: no place among those that are heard, an engine that does not answer, or does not keep up. */
function EngineNotice({ row, backlog }: { row: RecordingRow | null; backlog: Backlog | null }) {
  const timeoutSeconds = useConfig()?.speechTimeoutSeconds;
  if (row?.state !== 'recording') return null;
  const trouble = row.error_code ? liveProblem(row.error_code, timeoutSeconds) : null;
  const delay = backlog?.waitSeconds
    ? words.progress.behind(formatDuration(backlog.seconds), formatDuration(backlog.waitSeconds))
    : null;
  if (!trouble && !delay) return null;
  return (
    <Alert color="teal" icon={<IconHourglass aria-hidden />} role="status">
      {trouble ?? delay}
    </Alert>
  );
}

function DeliveryNotice({ state }: { state: RecordingState }) {
  const { delivery } = state;
  // After the end the refusal itself is shown.
  const isRefused = delivery === 'refused' && state.phase !== 'failed';
  if (delivery !== 'waiting' && delivery !== 'signed-out' && !isRefused) return null;
  return (
    <Alert color="orange" icon={<IconCloudOff aria-hidden />} role="alert" styles={besideButton}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{deliverySentence(state)}</Text>
        {isRefused ? null : (
          <Button variant="default" onClick={() => recorder.sendNow()}>
            {words.delivery.retry}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

function SafeNotice({ state, row }: { state: RecordingState; row: RecordingRow | null }) {
  if (isCapturing(state) || row?.state === 'waiting') return null;
  const sentence =
    state.phase === 'stopping' ? words.safe.sending : state.phase === 'processing' ? words.safe.processing : null;
  if (!sentence) return null;
  return (
    <Group gap="xs" wrap="nowrap" c="dimmed" role="status">
      <IconShieldCheck size={20} aria-hidden style={{ flexShrink: 0 }} />
      <Text size="sm">{sentence}</Text>
    </Group>
  );
}
