import { describe, expect, it, vi } from 'vitest';
import { Bench, bench, benchForEachTest, choice, settle } from '../testing/recorder-bench';

benchForEachTest();

describe('the recorder', () => {
  it('keeps each chunk in the browser before it is sent', async () => {
    await bench.recorder.start(choice);
    bench.now = 1_000;
    bench.microphone?.onChunk(new Blob(['uno']));
    bench.microphone?.onChunk(new Blob(['due']));
    await settle();
    expect(bench.recorder.snapshot()).toMatchObject({ phase: 'recording', storedBytes: 6 });
    expect(new TextDecoder().decode(await bench.store.read('r1', 0, 10))).toBe('unodue');
    expect(bench.awakened).toHaveBeenCalledTimes(2);
  });

  it('writes the last chunk before it calls the recording complete', async () => {
    await bench.recorder.start(choice);
    bench.now = 2_500;
    bench.microphone?.onChunk(new Blob(['fine']));
    await bench.recorder.stop();
    expect(await bench.store.get('r1')).toMatchObject({ bytes: 4, isComplete: true, recordedMs: 2_500 });
    expect(bench.recorder.snapshot().phase).toBe('stopping');
  });

  it('forgets the audio only when the server has all of it', async () => {
    await bench.recorder.start(choice);
    bench.microphone?.onChunk(new Blob(['x']));
    await bench.recorder.stop();
    expect(await bench.store.get('r1')).toBeDefined();
    bench.network?.onDelivered();
    await settle();
    expect(await bench.store.get('r1')).toBeUndefined();
    expect(bench.recorder.snapshot().phase).toBe('processing');
  });

  it('leaves nothing behind when the microphone is denied', async () => {
    bench.failToOpen = true;
    await expect(bench.recorder.start(choice)).rejects.toMatchObject({ code: 'microphone_denied' });
    expect(bench.recorder.snapshot().phase).toBe('idle');
    expect(await bench.store.list('u1')).toEqual([]);
  });

  it('ends at once when the server refuses the recording at its start', async () => {
    await bench.recorder.start(choice);
    bench.network?.onRefused({ code: 'minutes_exhausted', message: '' });
    await settle();
    expect(bench.recorder.snapshot()).toMatchObject({ phase: 'failed', failure: { code: 'minutes_exhausted' } });
    expect(bench.stopped).toHaveBeenCalled();
    expect(await bench.store.list('u1')).toEqual([]);
  });

  it('keeps what was recorded without a network, though the server refuses it later', async () => {
    await bench.recorder.start(choice);
    bench.now = 60_000;
    bench.microphone?.onChunk(new Blob(['un minuto']));
    bench.network?.onRefused({ code: 'minutes_exhausted', message: '' });
    await settle();
    expect(await bench.store.list('u1')).toMatchObject([{ bytes: 9, isComplete: true, isRefused: true }]);
  });

  it('keeps the microphone on when the server takes no more of a recording that it knew, and all of its sound', async () => {
    await bench.recorder.start(choice);
    bench.microphone?.onChunk(new Blob(['prima ']));
    bench.network?.onRegistered();
    bench.now = 4_000;
    bench.network?.onRefused({ code: 'upload_closed_early', message: '' });
    await settle();
    expect(bench.stopped).not.toHaveBeenCalled();
    expect(bench.recorder.snapshot()).toMatchObject({ phase: 'recording', delivery: 'refused' });
    bench.microphone?.onChunk(new Blob(['e dopo']));
    await settle();
    bench.now = 8_000;
    let claimsAtTheEnd: string[] | undefined;
    bench.recorder.subscribe(() => {
      if (bench.recorder.snapshot().phase === 'failed') claimsAtTheEnd ??= [...bench.claims];
    });
    await bench.recorder.stop();
    await settle();
    expect(bench.recorder.snapshot()).toMatchObject({ phase: 'failed', failure: { code: 'upload_closed_early' } });
    expect(await bench.store.list('u1')).toMatchObject([
      { bytes: 12, isComplete: true, isRefused: true, refusal: 'upload_closed_early', recordedMs: 8_000 },
    ]);
    // The page looks for what was kept as soon as it hears of the failure.
    expect(claimsAtTheEnd).toEqual([]);
  });

  it('keeps even a short recording when it is refused after it was stopped, or sent again', async () => {
    await bench.recorder.start(choice);
    bench.now = 5_000;
    bench.microphone?.onChunk(new Blob(['breve']));
    await bench.recorder.stop();
    bench.network?.onRefused({ code: 'minutes_exhausted', message: '' });
    await settle();
    const [left] = await bench.store.list('u1');
    expect(left).toMatchObject({ bytes: 5, isRefused: true, refusal: 'minutes_exhausted' });
    bench.recorder.clear();
    if (left) await bench.recorder.sendStored(left);
    bench.network?.onRefused({ code: 'minutes_exhausted', message: '' });
    await settle();
    expect(await bench.store.list('u1')).toMatchObject([{ bytes: 5, isRefused: true }]);
  });

  it('keeps a file whose upload was closed before all of it had arrived', async () => {
    await bench.recorder.sendFile(choice, new File(['contenuto'], 'visita.m4a', { type: 'audio/x-m4a' }));
    bench.network?.onRefused({ code: 'upload_closed_early', message: '' });
    await settle();
    expect(await bench.store.list('u1')).toMatchObject([{ bytes: 9, isRefused: true }]);
  });

  it('sends the whole of what the server closed early as a recording of its own', async () => {
    await bench.recorder.start(choice);
    for (const chunk of ['uno', 'due', 'tre']) bench.microphone?.onChunk(new Blob([chunk]));
    bench.network?.onRegistered();
    await bench.store.update('r1', { uploadUrl: '/storage/v1/upload/resumable/r1' });
    await bench.recorder.stop();
    bench.network?.onRefused({ code: 'upload_closed_early', message: '' });
    await settle();
    bench.recorder.clear();
    const [left] = await bench.store.list('u1');
    expect(left && (await bench.recorder.sendStored(left))).toBe(true);
    expect(bench.recorder.snapshot()).toMatchObject({ phase: 'stopping', identity: { recordingId: 'r2' } });
    const [sent, ...others] = await bench.store.list('u1');
    expect(others).toEqual([]);
    expect(sent).toMatchObject({ recordingId: 'r2', bytes: 9, isComplete: true, isRefused: false, uploadUrl: null });
    expect(new TextDecoder().decode(await bench.store.read('r2', 0, 20))).toBe('unoduetre');
    await expect(bench.store.read('r1', 0, 20)).resolves.toHaveLength(0);
  });

  it('notices sleep and a full store from the chunks alone, as timers of a hidden page hardly run', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await bench.recorder.start(choice);
    bench.now = 60_000;
    bench.isStorageFull = true;
    bench.microphone?.onChunk(new Blob(['x']));
    vi.useRealTimers();
    await settle();
    expect(bench.recorder.snapshot().warnings).toEqual(['slept', 'storage-nearly-full']);
  });

  it('cannot begin while another tab of this browser records', async () => {
    await bench.recorder.start(choice);
    const other = new Bench(`${bench.name}-other`, bench.claims);
    await expect(other.recorder.start(choice)).rejects.toMatchObject({ code: 'recording_elsewhere' });
    expect(other.opened).not.toHaveBeenCalled();
    await bench.recorder.stop();
    await other.recorder.start(choice);
    expect(other.recorder.snapshot().phase).toBe('recording');
  });

  it('warns before the longest recording that the server takes, and ends there by itself', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    bench.longest = 4 * 3_600_000;
    await bench.recorder.start(choice);
    bench.now = bench.longest - 11 * 60_000;
    bench.microphone?.onChunk(new Blob(['x']));
    expect(bench.recorder.snapshot().warnings).not.toContain('time-nearly-over');
    bench.now = bench.longest - 9 * 60_000;
    bench.microphone?.onChunk(new Blob(['y']));
    expect(bench.recorder.snapshot().warnings).toContain('time-nearly-over');
    bench.now = bench.longest - 5_000;
    bench.microphone?.onChunk(new Blob(['z']));
    vi.useRealTimers();
    await settle();
    expect(bench.recorder.snapshot()).toMatchObject({ phase: 'stopping', endedBy: 'time-over' });
    expect(await bench.store.get('r1')).toMatchObject({ bytes: 3, isComplete: true });
  });

  it.each([
    ['a lid that was closed for five hours', 5 * 3_600_000, 0],
    ['a clock that was set five hours on', 0, 5 * 3_600_000],
    ['a clock that was set five hours back', 0, -5 * 3_600_000],
  ])('measures the sound, not the time of day: %s', async (_what, asleep, clockSet) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    bench.longest = 4 * 3_600_000;
    await bench.recorder.start(choice);
    bench.now = 60_000;
    bench.microphone?.onChunk(new Blob(['prima']));
    Object.assign(bench, { asleep, clockSet, now: 61_000 + asleep });
    bench.microphone?.onChunk(new Blob(['dopo']));
    expect(bench.recorder.snapshot()).toMatchObject({ phase: 'recording', endedBy: null });
    expect(bench.recorder.recordedNow()).toBe(61_000);
    bench.now = asleep + bench.longest - 5_000;
    bench.microphone?.onChunk(new Blob(['fine']));
    vi.useRealTimers();
    await settle();
    expect(bench.recorder.snapshot()).toMatchObject({ phase: 'stopping', endedBy: 'time-over' });
  });

  it('holds what a store that does not answer has not taken, and leaves no gap', async () => {
    await bench.recorder.start(choice);
    bench.microphone?.onChunk(new Blob(['uno']));
    await settle();
    const append = vi.spyOn(bench.store, 'append').mockRejectedValue(new DOMException('gone', 'UnknownError'));
    bench.microphone?.onChunk(new Blob(['due']));
    await settle();
    expect(bench.recorder.snapshot()).toMatchObject({ phase: 'recording', storedBytes: 3 });
    append.mockRestore();
    bench.microphone?.onChunk(new Blob(['tre']));
    await settle();
    expect(bench.recorder.snapshot()).toMatchObject({ phase: 'recording', storedBytes: 9 });
    expect(new TextDecoder().decode(await bench.store.read('r1', 0, 20))).toBe('unoduetre');
  });

  it('ends, and says why, when the store does not come back within half a minute', async () => {
    await bench.recorder.start(choice);
    bench.microphone?.onChunk(new Blob(['uno']));
    await settle();
    const append = vi.spyOn(bench.store, 'append').mockRejectedValue(new DOMException('gone', 'UnknownError'));
    for (let second = 0; second < 31; second += 1) bench.microphone?.onChunk(new Blob(['x']));
    await settle();
    expect(bench.recorder.snapshot()).toMatchObject({ phase: 'stopping', endedBy: 'store-lost' });
    append.mockRestore();
    await vi.waitFor(
      async () => expect(await bench.store.get('r1')).toMatchObject({ bytes: 34, isComplete: true }),
      5_000,
    );
  });

  it('goes on in a full store by letting go of what the server has', async () => {
    await bench.recorder.start(choice);
    for (const chunk of ['uno', 'due', 'tre']) bench.microphone?.onChunk(new Blob([chunk]));
    await settle();
    bench.network?.onProgress(6);
    const append = vi
      .spyOn(bench.store, 'append')
      .mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
    bench.microphone?.onChunk(new Blob(['quattro']));
    await settle();
    expect(append).toHaveBeenCalledTimes(2);
    expect(bench.recorder.snapshot()).toMatchObject({ phase: 'recording', storedBytes: 16 });
    expect(bench.recorder.snapshot().warnings).toContain('storage-nearly-full');
    expect(new TextDecoder().decode(await bench.store.read('r1', 6, 10))).toBe('trequattro');
    await expect(bench.store.read('r1', 0, 10)).rejects.toThrow();
  });

  it('ends when the store is full for good, and says so', async () => {
    await bench.recorder.start(choice);
    bench.microphone?.onChunk(new Blob(['uno']));
    await settle();
    vi.spyOn(bench.store, 'append').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    bench.microphone?.onChunk(new Blob(['due']));
    await settle();
    expect(bench.recorder.snapshot()).toMatchObject({ phase: 'stopping', endedBy: 'storage-full' });
    expect(await bench.store.get('r1')).toMatchObject({ bytes: 3, isComplete: true });
  });

  it('takes a file the same way', async () => {
    await bench.recorder.sendFile(choice, new File(['contenuto'], 'visita.m4a', { type: 'audio/x-m4a' }), 70);
    expect(bench.recorder.snapshot()).toMatchObject({ phase: 'stopping', storedBytes: 9 });
    expect(await bench.store.get('r1')).toMatchObject({
      source: 'upload',
      filename: 'visita.m4a',
      measuredSeconds: 70,
      extension: 'm4a',
      isComplete: true,
      bytes: 9,
    });
    await bench.recorder.cancel();
    expect(bench.recorder.snapshot().phase).toBe('idle');
    expect(await bench.store.list('u1')).toEqual([]);
  });

  it('sends what an earlier page left, from where it was', async () => {
    await bench.recorder.start(choice);
    bench.now = 7_000;
    bench.microphone?.onChunk(new Blob(['metà visita']));
    await settle();
    const [left] = await bench.store.list('u1');
    const later = new Bench(bench.name);
    expect(left && (await later.recorder.sendStored(left))).toBe(true);
    expect(later.recorder.snapshot()).toMatchObject({ phase: 'stopping', recordedBefore: 7_000, storedBytes: 12 });
    expect(await later.store.get('r1')).toMatchObject({ isComplete: true });
  });

  it('stays free while what an earlier page left is sent beside it', async () => {
    await bench.recorder.start(choice);
    bench.microphone?.onChunk(new Blob(['x']));
    await bench.recorder.stop();
    const [left] = await bench.store.list('u1');
    const later = new Bench(bench.name);
    if (left) await later.recorder.sendBeside(left);
    expect(later.recorder.snapshot().phase).toBe('idle');
    expect(later.recorder.sendingBeside()).toBe(1);
    later.network?.onDelivered();
    await settle();
    expect(later.recorder.sendingBeside()).toBe(0);
    expect(await later.store.list('u1')).toEqual([]);
  });

  it('records the next visit while the last is still on its way', async () => {
    await bench.recorder.start(choice);
    bench.microphone?.onChunk(new Blob(['prima']));
    await bench.recorder.stop();
    const first = bench.network;
    bench.recorder.letGo();
    await bench.recorder.start(choice);
    expect(bench.recorder.snapshot()).toMatchObject({ phase: 'recording', identity: { recordingId: 'r2' } });
    first?.onDelivered();
    await settle();
    expect(bench.recorder.snapshot().phase).toBe('recording');
    expect((await bench.store.list('u1')).map(({ recordingId }) => recordingId)).toEqual(['r2']);
  });

  it('keeps the last words of a recording that is let go of while the microphone is being switched off', async () => {
    await bench.recorder.start(choice);
    bench.now = 4_000;
    bench.microphone?.onChunk(new Blob(['prima ']));
    bench.lastWords = 'e ultima';
    const stopping = bench.recorder.stop();
    bench.recorder.letGo();
    await stopping;
    expect(await bench.store.get('r1')).toMatchObject({ bytes: 14, isComplete: true, recordedMs: 4_000 });
    expect(new TextDecoder().decode(await bench.store.read('r1', 0, 20))).toBe('prima e ultima');
    expect(bench.recorder.snapshot()).toMatchObject({ phase: 'idle', storedBytes: 0 });
  });

  it('begins the next recording as soon as the microphone of the last one is off', async () => {
    await bench.recorder.start(choice);
    bench.lastWords = 'ultima';
    const stopping = bench.recorder.stop();
    bench.recorder.letGo();
    await bench.recorder.start(choice);
    await stopping;
    await settle();
    expect(await bench.store.get('r1')).toMatchObject({ bytes: 6, isComplete: true });
    expect(bench.recorder.snapshot()).toMatchObject({
      phase: 'recording',
      identity: { recordingId: 'r2' },
      storedBytes: 0,
    });
  });
});
