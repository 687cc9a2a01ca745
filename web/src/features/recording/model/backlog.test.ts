import { describe, expect, it } from 'vitest';
import { backlogOf, withReading, type Reading } from './backlog';

/** An engine that turns `speed` seconds of audio into text each second, read every 20 s. */
function readingsOf(speed: number, until: number): readonly Reading[] {
  let readings: readonly Reading[] = [];
  for (let at = 0; at <= until; at += 20)
    readings = withReading(readings, { at: at * 1_000, transcribedSeconds: at * speed });
  return readings;
}

describe('the backlog of the transcription', () => {
  it('is nothing to speak of while the engine keeps up', () => {
    expect(backlogOf(200, readingsOf(1, 180))).toBeNull();
    expect(backlogOf(25, [])).toBeNull();
  });

  it('is told with the time that the engine needs at its own speed', () => {
    // After five minutes an engine at a third of the speed of speech has heard a hundred seconds.
    expect(backlogOf(300, readingsOf(1 / 3, 300))).toEqual({ seconds: 200, waitSeconds: 600 });
  });

  it('has no estimate before the engine has shown its speed', () => {
    expect(backlogOf(90, [])).toEqual({ seconds: 90, waitSeconds: null });
    expect(backlogOf(90, [{ at: 0, transcribedSeconds: 12 }])).toEqual({ seconds: 78, waitSeconds: null });
  });

  it('follows the present speed: what the engine was an hour ago does not count', () => {
    let readings = readingsOf(1, 600);
    for (let at = 620; at <= 800; at += 20)
      readings = withReading(readings, { at: at * 1_000, transcribedSeconds: 600 + (at - 600) / 2 });
    expect(backlogOf(800, readings)).toEqual({ seconds: 100, waitSeconds: 200 });
  });

  it('does not take old news for new', () => {
    const readings = withReading([], { at: 1_000, transcribedSeconds: 20 });
    expect(withReading(readings, { at: 2_000, transcribedSeconds: 20 })).toBe(readings);
  });
});
