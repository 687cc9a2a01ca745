import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { ApiError } from '@/shared/api/errors';
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
  /** The code of that refusal. */
  refusal?: string;
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

type Database = IDBPDatabase<Schema>;

/** What browsers throw when the connection to their database is gone, though the database is not. */
const lostConnection: readonly string[] = ['InvalidStateError', 'UnknownError', 'AbortError'];

function nameOf(error: unknown): unknown {
  return (error as { name?: unknown } | null)?.name;
}

/** Whether the disk of this computer, or what the browser may have of it, is full. */
export function isFull(error: unknown): boolean {
  return nameOf(error) === 'QuotaExceededError';
}

/** Strict: a write is answered when it is on the disk, not in a buffer that a crash would take. */
const durable = { durability: 'strict' } as const;

/** Where audio belongs: at the end when `at` is not said. A copy of a file of the doctor need not wait for the disk. */
interface Place {
  at?: number;
  isCopy?: boolean;
}

/** Waits for a transaction. Its own error tells more than that of a request which it took along: that the disk is full. */
async function settled({ done }: { done: Promise<void> }, requests: Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled([done, ...requests]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/**
 * The audio of recordings on the way to the server, in IndexedDB: what is here survives a killed tab or browser.
 * Memory holds one chunk at a time, whatever the length of the visit. A lost connection is opened again.
 */
export class ChunkStore {
  private pending: Promise<Database> | undefined;
  private readonly name: string;

  constructor(name = 'scriba-recordings') {
    this.name = name;
  }

  async create(recording: StoredRecording): Promise<void> {
    await this.work(async (db) => {
      const transaction = db.transaction('recordings', 'readwrite', durable);
      await settled(transaction, [transaction.store.put(recording)]);
    });
  }

  async get(id: string): Promise<StoredRecording | undefined> {
    return this.work((db) => db.get('recordings', id));
  }

  /** Changes what is known of a recording; one that is gone stays gone. */
  async update(
    id: string,
    change: Partial<Pick<StoredRecording, 'isComplete' | 'isRefused' | 'refusal' | 'uploadUrl' | 'recordedMs'>>,
  ): Promise<void> {
    await this.work(async (db) => {
      const transaction = db.transaction('recordings', 'readwrite', durable);
      const recording = await transaction.store.get(id);
      await settled(transaction, recording ? [transaction.store.put({ ...recording, ...change })] : []);
    });
  }

  /** Adds audio and notes how long the recording is by now, never less than before. */
  async append(id: string, bytes: ArrayBuffer, recordedMs: number, { at, isCopy }: Place = {}): Promise<void> {
    const durability = isCopy ? ({ durability: 'relaxed' } as const) : durable;
    let offset = at;
    await this.work(async (db) => {
      const transaction = db.transaction(['recordings', 'chunks'], 'readwrite', durability);
      const recordings = transaction.objectStore('recordings');
      const recording = await recordings.get(id);
      if (!recording) throw new Error('the recording is not in this browser');
      offset ??= recording.bytes;
      const end = offset + bytes.byteLength;
      // The connection went after an earlier try was on the disk.
      if (recording.bytes === end) return;
      if (recording.bytes !== offset) throw new Error('the audio before this is not in this browser');
      await settled(transaction, [
        transaction.objectStore('chunks').add({ recordingId: id, offset, bytes }),
        recordings.put({ ...recording, bytes: end, recordedMs: Math.max(recording.recordedMs, recordedMs) }),
      ]);
    });
  }

  /**
   * Makes a recording of its own of one that the server has ended under its present id. Throws `audio_beginning_gone`
   * when the first part was let go of: the rest alone is no file.
   */
  async rename(id: string, newId: string): Promise<void> {
    await this.work(async (db) => {
      const transaction = db.transaction(['recordings', 'chunks'], 'readwrite', durable);
      const [recordings, chunks] = [transaction.objectStore('recordings'), transaction.objectStore('chunks')];
      const recording = await recordings.get(id);
      if (!recording) return;
      const kept = { ...recording };
      delete kept.refusal;
      let next = 0;
      const all = IDBKeyRange.bound([id, 0], [id, Infinity]);
      for (let cursor = await chunks.openCursor(all); cursor; cursor = await cursor.continue()) {
        const { offset, bytes } = cursor.value;
        if (offset !== next) break;
        next += bytes.byteLength;
        await chunks.put({ recordingId: newId, offset, bytes });
        await cursor.delete();
      }
      if (next !== recording.bytes) {
        transaction.abort();
        await transaction.done.catch(() => undefined);
        throw beginningGone();
      }
      await settled(transaction, [
        recordings.put({ ...kept, recordingId: newId, isRefused: false, uploadUrl: null }),
        recordings.delete(id),
      ]);
    });
  }

  /** Lets go of the chunks that lie wholly before `end`: the server has them on its disk. */
  async forgetBefore(id: string, end: number): Promise<void> {
    await this.work(async (db) => {
      const transaction = db.transaction('chunks', 'readwrite', durable);
      const last = await transaction.store.openKeyCursor(IDBKeyRange.bound([id, 0], [id, end]), 'prev');
      if (last) await transaction.store.delete(IDBKeyRange.bound([id, -1], last.key, true, true));
      await transaction.done;
    });
  }

  /** The bytes from `start`, at most `length` of them; fewer when fewer are kept. */
  async read(id: string, start: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    return this.work((db) => readFrom(db, id, start, length));
  }

  /** What this doctor has left in this browser, oldest first. */
  async list(userId: string): Promise<StoredRecording[]> {
    const found = await this.work((db) => db.getAllFromIndex('recordings', 'byUser', userId));
    return found.sort((left, right) => left.startedAt.localeCompare(right.startedAt));
  }

  async remove(id: string): Promise<void> {
    await this.work(async (db) => {
      const transaction = db.transaction(['recordings', 'chunks'], 'readwrite', durable);
      await settled(transaction, [
        transaction.objectStore('recordings').delete(id),
        transaction.objectStore('chunks').delete(IDBKeyRange.bound([id, 0], [id, Infinity])),
      ]);
    });
  }

  /** Browsers close a database under the page: after sleep, for want of memory, or when their own process dies. */
  private async work<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const pending = this.open();
    try {
      return await work(await pending);
    } catch (error) {
      if (!lostConnection.includes(String(nameOf(error)))) throw error;
      this.forget(pending);
      return work(await this.open());
    }
  }

  /** The next call opens anew. */
  private forget(pending: Promise<Database> | undefined): void {
    if (this.pending !== pending) return;
    this.pending = undefined;
    pending?.then((db) => db.close()).catch(() => undefined);
  }

  private open(): Promise<Database> {
    this.pending ??= openDB<Schema>(this.name, 1, {
      upgrade(db) {
        db.createObjectStore('recordings', { keyPath: 'recordingId' }).createIndex('byUser', 'userId');
        db.createObjectStore('chunks', { keyPath: ['recordingId', 'offset'] });
      },
      terminated: () => this.forget(this.pending),
    }).catch((error: unknown) => {
      this.pending = undefined;
      throw error;
    });
    return this.pending;
  }
}

function beginningGone(): ApiError {
  return new ApiError({ code: 'audio_beginning_gone', message: 'the audio before this was given up', status: 0 });
}

async function readFrom(db: Database, id: string, start: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const store = db.transaction('chunks').store;
  const before = await store.openKeyCursor(IDBKeyRange.bound([id, 0], [id, start]), 'prev');
  const from = before ? before.key : ([id, start] satisfies [string, number]);
  const result = new Uint8Array(length);
  let filled = 0;
  const range = IDBKeyRange.bound(from, [id, start + length], false, true);
  for (let cursor = await store.openCursor(range); cursor; cursor = await cursor.continue()) {
    const { offset, bytes } = cursor.value;
    if (offset > start + filled) throw beginningGone();
    const skip = Math.max(0, start - offset);
    const part = new Uint8Array(bytes).subarray(skip, skip + length - filled);
    result.set(part, filled);
    filled += part.length;
  }
  return result.slice(0, filled);
}
