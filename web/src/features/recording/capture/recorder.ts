import { toApiError } from '@/shared/api/errors';
import type { RecordingRow, VisitType } from '@/shared/api/database';
import { announcedType, storedExtension } from '../model/audio-file';
import { bareType, type AudioFormat } from '../model/audio-formats';
import { consentVersion } from '../model/consent';
import {
  idleState,
  isCapturing,
  recordedMilliseconds,
  recordingReducer,
  type Failure,
  type RecordingAction,
  type RecordingIdentity,
  type RecordingState,
} from '../model/recording-state';
import type { ChunkStore, StoredRecording } from './chunk-store';
import type { DeliveryEvents } from './delivery';
import type { Microphone, MicrophoneEvents } from './microphone';

/** What the recorder needs from the browser and the network. */
export interface RecorderParts {
  store: ChunkStore;
  format: () => AudioFormat;
  openMicrophone: (format: AudioFormat, events: MicrophoneEvents) => Promise<Microphone>;
  deliver: (store: ChunkStore, id: string, events: DeliveryEvents) => RecorderDelivery;
  /** Makes the recording this tab's own; null when another tab has it. */
  claim: (id: string) => Promise<(() => void) | null>;
  keepAwake: () => () => void;
  isStorageNearlyFull: () => Promise<boolean>;
  newId: () => string;
  now: () => number;
}

export interface RecorderDelivery {
  start: () => void;
  wake: () => void;
  tryNow: () => void;
  stop: (forGood?: boolean) => Promise<void>;
}

export interface VisitChoice {
  userId: string;
  patientId: string;
  visita: VisitType;
}

const watchMilliseconds = 250;
const silenceAfterMilliseconds = 15_000;
/** Below this loudness nobody is speaking, in any room. */
const quietLevel = 0.004;
const storageCheckTurns = 40;
const worthKeepingMilliseconds = 10_000;
const filePieceBytes = 1024 * 1024;

/**
 * Joins microphone, browser store and upload under the one reducer. It lives beside the pages, not in them: a
 * recording outlasts a page that is left, and a sign-in in between.
 */
export class Recorder {
  private readonly parts: RecorderParts;
  private readonly listeners = new Set<() => void>();
  private state: RecordingState = idleState;
  private microphone: Microphone | undefined;
  private format: AudioFormat | undefined;
  /** Everything on its way to the server: the recording of this page, and those that it has let go of. */
  private readonly deliveries = new Map<string, RecorderDelivery>();
  /** What each recording holds: its claim, the wake lock. */
  private readonly holds = new Map<string, (() => void)[]>();
  private watch: ReturnType<typeof setInterval> | undefined;
  private heardAt = 0;
  private turns = 0;
  /** Chunks are written one after the other: the next waits for this. */
  private writing: Promise<void> = Promise.resolve();

  constructor(parts: RecorderParts) {
    this.parts = parts;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): RecordingState => this.state;

  /** How many recordings that nobody follows are on their way. */
  readonly sendingBeside = (): number => {
    const own = this.state.identity?.recordingId;
    return this.deliveries.size - (own !== undefined && this.deliveries.has(own) ? 1 : 0);
  };

  recordedNow(): number {
    return recordedMilliseconds(this.state, this.parts.now());
  }

  /** Loudness at this moment, 0 to 1. */
  level(): number {
    return this.state.phase === 'recording' ? (this.microphone?.meter.level() ?? 0) : 0;
  }

  /** Opens the microphone and begins. Throws an ApiError when there is no microphone, format or room. */
  async start(choice: VisitChoice): Promise<void> {
    const format = this.parts.format();
    this.format = format;
    const microphone = await this.parts.openMicrophone(format, this.microphoneEvents());
    try {
      const identity: RecordingIdentity = { ...choice, recordingId: this.parts.newId(), source: 'recording' };
      await this.keep(identity, bareType(format.mime), format.extension);
      this.microphone = microphone;
      this.dispatch({ type: 'started', identity, at: this.parts.now() });
      this.hold(identity.recordingId, this.parts.keepAwake());
      microphone.start();
      this.watchMicrophone();
      this.send(identity.recordingId);
    } catch (error) {
      await microphone.stop();
      throw error;
    }
  }

  pause(): void {
    if (this.state.phase !== 'recording') return;
    this.microphone?.pause();
    this.dispatch({ type: 'paused', at: this.parts.now() });
  }

