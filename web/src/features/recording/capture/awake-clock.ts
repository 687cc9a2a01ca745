/** It is read several times a second while a recording runs: a gap like this was sleep, in which nothing was heard. */
const sleepMilliseconds = 10_000;

/**
 * The time by which a recording is measured: it stands still while the machine sleeps, and a computer that sets its
 * clock changes nothing. `elapsed` never goes back, but may go on in a sleep or not: browsers differ.
 */
export class AwakeClock {
  private readonly elapsed: () => number;
  private asleep = 0;
  private readAt: number;

  constructor(elapsed: () => number) {
    this.elapsed = elapsed;
    this.readAt = elapsed();
  }

  /** Milliseconds, from any beginning. */
  now(): number {
    const at = this.elapsed();
    if (at - this.readAt >= sleepMilliseconds) this.asleep += at - this.readAt;
    this.readAt = at;
    return at - this.asleep;
  }
}
