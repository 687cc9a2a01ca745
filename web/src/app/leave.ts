import { signOut } from '@/shared/api/session';

const loadDrafts = () => import('@/features/consultations/model/draft-store');

/** Reports of which this browser keeps unsaved text; none where it keeps nothing. */
export async function countDrafts(userId: string): Promise<number> {
  return loadDrafts()
    .then(({ draftStore }) => draftStore.count(userId))
    .catch(() => 0);
}

/**
 * Ends the session by choice. Clinical text that was not saved goes with the doctor: whoever uses this browser next
 * finds none of it. Sound that is not on the server yet stays, as nowhere else has it.
 */
export async function leave(userId: string): Promise<void> {
  await loadDrafts()
    .then(({ draftStore }) => draftStore.forgetAll(userId))
    .catch(() => undefined);
  await signOut();
}
