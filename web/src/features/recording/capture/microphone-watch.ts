const silenceAfterMilliseconds = 15_000;
const stalledAfterMilliseconds = 3_000;
const lostAfterMilliseconds = 10_000;
/** Looks come every quarter of a second, every second in a hidden page: a gap like this was sleep. */
const sleepMilliseconds = 10_000;
/** Below this loudness nobody is speaking, in any room. */
const quietLevel = 0.004;

/** What can be seen of a microphone that records, at one moment. */
export interface Sight {
  now: number;
  /** Loudness, 0 to 1. */
  level: number;
  isMuted: boolean;
  /** Recording, not in a pause. */
  isActive: boolean;
}

export interface Finding {
  isMuted: boolean;
  /** Nobody has been heard for 15 s. */
  isSilent: boolean;
  /** The device gives no audio though nobody said that it is gone: a headset out of reach, a driver after sleep. */
  isStalled: boolean;
  /** The same for so long that another microphone should be tried. */
  isLost: boolean;
  /** Since the last look the machine was asleep, or the page frozen. */
  hasSlept: boolean;
}

/** Judges from look to look what the doctor should know; apart from devices and timers, which report to it. */
export class MicrophoneWatch {
  private heardAt: number;
  private chunkAt: number;
  private lookedAt: number;

  /** The microphone begins, or begins again. */
  constructor(now: number) {
    this.heardAt = now;
    this.chunkAt = now;
    this.lookedAt = now;
  }

  chunkArrived(now: number): void {
    this.chunkAt = now;
  }

  look({ now, level, isMuted, isActive }: Sight): Finding {
    const gap = now - this.lookedAt;
    this.lookedAt = now;
    const hasSlept = isActive && gap >= sleepMilliseconds;
    if (!isActive || hasSlept) this.chunkAt = now;
    if (!isActive || hasSlept || level > quietLevel) this.heardAt = now;
    const withoutChunk = now - this.chunkAt;
    return {
      isMuted: isActive && isMuted,
      isSilent: now - this.heardAt >= silenceAfterMilliseconds,
      isStalled: withoutChunk >= stalledAfterMilliseconds,
      isLost: withoutChunk >= lostAfterMilliseconds,
      hasSlept,
    };
  }
}
