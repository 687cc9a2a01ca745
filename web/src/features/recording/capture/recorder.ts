import { ApiError, toApiError } from '@/shared/api/errors';
import type { RecordingRow } from '@/shared/api/database';
import { announcedType, storedExtension } from '../model/audio-file';
import { bareType, type AudioFormat } from '../model/audio-formats';
import {
  idleState,
  isCapturing,
  isEndedThere,
  recordedMilliseconds,
  recordingReducer,
  type Ending,
  type Failure,
  type MicrophoneWarning,
  type RecordingAction,
  type RecordingIdentity,
  type RecordingState,
} from '../model/recording-state';
import { Capture } from './capture';
import { isFull, type StoredRecording } from './chunk-store';
import { ChunkWriter } from './chunk-writer';
import { keepFile, keepNew, keepRefused, keepUnderNewId } from './kept-audio';
import type { Finding } from './microphone-watch';
import type { RecorderDelivery, RecorderParts, VisitChoice } from './recorder-parts';

/** Two tabs with one microphone would write, and charge, the same visit twice. */
const captureClaim = 'capture';
const storageCheckMilliseconds = 2_000;
/** Clock and samples may disagree by a little: the recording ends before the server would refuse it. */
const endsBeforeLimitMilliseconds = 5_000;
const warnsBeforeLimitMilliseconds = 10 * 60_000;

/**
 * Joins microphone, browser store and upload under the one reducer. It lives beside the pages, not in them: a
 * recording outlasts a page that is left, and a sign-in in between.
 */
