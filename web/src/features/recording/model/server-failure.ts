import type { RecordingRow } from '@/shared/api/database';
import { failedStep } from './steps';

/** Failures of machines, not of the audio: the same work may succeed when done again. */
const passing: readonly string[] = [
  'speech_engine_missing',
  'speech_engine_unreachable',
  'speech_engine_refused',
  'speech_timeout',
  'transcript_invalid',
  'language_model_failed',
  'internal',
  'disk_full',
  'busy',
  'deadline_exceeded',
];

export interface Choices {
  mayRetry: boolean;
  /** Whether a typed transcript can take the place of the audio. */
  mayType: boolean;
}

/** What the doctor can do about a recording that waits or has failed. */
export function choicesFor(row: Pick<RecordingRow, 'state' | 'error_code'>): Choices {
  if (row.state === 'waiting') return { mayRetry: true, mayType: true };
  if (row.state !== 'failed') return { mayRetry: false, mayType: false };
  const code = row.error_code ?? '';
  return { mayRetry: passing.includes(code), mayType: failedStep(code) === 'transcription' };
}
