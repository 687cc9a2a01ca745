import type { Microphone, MicrophoneEvents } from './microphone';
import { MicrophoneWatch, type Finding } from './microphone-watch';

/** What a capture needs from the browser. */
export interface CaptureParts {
  open: (events: MicrophoneEvents) => Promise<Microphone>;
  /** Calls back when a device is plugged in or taken out. */
  followInputs: (onChange: () => void) => () => void;
  now: () => number;
}

export interface CaptureEvents {
  onChunk: (chunk: Blob) => void;
  /** What the last look at the microphone found. */
  onLook: (finding: Finding) => void;
  /** The microphone went away; another took its place, at once or when it was plugged in. */
  onReplaced: () => void;
  /** The microphone went away and there is no other. */
  onLost: () => void;
}

const lookMilliseconds = 250;

/** The microphones of one recording, one after the other: a device that goes away is replaced by whatever is left. */
export class Capture {
  private readonly parts: CaptureParts;
  private readonly events: CaptureEvents;
  private microphone: Microphone | undefined;
  private watch: MicrophoneWatch;
  private timer: ReturnType<typeof setInterval> | undefined;
  private leaveInputs: (() => void) | undefined;
  private replacement: Promise<void> | undefined;
  private isPaused = false;
  private isOver = false;

  constructor(parts: CaptureParts, events: CaptureEvents) {
    this.parts = parts;
    this.events = events;
    this.watch = new MicrophoneWatch(parts.now());
  }

  /** Asks for the microphone. Throws `microphone_denied` or `microphone_failed`. */
  async open(): Promise<void> {
    this.microphone = await this.parts.open(this.microphoneEvents());
  }

  /** From here on there are chunks. */
  begin(): void {
    this.watch = new MicrophoneWatch(this.parts.now());
    this.microphone?.start();
    this.timer = setInterval(() => this.look(), lookMilliseconds);
  }

  level(): number {
    return this.microphone?.meter.level() ?? 0;
  }

  pause(): void {
    this.isPaused = true;
    this.microphone?.pause();
  }

  /** Goes on after a pause, or with another microphone when the last one is gone; throws when there is none. */
  async resume(): Promise<void> {
    const wasPaused = this.isPaused;
    this.isPaused = false;
    try {
      if (this.microphone) this.microphone.resume();
      else await this.replace();
    } catch (error) {
      this.isPaused = wasPaused;
      throw error;
    }
    this.watch = new MicrophoneWatch(this.parts.now());
  }

  /** Ends after the last chunk was handed over. */
  async end(): Promise<void> {
    this.isOver = true;
    clearInterval(this.timer);
    this.leaveInputs?.();
    const microphone = this.microphone;
    this.microphone = undefined;
    await microphone?.stop();
  }

  private microphoneEvents(): MicrophoneEvents {
    return {
      onChunk: (chunk) => {
        this.watch.chunkArrived(this.parts.now());
        this.events.onChunk(chunk);
        // Timers of a hidden page hardly run; chunks come all the same.
        this.look();
      },
      onMutedChange: () => this.look(),
      onLost: () => void this.recover(),
    };
  }

  private look(): void {
    if (this.isOver || !this.microphone) return;
    const finding = this.watch.look({
      now: this.parts.now(),
      level: this.level(),
      isMuted: this.microphone.isMuted(),
      isActive: !this.isPaused,
    });
    this.events.onLook(finding);
    if (finding.isLost) void this.recover();
  }

  private async recover(): Promise<void> {
    if (this.isOver || this.replacement) return;
    const lost = this.microphone;
    this.microphone = undefined;
    await lost?.stop();
    if (this.isPaused) {
      this.events.onLost();
      return;
    }
    try {
      await this.replace();
      this.tellReplaced();
    } catch {
      this.events.onLost();
      this.waitForAnother();
    }
  }

  private waitForAnother(): void {
    this.leaveInputs?.();
    this.leaveInputs = this.parts.followInputs(() => {
      if (this.microphone || this.isOver || this.isPaused) return;
      this.replace().then(
        () => this.tellReplaced(),
        () => undefined,
      );
    });
  }

  /** Who has paused meanwhile goes on by hand, as after every pause. */
  private tellReplaced(): void {
    if (!this.isPaused && !this.isOver) this.events.onReplaced();
  }

  /** One at a time: devices announce themselves more than once. */
  private replace(): Promise<void> {
    this.replacement ??= this.openAnother().finally(() => {
      this.replacement = undefined;
    });
    return this.replacement;
  }

  private async openAnother(): Promise<void> {
    const microphone = await this.parts.open(this.microphoneEvents());
    if (this.isOver) {
      await microphone.stop();
      return;
    }
    this.leaveInputs?.();
    this.watch = new MicrophoneWatch(this.parts.now());
    this.microphone = microphone;
    microphone.start();
    if (this.isPaused) microphone.pause();
  }
}