export class Recorder {
  private readonly parts: RecorderParts;
  private readonly listeners = new Set<() => void>();
  private state: RecordingState = idleState;
  private capture: Capture | undefined;
  private writer: ChunkWriter | undefined;
  private longest = Infinity;
  private storageCheckedAt = 0;
  /** Everything on its way to the server: the recording of this page, and those that it has let go of. */
  private readonly deliveries = new Map<string, RecorderDelivery>();
  /** What each recording holds: its claim, the wake lock. */
  private readonly holds = new Map<string, (() => void)[]>();
  /** Why the server takes no more of a recording whose microphone is still on. */
  private readonly refusals = new Map<string, Failure>();
  /** The microphone of the last recording being switched off: the next one waits for this. */
  private ending: Promise<void> = Promise.resolve();

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
    return recordedMilliseconds(this.state, this.parts.soundTime());
  }

  /** Loudness at this moment, 0 to 1. */
  level(): number {
    return this.state.phase === 'recording' ? (this.capture?.level() ?? 0) : 0;
  }

  /** Opens the microphone and begins. Throws an ApiError when there is no microphone, format or room. */
  async start(choice: VisitChoice): Promise<void> {
    const format = this.parts.format();
    await this.ending.catch(() => undefined);
    const release = await this.parts.claim(captureClaim);
    if (!release) throw new ApiError({ code: 'recording_elsewhere', message: 'another tab records', status: 0 });
    const recordingId = this.parts.newId();
    const writer = this.newWriter(recordingId);
    const capture = this.newCapture(format, writer);
    try {
      await capture.open();
      this.longest = await this.parts.longestRecording();
      const identity: RecordingIdentity = { ...choice, recordingId, source: 'recording' };
      await this.claim(recordingId);
      await keepNew(this.parts.store, identity, { ...format, mime: bareType(format.mime) }, this.parts.now());
      this.capture = capture;
      this.writer = writer;
      this.hold(captureClaim, release);
      this.hold(recordingId, this.parts.keepAwake());
      this.dispatch({ type: 'started', identity, at: this.parts.soundTime() });
      capture.begin();
      this.send(recordingId);
      void this.checkStorage();
    } catch (error) {
      await capture.end();
      this.capture = undefined;
      this.writer = undefined;
      release();
      throw error;
    }
  }

  pause(): void {
    if (this.state.phase !== 'recording') return;
    this.capture?.pause();
    this.dispatch({ type: 'paused', at: this.parts.soundTime() });
  }

  /** Goes on after a pause, or with another microphone after the last one was lost. */
  async resume(): Promise<void> {
    await this.capture?.resume();
    this.dispatch({ type: 'continued', at: this.parts.soundTime() });
  }

  /** Ends the recording; `endedBy` when it was not the doctor who ended it. */
  async stop(endedBy?: Ending): Promise<void> {
    if (!isCapturing(this.state) || !this.state.identity) return;
    const { recordingId } = this.state.identity;
    this.dispatch({ type: 'stopRequested', at: this.parts.soundTime(), ...(endedBy ? { endedBy } : {}) });
    // The page may let go of this recording while the microphone hands over its last words.
    const recordedMs = this.recordedNow();
    try {
      await this.endCapture();
      await this.withRoom(recordingId, () => this.parts.store.update(recordingId, { isComplete: true, recordedMs }));
    } catch (error) {
      await this.leftOpen(recordingId, error);
      return;
    }
    const refusal = this.refusals.get(recordingId);
    if (refusal) await this.refused(recordingId, refusal);
    else this.deliveries.get(recordingId)?.wake();
  }

  /** Keeps a chosen file as if it had been recorded, and sends it the same way, with its length if that was measured. */
  async sendFile(choice: VisitChoice, file: File, measuredSeconds?: number): Promise<void> {
    const id = this.parts.newId();
    const identity: RecordingIdentity = {
      ...choice,
      recordingId: id,
      source: 'upload',
      filename: file.name,
      ...(measuredSeconds === undefined ? {} : { measuredSeconds }),
    };
    const { store, now } = this.parts;
    await this.claim(id);
    await keepNew(store, identity, { mime: announcedType(file), extension: storedExtension(file) }, now());
    await keepFile(store, id, file);
    this.dispatch({ type: 'fileChosen', identity, bytes: file.size });
    this.send(id);
  }

  /**
   * Sends what an earlier page left behind, with this page following. What the server has ended with less is sent whole,
   * as a recording of its own. Returns false when another tab is at it.
   */
  async sendStored(found: StoredRecording): Promise<boolean> {
    const stored = isEndedThere(found.refusal) ? await keepUnderNewId(this.parts, found) : found;
    if (!stored) return false;
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

  private async claim(id: string): Promise<void> {
    const release = await this.parts.claim(id);
    if (release) this.hold(id, release);
  }

  private newWriter(id: string): ChunkWriter {
    return new ChunkWriter({
      append: (bytes, at, recordedMs) =>
        this.withRoom(id, () => this.parts.store.append(id, bytes, recordedMs, { at })),
      onStored: (bytes) => {
        this.dispatchFor(id, { type: 'chunkStored', bytes });
        this.deliveries.get(id)?.wake();
      },
      onFailed: (error) => this.storeFailed(id, error),
    });
  }

  private newCapture(format: AudioFormat, writer: ChunkWriter): Capture {
    const { openMicrophone, followInputs, now } = this.parts;
    return new Capture(
      { open: (events) => openMicrophone(format, events), followInputs, now },
      {
        onChunk: (chunk) => writer.add(chunk, this.recordedNow()),
        onLook: (finding) => this.looked(finding),
        onReplaced: () => {
          this.dispatch({ type: 'continued', at: this.parts.soundTime() });
          this.warn('replaced', true);
        },
        onLost: () => this.dispatch({ type: 'microphoneLost', at: this.parts.soundTime() }),
      },
    );
  }

  /**
   * A full store is emptied of what the server's disk holds already, and asked once more. Not when the server has ended
   * the recording: then the whole has to be sent again.
   */
  private async withRoom(id: string, write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (!isFull(error)) throw error;
      this.warn('storage-nearly-full', true);
      if (this.refusals.has(id)) throw error;
      await this.parts.store.forgetBefore(id, this.state.identity?.recordingId === id ? this.state.sentBytes : 0);
      await write();
    }
  }

  /** No room, or no store any more: what was kept until here is complete and goes to the server. */
  private storeFailed(id: string, error: unknown): void {
    if (this.state.identity?.recordingId !== id) return;
    this.dispatch({ type: 'deliveryChanged', status: 'waiting', problem: toApiError(error) });
    this.stop(isFull(error) ? 'storage-full' : 'store-lost').catch(() => undefined);
  }

  /** The store does not hear that the recording is complete: it is offered to the doctor as one that was cut off. */
  private async leftOpen(id: string, error: unknown): Promise<void> {
    await this.deliveries.get(id)?.stop();
    this.release(id);
    const failure = { code: 'recording_left_open', message: toApiError(error).message };
    this.dispatchFor(id, { type: 'refused', failure, at: this.parts.soundTime() });
    this.notify();
  }

  private endCapture(): Promise<void> {
    const { capture, writer } = this;
    this.capture = undefined;
    this.writer = undefined;
    if (capture) {
      this.ending = capture
        .end()
        .then(() => writer?.finish())
        .finally(() => this.release(captureClaim));
    }
    return this.ending;
  }

  private looked(finding: Finding): void {
    this.warn('muted', finding.isMuted);
    this.warn('silent', finding.isSilent && !finding.isMuted && !finding.isStalled);
    this.warn('stalled', finding.isStalled);
    if (finding.hasSlept) this.warn('slept', true);
    if (this.parts.soundTime() - this.storageCheckedAt >= storageCheckMilliseconds) void this.checkStorage();
    this.checkLength();
  }

  private checkLength(): void {
    const remaining = this.longest - this.recordedNow();
    this.warn('time-nearly-over', remaining <= Math.min(warnsBeforeLimitMilliseconds, this.longest / 4));
    if (remaining <= endsBeforeLimitMilliseconds) this.stop('time-over').catch(() => undefined);
  }

  private async checkStorage(): Promise<void> {
    this.storageCheckedAt = this.parts.soundTime();
    this.warn('storage-nearly-full', await this.parts.isStorageNearlyFull());
  }

  private warn(warning: MicrophoneWarning, isOn: boolean): void {
    this.dispatch({ type: 'warned', warning, isOn });
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
    // What the store does not let go of is offered to the server again some day, which has it.
    await this.parts.store.remove(id).catch(() => undefined);
    this.release(id);
    this.dispatchFor(id, { type: 'delivered' });
    this.notify();
  }

  /**
   * A refusal at the start costs nothing and is told at once. A recording that the server knew goes on in this browser
   * alone. A store that fails changes nothing of this: the microphone goes off, and the doctor is told.
   */
  private async refused(id: string, failure: Failure): Promise<void> {
    const isLive = this.state.identity?.recordingId === id && isCapturing(this.state);
    if (isLive && this.state.isRegistered) {
      this.refusals.set(id, failure);
      this.deliveries.delete(id);
      this.dispatch({ type: 'deliveryChanged', status: 'refused', problem: failure });
      const refusal = { isRefused: true, refusal: failure.code };
      await this.parts.store.update(id, refusal).catch(() => undefined);
      return;
    }
    const recordedMs = isLive ? this.recordedNow() : undefined;
    if (isLive) await this.endCapture().catch(() => undefined);
    await keepRefused(this.parts.store, id, failure, recordedMs).catch(() => undefined);
    this.release(id);
    // Last: who hears of the failure looks for what was kept, and finds it only when nobody is at work on it.
    this.dispatchFor(id, { type: 'refused', failure, at: this.parts.soundTime() });
    this.notify();
  }

  private hold(id: string, release: () => void): void {
    this.holds.set(id, [...(this.holds.get(id) ?? []), release]);
  }

  private release(id: string): void {
    this.holds.get(id)?.forEach((release) => release());
    this.holds.delete(id);
    this.deliveries.delete(id);
    this.refusals.delete(id);
  }
}
