import { describe, expect, it } from 'vitest';
import { AwakeClock } from './awake-clock';

describe('the clock of the sound', () => {
  it('goes on smoothly while it is read, and leaves out the time in which the machine slept', () => {
    let elapsed = 1_000;
    const clock = new AwakeClock(() => elapsed);
    const begin = clock.now();
    for (; elapsed < 61_000; elapsed += 250) clock.now();
    expect(clock.now() - begin).toBe(60_000);
    elapsed += 5 * 3_600_000;
    expect(clock.now() - begin).toBe(60_000);
    elapsed += 1_000;
    expect(clock.now() - begin).toBe(61_000);
  });

  it('counts a page that was held up for some seconds: its sound comes all the same', () => {
    let elapsed = 0;
    const clock = new AwakeClock(() => elapsed);
    elapsed = 9_000;
    expect(clock.now()).toBe(9_000);
  });
});
