import type { RecordingRow } from '@/shared/api/database';
import { failedStep } from './steps';

export interface Choices {
  mayRetry: boolean;
  /** Whether a typed transcript can take the place of the audio. */
  mayType: boolean;
}

/** Failures after which neither another try nor another text leads anywhere. */
const final: readonly string[] = ['patient_not_found'];

/**
 * What the doctor can do about a recording that waits or has failed. Whatever was wrong may be mended by now: an engine
 * hears the same sound differently, an operator raises a limit. Where the sound was heard, no text is missing.
 */
export function choicesFor({
  state,
  error_code: code,
  partial_transcript: heard,
}: Pick<RecordingRow, 'state' | 'error_code' | 'partial_transcript'>): Choices {
  if (state === 'waiting') return { mayRetry: true, mayType: true };
  if (state !== 'failed' || final.includes(code ?? '')) return { mayRetry: false, mayType: false };
  const step = failedStep(code ?? '');
  return { mayRetry: true, mayType: !heard || step === 'capture' || step === 'transcription' };
}
