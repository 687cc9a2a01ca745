import { useState } from 'react';
import { ApiError, toApiError } from '@/shared/api/errors';
import { currentUserId, signOut } from '@/shared/api/session';
import { errorSentence } from '@/shared/i18n/errors.messages';
import { recording as words, recordingProblem } from '@/shared/i18n/recording.messages';
import { checkMinutes } from '../api/check-minutes';
import type { VisitChoice } from '../capture/recorder-parts';
import { detectDuration, type FileDuration } from '../capture/detect-duration';
import { recorder } from '../capture/the-recorder';
import { isAudioFile } from '../model/audio-file';

const largestFile = 100 * 1024 * 1024;

export interface ChosenFile {
  name: string;
  bytes: number;
  duration: FileDuration | null;
}

/** Why nothing began. */
export interface StartProblem {
  sentence: string;
  /** Whether another plan would help. */
  isMinutes: boolean;
}

function problemOf(error: unknown): StartProblem {
  // What the browser throws has no code of ours: its own words are all there is.
  if (!(error instanceof ApiError) && error instanceof Error)
    return { sentence: words.errors.start(error.message), isMinutes: false };
  const { code, message } = toApiError(error);
  return { sentence: recordingProblem(code, message), isMinutes: code === 'minutes_exhausted' };
}

/** Begins a recording or an upload, after all that can be refused here has been looked at. */
export function useRecordingStart() {
  const [isStarting, setStarting] = useState(false);
  const [problem, setProblem] = useState<StartProblem | null>(null);
  const [file, setFile] = useState<ChosenFile | null>(null);

  async function attempt(begin: () => Promise<void>) {
    setProblem(null);
    setStarting(true);
    try {
      await currentUserId();
      await begin();
    } catch (error) {
      setProblem(problemOf(error));
      // The guard of the page leads to the sign-in, which says why, and from there back to this page.
      if (toApiError(error).code === 'not_authenticated') await signOut('refused');
    } finally {
      setStarting(false);
    }
  }

  async function startRecording(choice: VisitChoice) {
    setFile(null);
    await attempt(async () => {
      await checkMinutes(choice.userId);
      await recorder.start(choice);
    });
  }

  async function sendFile(choice: VisitChoice, chosen: File) {
    setFile(null);
    const refusal = refusalOf(chosen);
    if (refusal) {
      setProblem({ sentence: refusal, isMinutes: false });
      return;
    }
    setFile({ name: chosen.name, bytes: chosen.size, duration: null });
    await attempt(async () => {
      const duration = await detectDuration(chosen);
      setFile({ name: chosen.name, bytes: chosen.size, duration });
      // A guess from the size may be far off: only what was measured may turn a file away.
      const measured = duration.isEstimate ? undefined : duration.seconds;
      await checkMinutes(choice.userId, measured);
      await recorder.sendFile(choice, chosen, measured);
    });
  }

  async function resumeRecording() {
    setProblem(null);
    await recorder.resume().catch((error: unknown) => setProblem(problemOf(error)));
  }

  return { isStarting, problem, file, startRecording, resumeRecording, sendFile };
}

function refusalOf(file: File): string | null {
  if (!isAudioFile(file)) return words.validation.notAudio;
  if (file.size === 0) return errorSentence('empty_file');
  return file.size > largestFile ? errorSentence('EntityTooLarge') : null;
}
