import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { RecordingIdentity } from '../model/recording-state';

/** A recording as this browser keeps it until the server has every byte. */
export interface StoredRecording extends RecordingIdentity {
  mime: string;
  extension: string;
  consentVersion: string;
  startedAt: string;
  /** Bytes of audio kept here. */
  bytes: number;
  /** Milliseconds recorded; 0 when not known (files). */
  recordedMs: number;
  /** Whether no more audio will come: stopped by the doctor, or a file. */
  isComplete: boolean;
  /** Whether the server would not take it: then only the doctor sends it again. */
  isRefused: boolean;
  /** Where the upload goes on, once the server has given an address. */
  uploadUrl: string | null;
}

interface Chunk {
  recordingId: string;
  /** Of its first byte in the recording. */
  offset: number;
  bytes: ArrayBuffer;
}

interface Schema extends DBSchema {
  recordings: { key: string; value: StoredRecording; indexes: { byUser: string } };
  chunks: { key: [string, number]; value: Chunk };
}

/** Strict: a write is answered when it is on the disk, not in a buffer that a crash would take. */
const durable = { durability: 'strict' } as const;

/**
 * The audio of recordings on the way to the server, in IndexedDB: what is here survives a killed tab or browser.
 * Memory holds one chunk at a time, whatever the length of the visit.
 */
export class ChunkStore {
  private pending: Promise<IDBPDatabase<Schema>> | undefined;
  private readonly name: string;

  constructor(name = 'scriba-recordings') {
    this.name = name;
  }

  async create(recording: StoredRecording): Promise<void> {
    const db = await this.open();
    const transaction = db.transaction('recordings', 'readwrite', durable);
    await Promise.all([transaction.store.add(recording), transaction.done]);
  }

  async get(id: string): Promise<StoredRecording | undefined> {
    return (await this.open()).get('recordings', id);
  }

  /** Changes what is known of a recording; one that is gone stays gone. */
  async update(
    id: string,
    change: Partial<Pick<StoredRecording, 'isComplete' | 'isRefused' | 'uploadUrl' | 'recordedMs'>>,
  ): Promise<void> {
    const db = await this.open();
    const transaction = db.transaction('recordings', 'readwrite', durable);
    const recording = await transaction.store.get(id);
    if (recording) await transaction.store.put({ ...recording, ...change });
    await transaction.done;
  }

  /**
   * Adds audio at the end and notes how long the recording is by now, never less than before. A `copy` of a file that
   * the doctor has anyway need not wait for the disk.
   */
  async append(id: string, bytes: ArrayBuffer, recordedMs: number, kind: 'only' | 'copy' = 'only'): Promise<void> {
    const db = await this.open();
    const durability = kind === 'only' ? durable : ({ durability: 'relaxed' } as const);
    const transaction = db.transaction(['recordings', 'chunks'], 'readwrite', durability);
    const recordings = transaction.objectStore('recordings');
    const recording = await recordings.get(id);
    if (!recording) throw new Error('the recording is not in this browser');
    await Promise.all([
      transaction.objectStore('chunks').add({ recordingId: id, offset: recording.bytes, bytes }),
      recordings.put({
        ...recording,
        bytes: recording.bytes + bytes.byteLength,
        recordedMs: Math.max(recording.recordedMs, recordedMs),
      }),
      transaction.done,
    ]);
  }

  /** Lets go of the chunks that lie wholly before `end`: the server has them on its disk. */
  async forgetBefore(id: string, end: number): Promise<void> {
    const db = await this.open();
    const transaction = db.transaction('chunks', 'readwrite', durable);
    const last = await transaction.store.openKeyCursor(IDBKeyRange.bound([id, 0], [id, end]), 'prev');
    if (last) await transaction.store.delete(IDBKeyRange.bound([id, -1], last.key, true, true));
    await transaction.done;
  }

  /** The bytes from `start`, at most `length` of them; fewer when fewer are kept. */
  async read(id: string, start: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const db = await this.open();
    const store = db.transaction('chunks').store;
    const before = await store.openKeyCursor(IDBKeyRange.bound([id, 0], [id, start]), 'prev');
    const from = before ? before.key : ([id, start] satisfies [string, number]);
    const result = new Uint8Array(length);
    let filled = 0;
    const range = IDBKeyRange.bound(from, [id, start + length], false, true);
    for (let cursor = await store.openCursor(range); cursor; cursor = await cursor.continue()) {
      const { offset, bytes } = cursor.value;
      if (offset > start + filled) throw new Error('the audio before this was given up');
      const skip = Math.max(0, start - offset);
      const part = new Uint8Array(bytes).subarray(skip, skip + length - filled);
      result.set(part, filled);
      filled += part.length;
    }
    return result.slice(0, filled);
  }

  /** What this doctor has left in this browser, oldest first. */
  async list(userId: string): Promise<StoredRecording[]> {
    const found = await (await this.open()).getAllFromIndex('recordings', 'byUser', userId);
    return found.sort((left, right) => left.startedAt.localeCompare(right.startedAt));
  }

  async remove(id: string): Promise<void> {
    const db = await this.open();
    const transaction = db.transaction(['recordings', 'chunks'], 'readwrite', durable);
    await Promise.all([
      transaction.objectStore('recordings').delete(id),
      transaction.objectStore('chunks').delete(IDBKeyRange.bound([id, 0], [id, Infinity])),
      transaction.done,
    ]);
  }

  private open(): Promise<IDBPDatabase<Schema>> {
    this.pending ??= openDB<Schema>(this.name, 1, {
      upgrade(db) {
        db.createObjectStore('recordings', { keyPath: 'recordingId' }).createIndex('byUser', 'userId');
        db.createObjectStore('chunks', { keyPath: ['recordingId', 'offset'] });
      },
    }).catch((error: unknown) => {
      this.pending = undefined;
      throw error;
    });
    return this.pending;
  }
}