  /** Goes on after a pause, or with a new microphone after the old one was lost. */
  async resume(): Promise<void> {
    if (this.state.phase === 'interrupted') await this.replaceMicrophone();
    else this.microphone?.resume();
    this.heardAt = this.parts.now();
    this.dispatch({ type: 'continued', at: this.parts.now() });
  }

  async stop(): Promise<void> {
    if (!isCapturing(this.state) || !this.state.identity) return;
    const { recordingId } = this.state.identity;
    this.dispatch({ type: 'stopRequested', at: this.parts.now() });
    await this.endCapture();
    await this.parts.store.update(recordingId, { isComplete: true, recordedMs: this.recordedNow() });
    this.deliveries.get(recordingId)?.wake();
  }

  /** Keeps a chosen file as if it had been recorded, and sends it the same way. */
  async sendFile(choice: VisitChoice, file: File): Promise<void> {
    const id = this.parts.newId();
    const identity: RecordingIdentity = { ...choice, recordingId: id, source: 'upload', filename: file.name };
    await this.keep(identity, announcedType(file), storedExtension(file));
    for (let offset = 0; offset < file.size; offset += filePieceBytes) {
      const piece = await file.slice(offset, offset + filePieceBytes).arrayBuffer();
      await this.parts.store.append(id, piece, 0);
    }
    await this.parts.store.update(id, { isComplete: true });
    this.dispatch({ type: 'fileChosen', identity, bytes: file.size });
    this.send(id);
  }

  /** Sends what an earlier page left behind, with this page following. Returns false when another tab is at it. */
  async sendStored(stored: StoredRecording): Promise<boolean> {
    const { recordingId, userId, patientId, visita, source, filename, bytes, recordedMs } = stored;
    const identity = { recordingId, userId, patientId, visita, source, ...(filename ? { filename } : {}) };
    return this.sendAgain(stored, () => this.dispatch({ type: 'sendingResumed', identity, bytes, recordedMs }));
  }

  /** The same without anybody following: the recorder stays free. */
  async sendBeside(stored: StoredRecording): Promise<boolean> {
    return this.sendAgain(stored, () => this.notify());
  }

  /** Does not wait for the next try of the upload. */
  sendNow(): void {
    this.deliveries.forEach((delivery) => delivery.tryNow());
  }

  /** Gives the recording up, here and on the server. */
  async cancel(): Promise<void> {
    const { identity } = this.state;
    await this.endCapture();
    if (identity) {
      await this.deliveries.get(identity.recordingId)?.stop(true);
      await this.parts.store.remove(identity.recordingId);
      this.release(identity.recordingId);
    }
    this.dispatch({ type: 'cancelled' });
  }

  /** Takes over what the server says of the recording. */
  report(row: RecordingRow): void {
    if (row.id === this.state.identity?.recordingId) this.dispatch({ type: 'serverReported', row });
  }

  clear(): void {
    this.dispatch({ type: 'cleared' });
  }

  /** Stops following: what is on its way arrives by itself, and the next recording may begin. */
  letGo(): void {
    this.dispatch({ type: 'letGo' });
  }

  private dispatch(action: RecordingAction): void {
    const next = recordingReducer(this.state, action);
    if (next === this.state) return;
    this.state = next;
    this.notify();
  }

  private notify(): void {
    this.listeners.forEach((listener) => listener());
  }

  /** For a recording that may have been let go of meanwhile. */
  private dispatchFor(id: string, action: RecordingAction): void {
    if (this.state.identity?.recordingId === id) this.dispatch(action);
  }

  private async keep(identity: RecordingIdentity, mime: string, extension: string): Promise<void> {
    const release = await this.parts.claim(identity.recordingId);
    if (release) this.hold(identity.recordingId, release);
    await this.parts.store.create({
      ...identity,
      mime,
      extension,
      consentVersion,
      startedAt: new Date(this.parts.now()).toISOString(),
      bytes: 0,
      recordedMs: 0,
      isComplete: false,
      isRefused: false,
      uploadUrl: null,
    });
  }

  private microphoneEvents(): MicrophoneEvents {
    return {
      onChunk: (chunk) => this.write(chunk),
      onMutedChange: (isMuted) => this.dispatch({ type: 'warned', warning: 'muted', isOn: isMuted }),
      onLost: () => void this.recoverMicrophone(),
    };
  }

  private write(chunk: Blob): void {
    const id = this.state.identity?.recordingId;
    if (!id) return;
    const recordedMs = this.recordedNow();
    this.writing = this.writing
      .then(async () => this.parts.store.append(id, await chunk.arrayBuffer(), recordedMs))
      .then(() => {
        this.dispatch({ type: 'chunkStored', bytes: chunk.size });
        this.deliveries.get(id)?.wake();
      })
      .catch((error: unknown) => this.storeFailed(error));
  }

