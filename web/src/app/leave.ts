import { signOut } from '@/shared/api/session';

const loadDrafts = () =>
  Promise.all([
    import('@/features/consultations/model/report-drafts').then(({ reportDrafts }) => reportDrafts),
    import('@/features/recording/capture/transcript-drafts').then(({ transcriptDrafts }) => transcriptDrafts),
  ]);
const loadRecorder = () => import('@/features/recording/capture/the-recorder');

/** What a doctor who leaves would lose. */
export interface Losses {
  /** Texts that this browser keeps and the server does not have. */
  drafts: number;
  /** Whether the microphone is on: what would be said from now on. */
  isRecording: boolean;
}

/** The drafts of a doctor are in this browser still, so the session is, too. */
export class DraftsKeptError extends Error {}

async function countDrafts(userId: string): Promise<number> {
  const counts = (await loadDrafts()).map((store) => store.count(userId));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Where this browser keeps nothing, nothing is lost. */
export async function countLosses(userId: string): Promise<Losses> {
  const [drafts, isRecording] = await Promise.all([
    countDrafts(userId).catch(() => 0),
    loadRecorder()
      .then(({ isMicrophoneOn }) => isMicrophoneOn())
      .catch(() => false),
  ]);
  return { drafts, isRecording };
}

async function forgetDrafts(userId: string): Promise<void> {
  await Promise.all((await loadDrafts()).map((store) => store.forgetAll(userId)));
}

/**
 * Ends the session by choice. Clinical text that was not saved goes with the doctor: whoever uses this browser next
 * finds none of it. A recording ends first, while it can still be sent; sound that is not on the server yet stays, as
 * nowhere else has it. Where the text does not go at the second try either, nobody leaves in the belief that it did:
 * rejects with `DraftsKeptError`.
 */
export async function leave(userId: string): Promise<void> {
  await loadRecorder()
    .then(({ recorder }) => recorder.stop())
    .catch(() => undefined);
  // A browser without a database keeps no drafts.
  if ('indexedDB' in globalThis) {
    await forgetDrafts(userId)
      .catch(() => forgetDrafts(userId))
      .catch((cause: unknown) => {
        throw new DraftsKeptError('', { cause });
      });
  }
  await signOut();
}

/** Turns the microphone off where nobody was asked, as in a session that another tab has ended. */
export async function abandonRecording(): Promise<void> {
  const { recorder } = await loadRecorder();
  await recorder.stop().finally(() => recorder.letGo());
}
