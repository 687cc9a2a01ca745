import { describe, expect, it, vi } from 'vitest';
import { bench, benchForEachTest, choice, settle } from '../testing/recorder-bench';

benchForEachTest();

describe('the microphones of a recording', () => {
  it('goes on with another microphone when the device is unplugged', async () => {
    await bench.recorder.start(choice);
    bench.microphone?.onLost();
    await settle();
    expect(bench.opened).toHaveBeenCalledTimes(2);
    expect(bench.recorder.snapshot()).toMatchObject({ phase: 'recording', warnings: ['replaced'] });
  });

  it('is interrupted, not lost, when there is no other microphone, and resumes', async () => {
    await bench.recorder.start(choice);
    bench.failToOpen = true;
    bench.microphone?.onLost();
    await settle();
    expect(bench.recorder.snapshot().phase).toBe('interrupted');
    bench.failToOpen = false;
    await bench.recorder.resume();
    expect(bench.recorder.snapshot().phase).toBe('recording');
  });

  it('says so after 15 seconds of silence, and stops saying so when someone speaks', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await bench.recorder.start(choice);
    bench.level = 0;
    for (bench.now = 1_000; bench.now < 15_000; bench.now += 1_000) bench.microphone?.onChunk(new Blob(['x']));
    expect(bench.recorder.snapshot().warnings).toEqual([]);
    vi.advanceTimersByTime(250);
    expect(bench.recorder.snapshot().warnings).toEqual(['silent']);
    bench.level = 0.1;
    vi.advanceTimersByTime(250);
    expect(bench.recorder.snapshot().warnings).toEqual([]);
  });

  it('goes on by itself when a microphone is plugged in again, in the same recording', async () => {
    await bench.recorder.start(choice);
    bench.failToOpen = true;
    bench.microphone?.onLost();
    await settle();
    expect(bench.recorder.snapshot().phase).toBe('interrupted');
    bench.failToOpen = false;
    bench.plugIn();
    bench.plugIn();
    await settle();
    expect(bench.opened).toHaveBeenCalledTimes(3);
    bench.microphone?.onChunk(new Blob(['dopo']));
    await settle();
    expect(bench.recorder.snapshot()).toMatchObject({ phase: 'recording', storedBytes: 4, warnings: ['replaced'] });
    expect(bench.recorder.snapshot().identity?.recordingId).toBe('r1');
  });

  it('waits for the doctor when the microphone goes away in a pause', async () => {
    await bench.recorder.start(choice);
    bench.recorder.pause();
    bench.microphone?.onLost();
    await settle();
    expect(bench.opened).toHaveBeenCalledTimes(1);
    expect(bench.recorder.snapshot().phase).toBe('interrupted');
    await bench.recorder.resume();
    expect(bench.recorder.snapshot().phase).toBe('recording');
  });

  it('says within two seconds that the microphone is muted, also from the start and after a pause', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    bench.isMuted = true;
    await bench.recorder.start(choice);
    vi.advanceTimersByTime(250);
    expect(bench.recorder.snapshot().warnings).toEqual(['muted']);
    bench.recorder.pause();
    await bench.recorder.resume();
    expect(bench.recorder.snapshot().warnings).toEqual([]);
    vi.advanceTimersByTime(250);
    expect(bench.recorder.snapshot().warnings).toEqual(['muted']);
    bench.isMuted = false;
    bench.microphone?.onMutedChange();
    expect(bench.recorder.snapshot().warnings).toEqual([]);
  });

  it('tries another microphone when the present one gives nothing any more', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await bench.recorder.start(choice);
    for (bench.now = 250; bench.now < 3_000; bench.now += 250) vi.advanceTimersByTime(250);
    expect(bench.recorder.snapshot().warnings).toEqual([]);
    vi.advanceTimersByTime(250);
    expect(bench.recorder.snapshot().warnings).toEqual(['stalled']);
    for (; bench.now <= 10_000; bench.now += 250) vi.advanceTimersByTime(250);
    await settle();
    expect(bench.opened).toHaveBeenCalledTimes(2);
    expect(bench.recorder.snapshot()).toMatchObject({ phase: 'recording' });
    expect(bench.recorder.snapshot().warnings).toContain('replaced');
  });

  it('stays in a pause that begins while another microphone is being opened', async () => {
    await bench.recorder.start(choice);
    bench.now = 5_000;
    bench.isSlowToOpen = true;
    bench.microphone?.onLost();
    await settle();
    bench.recorder.pause();
    bench.finishOpening();
    await settle();
    bench.now = 65_000;
    expect(bench.opened).toHaveBeenCalledTimes(2);
    expect(bench.paused).toHaveBeenCalledTimes(1);
    expect(bench.recorder.snapshot().phase).toBe('paused');
    expect(bench.recorder.recordedNow()).toBe(5_000);
    await bench.recorder.resume();
    expect(bench.resumed).toHaveBeenCalledTimes(1);
    expect(bench.recorder.snapshot().phase).toBe('recording');
  });

  it('records when the doctor has paused and gone on while another microphone was being opened', async () => {
    await bench.recorder.start(choice);
    bench.isSlowToOpen = true;
    bench.microphone?.onLost();
    await settle();
    bench.recorder.pause();
    const resuming = bench.recorder.resume();
    bench.finishOpening();
    await resuming;
    expect(bench.paused).not.toHaveBeenCalled();
    expect(bench.recorder.snapshot().phase).toBe('recording');
  });
});
