/** How much of a recording was text at a moment. */
export interface Reading {
  at: number;
  transcribedSeconds: number;
}

export interface Backlog {
  /** Seconds of audio that are not text yet. */
  seconds: number;
  /** Seconds until they are, at the speed of the engine until now; null before it is known. */
  waitSeconds: number | null;
}

const readingsKept = 6;
/** Pieces last up to 28 s and are sent at the next pause: less than this is the ordinary way. */
const ordinarySeconds = 60;

/** Adds a reading when there is news; the last few tell the engine's present speed. */
export function withReading(readings: readonly Reading[], reading: Reading): readonly Reading[] {
  const last = readings.at(-1);
  if (last && last.transcribedSeconds >= reading.transcribedSeconds) return readings;
  return [...readings, reading].slice(-readingsKept);
}

/** Seconds of audio that become text in a second; null before two readings. */
function speedOf(readings: readonly Reading[]): number | null {
  const [first, last] = [readings[0], readings.at(-1)];
  if (!first || !last || last.at <= first.at) return null;
  return (1_000 * (last.transcribedSeconds - first.transcribedSeconds)) / (last.at - first.at);
}

/** What is still to be transcribed of so many recorded seconds; null while the engine keeps up. */
export function backlogOf(recordedSeconds: number, readings: readonly Reading[]): Backlog | null {
  const seconds = recordedSeconds - (readings.at(-1)?.transcribedSeconds ?? 0);
  if (seconds < ordinarySeconds) return null;
  const speed = speedOf(readings);
  return { seconds, waitSeconds: speed === null ? null : Math.ceil(seconds / speed) };
}
