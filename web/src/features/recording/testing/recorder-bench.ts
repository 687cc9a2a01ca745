import 'fake-indexeddb/auto';
import { afterEach, beforeEach, vi } from 'vitest';
import { ApiError } from '@/shared/api/errors';
import { ChunkStore } from '../capture/chunk-store';
import type { DeliveryEvents } from '../capture/delivery';
import type { Microphone, MicrophoneEvents } from '../capture/microphone';
import { Recorder } from '../capture/recorder';
import type { RecorderParts } from '../capture/recorder-parts';

/** What the doctor chose for the visits of the tests. */
export const choice = { userId: 'u1', patientId: 'p1', visita: 'prima_visita' } as const;

/** Lets everything under way go through its steps: counted in turns, not in time, so that a busy machine changes nothing. */
export async function settle() {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** A microphone and a network that do what the test says. */
export class Bench {
  now = 0;
  /** By how much the computer's clock was set, and how long the machine has slept. */
  clockSet = 0;
  asleep = 0;
  level = 0.1;
  microphone: MicrophoneEvents | undefined;
  network: DeliveryEvents | undefined;
  readonly opened = vi.fn();
  readonly stopped = vi.fn();
  readonly awakened = vi.fn();
  readonly store: ChunkStore;
  readonly recorder: Recorder;
  failToOpen = false;
  isSlowToOpen = false;
  finishOpening: () => void = () => undefined;
  readonly paused = vi.fn();
  readonly resumed = vi.fn();
  /** What the microphone hands over as it is switched off. */
  lastWords: string | undefined;
  isMuted = false;
  isStorageFull = false;
  longest = Infinity;
  /** What this tab and others hold. */
  readonly claims: Set<string>;
  private pluggedIn: (() => void) | undefined;

  constructor(
    readonly name: string,
    claims = new Set<string>(),
  ) {
    this.claims = claims;
    this.store = new ChunkStore(name);
    let ids = 0;
    const parts: RecorderParts = {
      store: this.store,
      format: () => ({ mime: 'audio/webm;codecs=opus', extension: 'webm' }),
      openMicrophone: (_format, events) => this.open(events),
      deliver: (_store, _id, events) => {
        this.network = events;
        return { start: vi.fn(), wake: this.awakened, tryNow: vi.fn(), stop: () => Promise.resolve() };
      },
      followInputs: (onChange) => {
        this.pluggedIn = onChange;
        return () => (this.pluggedIn = undefined);
      },
      claim: (id) => {
        if (this.claims.has(id)) return Promise.resolve(null);
        this.claims.add(id);
        return Promise.resolve(() => void this.claims.delete(id));
      },
      keepAwake: () => vi.fn(),
      isStorageNearlyFull: () => Promise.resolve(this.isStorageFull),
      longestRecording: () => Promise.resolve(this.longest),
      newId: () => `r${(ids += 1)}`,
      now: () => this.now + this.clockSet,
      soundTime: () => this.now - this.asleep,
    };
    this.recorder = new Recorder(parts);
  }

  /** A device is plugged in. */
  plugIn(): void {
    this.pluggedIn?.();
  }

  private async open(events: MicrophoneEvents): Promise<Microphone> {
    this.opened();
    if (this.failToOpen) throw new ApiError({ code: 'microphone_denied', message: 'denied', status: 0 });
    if (this.isSlowToOpen) await new Promise<void>((resolve) => (this.finishOpening = resolve));
    this.microphone = events;
    return {
      meter: { level: () => this.level, close: vi.fn() } as unknown as Microphone['meter'],
      isMuted: () => this.isMuted,
      start: vi.fn(),
      pause: this.paused,
      resume: this.resumed,
      stop: () => {
        this.stopped();
        const last = this.lastWords;
        return Promise.resolve().then(() => {
          if (last !== undefined) events.onChunk(new Blob([last]));
        });
      },
    };
  }
}

/** The bench of the test that runs. */
export let bench: Bench;
let benches = 0;

/** Gives each test of the file a bench with a store of its own, and the clock back at its end. */
export function benchForEachTest(): void {
  beforeEach(() => {
    benches += 1;
    bench = new Bench(`recorder-${benches}`);
  });
  afterEach(() => vi.useRealTimers());
}
