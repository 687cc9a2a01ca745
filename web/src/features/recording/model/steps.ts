import type { RecordingRow } from '@/shared/api/database';
import type { Phase } from './recording-state';

/** The five steps of a consultation, in order. */
export const stepNames = ['capture', 'transcription', 'analysis', 'report', 'saving'] as const;
export type StepName = (typeof stepNames)[number];
export type StepState = 'waiting' | 'active' | 'done' | 'error';

export interface Step {
  name: StepName;
  state: StepState;
}

type ServerView = Pick<RecordingRow, 'state' | 'error_code'>;

/** Where a failure belongs: what is wrong with the audio, with the hearing, with the writing. */
const stepOfCode: Readonly<Record<string, StepName>> = {
  no_speech: 'transcription',
  speech_engine_missing: 'transcription',
  speech_engine_unreachable: 'transcription',
  speech_engine_refused: 'transcription',
  speech_timeout: 'transcription',
  transcript_invalid: 'transcription',
  empty_transcript: 'transcription',
  language_model_failed: 'report',
  patient_not_found: 'saving',
  save_failed: 'saving',
  internal: 'saving',
  disk_full: 'saving',
};

const stepOfServerState: Readonly<Record<Exclude<RecordingRow['state'], 'failed' | 'saved'>, StepName>> = {
  recording: 'capture',
  received: 'transcription',
  waiting: 'transcription',
  transcribing: 'transcription',
  analysing: 'analysis',
  writing: 'report',
};

function upTo(current: StepName, state: StepState): Step[] {
  const at = stepNames.indexOf(current);
  return stepNames.map((name, index) => ({
    name,
    state: index < at ? 'done' : index === at ? state : 'waiting',
  }));
}

/** The step at which a failure with this code happened. */
export function failedStep(code: string): StepName {
  return stepOfCode[code] ?? 'capture';
}

/** What to show, from what this browser knows and what the server last said. */
export function progressSteps(phase: Phase | null, row: ServerView | null, failureCode: string | null): Step[] {
  if (phase === 'failed' && failureCode) return upTo(failedStep(failureCode), 'error');
  if (row?.state === 'failed') return upTo(failedStep(row.error_code ?? ''), 'error');
  if (row?.state === 'saved' || phase === 'saved') return stepNames.map((name) => ({ name, state: 'done' }));
  if (phase === 'idle') return stepNames.map((name) => ({ name, state: 'waiting' }));
  if (phase !== null && phase !== 'processing') return upTo('capture', 'active');
  if (row?.state === 'recording' && phase === null) return upTo('capture', 'active');
  if (!row || row.state === 'recording') return upTo('transcription', 'waiting');
  return upTo(stepOfServerState[row.state], row.state === 'waiting' ? 'waiting' : 'active');
}
