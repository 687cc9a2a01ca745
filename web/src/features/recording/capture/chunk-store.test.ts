import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChunkStore } from './chunk-store';
import { aStoredRecording as stored } from './stored-recording.fixture';
import { StoredSource } from './stored-source';

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const text = (part: Uint8Array) => new TextDecoder().decode(part);

let names = 0;
let store: ChunkStore;
beforeEach(async () => {
  names += 1;
  store = new ChunkStore(`test-${names}`);
  await store.create(stored('r1'));
});

afterEach(() => vi.restoreAllMocks());

describe('the store of chunks', () => {
  it('gives back any stretch of what was appended', async () => {
    for (const chunk of ['abc', 'def', 'ghi']) await store.append('r1', bytes(chunk), 1_000);
    expect(text(await store.read('r1', 0, 100))).toBe('abcdefghi');
    expect(text(await store.read('r1', 3, 3))).toBe('def');
    expect(text(await store.read('r1', 4, 4))).toBe('efgh');
    expect(text(await store.read('r1', 9, 5))).toBe('');
  });

  it('keeps recordings apart', async () => {
    await store.create(stored('r2'));
    await store.append('r1', bytes('uno'), 0);
    await store.append('r2', bytes('due'), 0);
    expect(text(await store.read('r1', 0, 10))).toBe('uno');
    await store.remove('r1');
    expect(await store.get('r1')).toBeUndefined();
    expect(text(await store.read('r2', 0, 10))).toBe('due');
  });

  it('is found again by its doctor only, oldest first', async () => {
    await store.create(stored('r0', { startedAt: '2026-11-20T10:00:00Z' }));
    await store.create(stored('other', { userId: 'u2' }));
    const again = new ChunkStore(`test-${names}`);
    expect((await again.list('u1')).map(({ recordingId }) => recordingId)).toEqual(['r0', 'r1']);
  });

  it('lets go of what the server has, never of more', async () => {
    for (const chunk of ['abc', 'def', 'ghi']) await store.append('r1', bytes(chunk), 1_000);
    await store.forgetBefore('r1', 0);
    expect(text(await store.read('r1', 0, 9))).toBe('abcdefghi');
    await store.forgetBefore('r1', 4);
    expect(text(await store.read('r1', 4, 9))).toBe('efghi');
    await expect(store.read('r1', 0, 9)).rejects.toThrow();
    await store.append('r1', bytes('lmn'), 4_000);
    expect(text(await store.read('r1', 9, 3))).toBe('lmn');
  });

  it('does not bring back what was removed', async () => {
    await store.remove('r1');
    await store.update('r1', { isComplete: true });
    expect(await store.get('r1')).toBeUndefined();
    await expect(store.append('r1', bytes('x'), 0)).rejects.toThrow();
  });
});

describe('a connection that the browser has closed', () => {
  /** As browsers do after sleep, or when their own process dies: the page still holds what is no connection any more. */
  function loseConnection(): void {
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(function (this: IDBDatabase) {
      this.close();
      throw new DOMException('The database connection is closing.', 'InvalidStateError');
    });
  }

  it('is opened again, and nothing that was being done is lost or done twice', async () => {
    await store.append('r1', bytes('uno'), 1_000, { at: 0 });
    loseConnection();
    await store.append('r1', bytes('due'), 2_000, { at: 3 });
    loseConnection();
    expect(text(await store.read('r1', 0, 20))).toBe('unodue');
    loseConnection();
    expect(await store.list('u1')).toMatchObject([{ bytes: 6, recordedMs: 2_000 }]);
  });

  it('does not store twice what was on the disk already', async () => {
    await store.append('r1', bytes('uno'), 1_000, { at: 0 });
    await store.append('r1', bytes('uno'), 1_000, { at: 0 });
    expect(await store.get('r1')).toMatchObject({ bytes: 3 });
  });

  it('never stores what would leave a gap', async () => {
    await expect(store.append('r1', bytes('due'), 2_000, { at: 3 })).rejects.toThrow();
    expect(await store.get('r1')).toMatchObject({ bytes: 0 });
  });

  it('does not hide that the disk is full', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await expect(store.append('r1', bytes('uno'), 1_000)).rejects.toMatchObject({ name: 'QuotaExceededError' });
  });
});

describe('a recording that becomes one of its own', () => {
  it('takes all its audio along, in order', async () => {
    for (const chunk of ['abc', 'def']) await store.append('r1', bytes(chunk), 1_000);
    await store.update('r1', { isComplete: true, isRefused: true, refusal: 'x', uploadUrl: '/u' });
    await store.rename('r1', 'r9');
    expect(await store.get('r1')).toBeUndefined();
    expect(await store.get('r9')).toEqual(stored('r9', { bytes: 6, recordedMs: 1_000, isComplete: true }));
    expect(text(await store.read('r9', 0, 20))).toBe('abcdef');
  });

  it('stays what it was when its beginning is not here any more', async () => {
    for (const chunk of ['abc', 'def', 'ghi']) await store.append('r1', bytes(chunk), 1_000);
    await store.forgetBefore('r1', 6);
    await expect(store.rename('r1', 'r9')).rejects.toMatchObject({ code: 'audio_beginning_gone' });
    expect(await store.get('r9')).toBeUndefined();
    expect(text(await store.read('r1', 6, 9))).toBe('ghi');
  });
});

describe('the source of an upload', () => {
  it('waits for audio, gives it piece by piece, and says when it is the last', async () => {
    const source = new StoredSource(store, 'r1', 0);
    const first = source.slice(0, 4);
    await store.append('r1', bytes('abcdef'), 1_000);
    source.wake();
    expect(await (await first).value?.text()).toBe('abcd');
    const second = await source.slice(4, 8);
    expect(await second.value?.text()).toBe('ef');
    expect(second.done).toBe(false);
    const last = source.slice(6, 10);
    await store.update('r1', { isComplete: true });
    source.wake();
    expect(await last).toEqual({ value: null, done: true });
  });

  it('goes back to any offset, as a server that lost the last bytes asks', async () => {
    await store.append('r1', bytes('abcdef'), 1_000);
    await store.update('r1', { isComplete: true });
    const source = new StoredSource(store, 'r1', 6);
    await source.slice(4, 8);
    const again = await source.slice(2, 10);
    expect(await again.value?.text()).toBe('cdef');
    expect(again.done).toBe(true);
  });

  it('ends with an error when it is closed while it waits', async () => {
    const source = new StoredSource(store, 'r1', 0);
    const waiting = source.slice(0, 4);
    await Promise.resolve();
    source.close();
    await expect(waiting).rejects.toThrow();
  });
});
