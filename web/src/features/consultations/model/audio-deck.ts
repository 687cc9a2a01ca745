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
  /** The browser could not play the sound. */
  hasFailed: boolean;
}

/** The sound of a visit as its player, the report and the transcript share it. Silent until an element is attached. */
export class AudioDeck {
  private audio: HTMLAudioElement | null = null;
  private state: DeckState;
  private readonly listeners = new Set<() => void>();

  constructor(knownSeconds: number) {
    this.state = { isPlaying: false, second: 0, duration: knownSeconds, speed: 1, hasFailed: false };
  }

  /** The element that plays, as a callback for `ref`. */
  readonly attach = (audio: HTMLAudioElement): (() => void) => {
    this.audio = audio;
    const heard: [string, () => void][] = [
      ['play', () => this.set({ isPlaying: true, hasFailed: false })],
      ['pause', () => this.set({ isPlaying: false })],
      ['timeupdate', () => this.set({ second: audio.currentTime })],
      ['durationchange', () => this.measure(audio)],
      ['error', () => this.set({ isPlaying: false, hasFailed: true })],
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

  private play(): void {
    this.audio?.play().catch((error: unknown) => {
      // A second press while the first still waits for sound interrupts it: no failure.
      const isInterrupted = error instanceof DOMException && error.name === 'AbortError';
      if (!isInterrupted) this.set({ hasFailed: true });
    });
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
