import { beforeEach, describe, expect, it } from 'vitest';
import { MicrophoneWatch, type Finding, type Sight } from './microphone-watch';

let watch: MicrophoneWatch;
beforeEach(() => {
  watch = new MicrophoneWatch(0);
});

/** Looks four times a second until `until`, with a chunk each second, and gives what the last look found. */
function lookUntil(until: number, sight: Partial<Sight> = {}, { hasChunks = true, from = 0 } = {}): Finding {
  let last: Finding | undefined;
  for (let now = from; now <= until; now += 250) {
    if (hasChunks && now % 1_000 === 0) watch.chunkArrived(now);
    last = watch.look({ now, level: 0.1, isMuted: false, isActive: true, ...sight });
  }
  return last!;
}

const nothing: Finding = { isMuted: false, isSilent: false, isStalled: false, isLost: false, hasSlept: false };

describe('the watch over the microphone', () => {
  it('has nothing to say of a visit in which somebody speaks', () => {
    expect(lookUntil(60_000)).toEqual(nothing);
  });

  it('notices 15 seconds of silence within two, and that somebody speaks again at once', () => {
    expect(lookUntil(14_750, { level: 0 }).isSilent).toBe(false);
    expect(lookUntil(16_000, { level: 0 }, { from: 15_000 }).isSilent).toBe(true);
    expect(lookUntil(16_250, {}, { from: 16_250 }).isSilent).toBe(false);
  });

  it('notices a muted microphone at the next look', () => {
    expect(lookUntil(1_000, { isMuted: true }).isMuted).toBe(true);
    expect(lookUntil(1_250, {}, { from: 1_250 }).isMuted).toBe(false);
  });

  it('notices a device that gives nothing any more, and gives it up after ten seconds', () => {
    lookUntil(5_000);
    expect(lookUntil(7_750, {}, { hasChunks: false, from: 5_250 }).isStalled).toBe(false);
    expect(lookUntil(8_000, {}, { hasChunks: false, from: 8_000 })).toMatchObject({ isStalled: true, isLost: false });
    expect(lookUntil(15_000, {}, { hasChunks: false, from: 8_250 }).isLost).toBe(true);
  });

  it('says nothing in a pause, however long', () => {
    expect(lookUntil(120_000, { level: 0, isMuted: true, isActive: false }, { hasChunks: false })).toEqual(nothing);
  });

  it('notices that the machine slept, and does not blame the microphone for it', () => {
    lookUntil(5_000);
    const finding = watch.look({ now: 3_600_000, level: 0, isMuted: false, isActive: true });
    expect(finding).toEqual({ ...nothing, hasSlept: true });
    expect(watch.look({ now: 3_600_250, level: 0.1, isMuted: false, isActive: true }).hasSlept).toBe(false);
  });
});
