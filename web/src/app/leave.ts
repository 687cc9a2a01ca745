import { signOut } from '@/shared/api/session';

const loadDrafts = () => import('@/features/consultations/model/draft-store');
const loadRecorder = () => import('@/features/recording/capture/the-recorder');

/** What a doctor who leaves would lose. */
export interface Losses {
  /** Reports of which this browser keeps unsaved text. */
  drafts: number;
  /** Whether the microphone is on: what would be said from now on. */
  isRecording: boolean;
}

/** Where this browser keeps nothing, nothing is lost. */
export async function countLosses(userId: string): Promise<Losses> {
  const [drafts, isRecording] = await Promise.all([
    loadDrafts()
      .then(({ draftStore }) => draftStore.count(userId))
      .catch(() => 0),
    loadRecorder()
      .then(({ isMicrophoneOn }) => isMicrophoneOn())
      .catch(() => false),
  ]);
  return { drafts, isRecording };
}

/**
 * Ends the session by choice. Clinical text that was not saved goes with the doctor: whoever uses this browser next
 * finds none of it. A recording ends first, while it can still be sent; sound that is not on the server yet stays, as
 * nowhere else has it.
 */
export async function leave(userId: string): Promise<void> {
  await loadRecorder()
    .then(({ recorder }) => recorder.stop())
    .catch(() => undefined);
  await loadDrafts()
    .then(({ draftStore }) => draftStore.forgetAll(userId))
    .catch(() => undefined);
  await signOut();
}

/** Turns the microphone off where nobody was asked, as in a session that another tab has ended. */
export async function abandonRecording(): Promise<void> {
  const { recorder } = await loadRecorder();
  await recorder.stop().finally(() => recorder.letGo());
}
