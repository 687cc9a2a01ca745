export const speeds = [1, 1.25, 1.5, 2] as const;
export type Speed = (typeof speeds)[number];

/** How far the arrow keys and the buttons beside 'play' go. */
export const stepSeconds = 5;

export interface DeckState {
  isPlaying: boolean;
  second: number;
  /** In seconds; what the consultation says until the browser knows better. */
  duration: number;
  speed: Speed;
  trouble: SoundTrouble | null;
}

/**
 * The address did not do, as one that was signed an hour ago: another is asked for (`address`), and tried (`reloading`).
 * Where it does not do either, nothing comes from the server, or the browser cannot play what comes.
 */
export type SoundTrouble = 'address' | 'reloading' | 'unreachable' | 'unplayable';

/** So soon after another address was given, the address is not what fails. */
const renewalMilliseconds = 60_000;

/** A second press while the first waits for sound, or a browser that wants one more press: nothing is broken. */
const harmless: readonly string[] = ['AbortError', 'NotAllowedError'];

/** The sound of a visit as its player, the report and the transcript share it. Silent until an element is attached. */
export class AudioDeck {
  private audio: HTMLAudioElement | null = null;
  private state: DeckState;
  private readonly listeners = new Set<() => void>();
  /** Where the sound goes on once it comes again. */
  private broken: Pick<DeckState, 'isPlaying' | 'second'> = { isPlaying: false, second: 0 };
  private renewedAt = -Infinity;

  constructor(knownSeconds: number) {
    this.state = { isPlaying: false, second: 0, duration: knownSeconds, speed: 1, trouble: null };
  }

  /** The element that plays, as a callback for `ref`. */
  readonly attach = (audio: HTMLAudioElement): (() => void) => {
    this.audio = audio;
    const heard: [string, () => void][] = [
      ['play', () => this.set({ isPlaying: true, trouble: null })],
      ['pause', () => this.set({ isPlaying: false })],
      ['timeupdate', () => this.set({ second: audio.currentTime })],
      ['durationchange', () => this.measure(audio)],
      ['loadedmetadata', () => this.goOn()],
      ['error', () => this.fail(audio.error?.code === MediaError.MEDIA_ERR_NETWORK ? 'unreachable' : 'unplayable')],
    ];
    for (const [name, listener] of heard) audio.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of heard) audio.removeEventListener(name, listener);
      this.audio = null;
    };
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getState = (): DeckState => this.state;

  readonly playFrom = (second: number): void => {
    this.seek(second);
    this.play();
  };

  readonly seek = (second: number): void => {
    if (!this.audio) return;
    this.audio.currentTime = Math.max(0, second);
    this.set({ second: this.audio.currentTime });
  };

  /** Some seconds on, or back. */
  readonly move = (seconds: number): void => {
    if (this.audio) this.seek(this.audio.currentTime + seconds);
  };

  readonly toggle = (): void => {
    if (this.audio?.paused === false) this.audio.pause();
    else this.play();
  };

  readonly setSpeed = (speed: Speed): void => {
    if (this.audio) this.audio.playbackRate = speed;
    this.set({ speed });
  };

  /** Another address has come: it is tried from the second at which the last one failed. */
  readonly reload = (): void => {
    if (this.state.trouble !== 'address') return;
    this.set({ trouble: 'reloading' });
    this.audio?.load();
  };

  /** After a failure, a press asks for another address and plays that. */
  private play(): void {
    if (this.state.trouble) this.renew({ isPlaying: true, second: this.state.second });
    else
      this.audio?.play().catch((error: unknown) => {
        if (!(error instanceof DOMException && harmless.includes(error.name))) this.fail('unplayable');
      });
  }

  private fail(trouble: SoundTrouble): void {
    const { isPlaying, second } = this.state;
    if (this.state.trouble === 'address') return;
    const isRenewed = this.state.trouble !== null || Date.now() - this.renewedAt < renewalMilliseconds;
    if (isRenewed) this.set({ isPlaying: false, trouble });
    else this.renew({ isPlaying, second });
  }

  private renew(broken: typeof this.broken): void {
    this.broken = broken;
    this.renewedAt = Date.now();
    this.set({ isPlaying: false, trouble: 'address' });
  }

  private goOn(): void {
    if (this.audio) this.audio.playbackRate = this.state.speed;
    if (this.state.trouble === null) return;
    this.set({ trouble: null });
    this.seek(this.broken.second);
    if (this.broken.isPlaying) this.play();
  }

  /** A recording made in the browser has no length in its header: then the consultation's own stands. */
  private measure({ duration }: HTMLAudioElement): void {
    if (Number.isFinite(duration) && duration > 0) this.set({ duration });
  }

  private set(change: Partial<DeckState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}
