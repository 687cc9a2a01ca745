import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bench, benchForEachTest, choice, settle } from '../testing/recorder-bench';

benchForEachTest();
beforeEach(async () => {
  await bench.recorder.start(choice);
  bench.microphone?.onChunk(new Blob(['parole']));
  await settle();
});

const gone = () => new DOMException('gone', 'UnknownError');

describe('a store that fails after the sound was kept', () => {
  it('does not hide that the server has all', async () => {
    await bench.recorder.stop();
    vi.spyOn(bench.store, 'remove').mockRejectedValue(gone());
    bench.network?.onDelivered();
    await settle();
    expect(bench.recorder.snapshot().phase).toBe('processing');
    expect(bench.claims).toEqual(new Set());
  });

  it.each(['get', 'update', 'remove'] as const)('leaves no microphone on, and no refusal untold: %s', async (work) => {
    vi.spyOn(bench.store, work).mockRejectedValue(gone());
    bench.network?.onRefused({ code: 'minutes_exhausted', message: '' });
    await settle();
    expect(bench.stopped).toHaveBeenCalled();
    expect(bench.recorder.snapshot()).toMatchObject({ phase: 'failed', failure: { code: 'minutes_exhausted' } });
  });

  it('ends a recording that it cannot conclude with the news, and offers it to be sent', async () => {
    const update = vi.spyOn(bench.store, 'update').mockRejectedValue(gone());
    await bench.recorder.stop();
    expect(bench.recorder.snapshot()).toMatchObject({ phase: 'failed', failure: { code: 'recording_left_open' } });
    // Nobody is at work on it: it is one of those that were cut off.
    expect(bench.claims).toEqual(new Set());
    update.mockRestore();
    const [left] = await bench.store.list('u1');
    expect(left && (await bench.recorder.sendStored(left))).toBe(true);
    expect(await bench.store.get('r1')).toMatchObject({ bytes: 6, isComplete: true });
  });
});
