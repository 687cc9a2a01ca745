import { afterEach, describe, expect, it, vi } from 'vitest';
import { claimRecording, isClaimed, isStorageNearlyFull, keepAwake, keepStored } from './browser-guards';

function give(name: 'wakeLock' | 'locks' | 'storage', value: unknown) {
  Object.defineProperty(navigator, name, { configurable: true, value });
}

function show(visibility: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  document.dispatchEvent(new Event('visibilitychange'));
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

afterEach(() => {
  vi.restoreAllMocks();
  for (const name of ['wakeLock', 'locks', 'storage'] as const) give(name, undefined);
});

describe('the screen', () => {
  it('stays awake while it is recorded, also after the page was hidden, and may sleep afterwards', async () => {
    const release = vi.fn(() => Promise.resolve());
    const request = vi.fn(() => Promise.resolve({ release }));
    give('wakeLock', { request });
    const letSleep = keepAwake();
    await turn();
    expect(request).toHaveBeenCalledTimes(1);
    show('hidden');
    show('visible');
    await turn();
    expect(request).toHaveBeenCalledTimes(2);
    letSleep();
    expect(release).toHaveBeenCalled();
    show('visible');
    expect(request).toHaveBeenCalledTimes(2);
  });

  it('is no obstacle where browsers cannot keep it awake, or will not', async () => {
    keepAwake()();
    give('wakeLock', { request: () => Promise.reject(new DOMException('low battery', 'NotAllowedError')) });
    keepAwake()();
    await turn();
  });
});

describe('a claim', () => {
  /** Web Locks as the standard has them, for one name at a time. */
  class Locks {
    readonly held = new Set<string>();
    query = () => Promise.resolve({ held: [...this.held].map((name) => ({ name })) });
    async request(name: string, _options: object, hold: (lock: object | null) => Promise<void> | undefined) {
      if (this.held.has(name)) return hold(null);
      this.held.add(name);
      await hold({ name });
      this.held.delete(name);
    }
  }

  it('belongs to one tab at a time, and ends with it', async () => {
    give('locks', new Locks());
    const release = await claimRecording('r1');
    expect(release).not.toBeNull();
    expect(await isClaimed('r1')).toBe(true);
    expect(await claimRecording('r1')).toBeNull();
    expect(await claimRecording('r2')).not.toBeNull();
    release?.();
    await turn();
    expect(await isClaimed('r1')).toBe(false);
    expect(await claimRecording('r1')).not.toBeNull();
  });
});

describe('the room for audio', () => {
  it.each([
    [1_000, 900, true],
    [1_000, 100, false],
  ])('of %i MB, %i of them used: nearly full %s', async (quota, usage, expected) => {
    const megabyte = 1024 * 1024;
    give('storage', { estimate: () => Promise.resolve({ quota: quota * megabyte, usage: (usage + 60) * megabyte }) });
    expect(await isStorageNearlyFull()).toBe(expected);
  });
});

describe('what is stored', () => {
  it.each([
    ['is asked for once', false, true, 1],
    ['is not asked for again', true, true, 0],
    ['may be refused', false, false, 1],
  ])('stays when room gets short: %s', async (_what, isKept, isGranted, asked) => {
    const persist = vi.fn(() => Promise.resolve(isGranted));
    give('storage', { persisted: () => Promise.resolve(isKept), persist });
    expect(await keepStored()).toBe(isKept || isGranted);
    expect(persist).toHaveBeenCalledTimes(asked);
  });

  it('is no matter where browsers cannot say', async () => {
    expect(await keepStored()).toBe(false);
  });
});
