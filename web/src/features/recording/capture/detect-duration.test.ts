import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { detectDuration } from './detect-duration';

/** Stands for the browser's player: it tells what it finds when the test says so, or never. */
class FakePlayer extends EventTarget {
  static answer: 'length' | 'no length' | 'error' | 'nothing' = 'length';
  preload = '';
  duration = NaN;
  removeAttribute = vi.fn();
  set src(_address: string) {
    const { answer } = FakePlayer;
    this.duration = answer === 'length' ? 61.6 : Infinity;
    if (answer === 'nothing') return;
    queueMicrotask(() => this.dispatchEvent(new Event(answer === 'error' ? 'error' : 'loadedmetadata')));
  }
}

const megabyte = 1024 * 1024;

function file(name: string, size: number): File {
  const made = new File(['x'], name);
  Object.defineProperty(made, 'size', { value: size });
  return made;
}

beforeEach(() => {
  vi.stubGlobal('Audio', FakePlayer);
  vi.stubGlobal('URL', { createObjectURL: () => 'blob:x', revokeObjectURL: vi.fn() });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the length of a chosen file', () => {
  it('is what the browser finds in it', async () => {
    FakePlayer.answer = 'length';
    expect(await detectDuration(file('visita.mp3', megabyte))).toEqual({ seconds: 62, isEstimate: false });
  });

  it('is guessed from its size after ten seconds without an answer, an hour at most', async () => {
    vi.useFakeTimers();
    FakePlayer.answer = 'nothing';
    let found: unknown;
    void detectDuration(file('visita.mp3', 90 * megabyte)).then((duration) => (found = duration));
    await vi.advanceTimersByTimeAsync(9_900);
    expect(found).toBeUndefined();
    await vi.advanceTimersByTimeAsync(200);
    expect(found).toEqual({ seconds: 3600, isEstimate: true });
  });

  it.each(['error', 'no length'] as const)(
    'is guessed at once when the browser finds %s, half an hour at most',
    async (answer) => {
      FakePlayer.answer = answer;
      expect(await detectDuration(file('visita.mp3', megabyte))).toEqual({ seconds: 64, isEstimate: true });
      expect(await detectDuration(file('visita.wav', 90 * megabyte))).toEqual({ seconds: 1800, isEstimate: true });
    },
  );
});
