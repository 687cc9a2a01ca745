import { consentVersion } from '../model/consent';
import { closedEarly, type Failure, type RecordingIdentity } from '../model/recording-state';
import type { ChunkStore, StoredRecording } from './chunk-store';
import type { RecorderParts } from './recorder-parts';

const worthKeepingMilliseconds = 10_000;
const filePieceBytes = 1024 * 1024;

interface AudioKind {
  mime: string;
  extension: string;
}

/** Begins to keep a recording: there is no sound of it yet. */
export function keepNew(store: ChunkStore, identity: RecordingIdentity, kind: AudioKind, now: number): Promise<void> {
  return store.create({
    ...identity,
    ...kind,
    consentVersion,
    startedAt: new Date(now).toISOString(),
    bytes: 0,
    recordedMs: 0,
    isComplete: false,
    isRefused: false,
    uploadUrl: null,
  });
}

/** Keeps a whole file, piece by piece. */
export async function keepFile(store: ChunkStore, id: string, file: File): Promise<void> {
  for (let offset = 0; offset < file.size; offset += filePieceBytes) {
    const piece = await file.slice(offset, offset + filePieceBytes).arrayBuffer();
    await store.append(id, piece, 0, { at: offset, isCopy: true });
  }
  await store.update(id, { isComplete: true });
}

/**
 * After a refusal: what was recorded, and what was not delivered whole, stays for the doctor to decide. `recordedMs` of
 * a recording that was still being made: a few seconds are not worth keeping, nor is a file that the doctor has anyway.
 */
export async function keepRefused(
  store: ChunkStore,
  id: string,
  { code }: Failure,
  recordedMs?: number,
): Promise<void> {
  const kept = await store.get(id);
  const isWorthless = recordedMs !== undefined && recordedMs < worthKeepingMilliseconds;
  const isElsewhere = kept?.source === 'upload' && code !== closedEarly;
  if (isWorthless || isElsewhere) {
    await store.remove(id);
    return;
  }
  const length = recordedMs === undefined ? {} : { recordedMs };
  await store.update(id, { isComplete: true, isRefused: true, refusal: code, ...length });
}

/** Makes a recording of its own of what the server has ended with less; null when another tab is at it. */
export async function keepUnderNewId(
  { store, claim, newId }: Pick<RecorderParts, 'store' | 'claim' | 'newId'>,
  stored: StoredRecording,
): Promise<StoredRecording | null> {
  const release = await claim(stored.recordingId);
  if (!release) return null;
  const recordingId = newId();
  try {
    await store.rename(stored.recordingId, recordingId);
  } finally {
    release();
  }
  return { ...stored, recordingId };
}