  /** No room, or no store any more: what was kept until here is complete and goes to the server. */
  private storeFailed(error: unknown): void {
    this.dispatch({ type: 'warned', warning: 'storage-nearly-full', isOn: true });
    this.dispatch({ type: 'deliveryChanged', status: 'waiting', problem: toApiError(error) });
    void this.stop();
  }

  /** A device that went away is replaced by whatever microphone is left; else the recording is interrupted. */
  private async recoverMicrophone(): Promise<void> {
    if (this.state.phase !== 'recording') {
      this.dispatch({ type: 'microphoneLost', at: this.parts.now() });
      return;
    }
    try {
      await this.replaceMicrophone();
      this.dispatch({ type: 'warned', warning: 'replaced', isOn: true });
    } catch {
      this.dispatch({ type: 'microphoneLost', at: this.parts.now() });
    }
  }

  private async replaceMicrophone(): Promise<void> {
    if (!this.format) return;
    const microphone = await this.parts.openMicrophone(this.format, this.microphoneEvents());
    if (!isCapturing(this.state)) {
      await microphone.stop();
      return;
    }
    microphone.start();
    this.microphone = microphone;
  }

  private async endCapture(): Promise<void> {
    clearInterval(this.watch);
    const microphone = this.microphone;
    this.microphone = undefined;
    await microphone?.stop();
    await this.writing;
  }

  private watchMicrophone(): void {
    this.heardAt = this.parts.now();
    this.watch = setInterval(() => {
      const now = this.parts.now();
      if (this.state.phase !== 'recording' || this.level() > quietLevel) this.heardAt = now;
      const isSilent = now - this.heardAt >= silenceAfterMilliseconds;
      this.dispatch({ type: 'warned', warning: 'silent', isOn: isSilent });
      this.turns += 1;
      if (this.turns % storageCheckTurns === 0) void this.checkStorage();
    }, watchMilliseconds);
  }

  private async checkStorage(): Promise<void> {
    const isOn = await this.parts.isStorageNearlyFull();
    this.dispatch({ type: 'warned', warning: 'storage-nearly-full', isOn });
  }

  private async sendAgain({ recordingId }: StoredRecording, begin: () => void): Promise<boolean> {
    if (this.deliveries.has(recordingId)) return true;
    const release = await this.parts.claim(recordingId);
    if (!release) return false;
    this.hold(recordingId, release);
    await this.parts.store.update(recordingId, { isComplete: true });
    begin();
    this.send(recordingId);
    return true;
  }

  private send(id: string): void {
    const delivery = this.parts.deliver(this.parts.store, id, {
      onRegistered: () => this.dispatchFor(id, { type: 'registered' }),
      onProgress: (sentBytes) => this.dispatchFor(id, { type: 'progressed', sentBytes, at: this.parts.now() }),
      onStatus: (status, problem) =>
        this.dispatchFor(id, { type: 'deliveryChanged', status, ...(problem ? { problem } : {}) }),
      onDelivered: () => void this.delivered(id),
      onRefused: (failure) => void this.refused(id, failure),
    });
    this.deliveries.set(id, delivery);
    delivery.start();
  }

  private async delivered(id: string): Promise<void> {
    await this.parts.store.remove(id);
    this.release(id);
    this.dispatchFor(id, { type: 'delivered' });
    this.notify();
  }

  /** A refusal at the start costs nothing; what was recorded meanwhile without a network stays here, to be sent later. */
  private async refused(id: string, failure: Failure): Promise<void> {
    this.dispatchFor(id, { type: 'refused', failure, at: this.parts.now() });
    if (this.state.identity?.recordingId === id) {
      await this.endCapture();
      await this.parts.store.update(id, { recordedMs: this.recordedNow() });
    }
    const kept = await this.parts.store.get(id);
    if (kept?.source === 'recording' && kept.recordedMs >= worthKeepingMilliseconds)
      await this.parts.store.update(id, { isComplete: true, isRefused: true });
    else await this.parts.store.remove(id);
    this.release(id);
    this.notify();
  }

  private hold(id: string, release: () => void): void {
    this.holds.set(id, [...(this.holds.get(id) ?? []), release]);
  }

  private release(id: string): void {
    this.holds.get(id)?.forEach((release) => release());
    this.holds.delete(id);
    this.deliveries.delete(id);
  }
}
