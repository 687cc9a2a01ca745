import { Upload, type DetailedError, type HttpRequest } from 'tus-js-client';
import { client } from '@/shared/api/client';
import { loadConfig } from '@/shared/api/config';
import { ApiError } from '@/shared/api/errors';
import { requestTimeout } from '../model/audio-file';
import { closedEarly, storeUnreadable, type DeliveryStatus, type Failure } from '../model/recording-state';
import type { ChunkStore, StoredRecording } from './chunk-store';
import { StoredSource } from './stored-source';

export const uploadEndpoint = '/storage/v1/upload/resumable';
const bucket = 'consultation-audio';
/** Largest piece of one request: small enough that a slow line loses little, large enough for a file. */
const pieceBytes = { recording: 256 * 1024, upload: 1024 * 1024 } as const;
const quickRetries = [0, 1_000, 2_000, 4_000];
const pauseBetweenAttempts = 8_000;
/** A piece without an answer for so long: the doctor is told that the server is out of reach, though it may yet answer. */
const slowAfterMilliseconds = 5_000;

export interface DeliveryEvents {
  /** The server has given the recording an address. */
  onRegistered: () => void;
  onProgress: (sentBytes: number) => void;
  onStatus: (status: DeliveryStatus, problem?: Failure) => void;
  onDelivered: () => void;
  onRefused: (failure: Failure) => void;
}

/** Why a request failed: the server's code and status; status 0 without an answer, 401 without a session. */
function failureOf(error: Error | DetailedError): { status: number; failure: Failure } {
  const cause = 'causingError' in error ? error.causingError : null;
  if (cause instanceof ApiError) return { status: cause.status, failure: { code: cause.code, message: cause.message } };
  if (cause instanceof ProgressEvent && cause.type === 'timeout')
    return { status: 0, failure: { code: 'upload_timeout', message: error.message } };
  // Of this browser's store: no request ends with one.
  if (cause instanceof DOMException || error instanceof DOMException)
    return { status: 0, failure: { code: storeUnreadable, message: error.message } };
  const response = 'originalResponse' in error ? error.originalResponse : null;
  if (!response) return { status: 0, failure: { code: 'network', message: error.message } };
  const status = response.getStatus();
  let body: { code?: unknown; message?: unknown } = {};
  try {
    body = JSON.parse(response.getBody()) as typeof body;
  } catch {
    // A proxy answers in its own words: the status says enough.
  }
  const known = status === 408 || status === 504 ? 'request_expired' : status >= 500 ? 'internal' : 'unknown';
  const code = typeof body.code === 'string' ? body.code : known;
  const message = typeof body.message === 'string' ? body.message : `HTTP ${status}`;
  return { status, failure: { code, message, status } };
}

/** Whether a piece was refused as a server does whose upload was completed elsewhere: its present state tells. */
function mayBeClosed(error: Error | DetailedError): boolean {
  if (!('originalRequest' in error) || error.originalRequest.getMethod() !== 'PATCH') return false;
  return [400, 413].includes(error.originalResponse?.getStatus() ?? 0);
}

/** Whether the session is not enough: it has ended, or must show its second factor. */
function needsSession({ status, failure }: { status: number; failure: Failure }): boolean {
  return status === 401 || failure.code === 'second_factor_required';
}

/** Events after which the session may be enough again. */
const sessionCame: readonly string[] = ['SIGNED_IN', 'TOKEN_REFRESHED', 'MFA_CHALLENGE_VERIFIED'];

/** Whether the same request may succeed later without anyone changing anything. A 409 is a wrong offset, asked anew. */
function isPassing({ status, failure }: { status: number; failure: Failure }): boolean {
  if (status === 409) return failure.code === 'InvalidUploadOffset';
  return status === 0 || status >= 500 || [408, 423, 425, 429].includes(status);
}

async function authorise(request: HttpRequest, recording: StoredRecording): Promise<void> {
  const [db, config] = await Promise.all([client(), loadConfig()]);
  const { data } = await db.auth.getSession();
  if (data.session?.user.id !== recording.userId)
    throw new ApiError({ code: 'not_authenticated', message: 'User not authenticated', status: 401 });
  request.setHeader('Authorization', `Bearer ${data.session.access_token}`);
  request.setHeader('apikey', config.anonKey);
}

/** The library waits for ever; a request that hangs counts as a lost network after the time that its size allows. */
function limitTime(request: HttpRequest, { source, bytes }: StoredRecording): void {
  const xhr = request.getUnderlyingObject() as XMLHttpRequest | undefined;
  if (!xhr) return;
  xhr.timeout = requestTimeout(source, bytes);
  xhr.addEventListener('timeout', () => {
    xhr.onerror?.call(xhr, new ProgressEvent('timeout'));
  });
}

/** What the server must know before the first byte. */
export function uploadMetadata(recording: StoredRecording): Record<string, string> {
  const { recordingId, patientId, visita, source, filename, measuredSeconds, consentVersion } = recording;
  return {
    bucketName: bucket,
    objectName: `${recording.userId}/${recordingId}.${recording.extension}`,
    contentType: recording.mime,
    metadata: JSON.stringify({
      recording_id: recordingId,
      patient_id: patientId,
      visita,
      gdpr_consent: true,
      consent_version: consentVersion,
      source,
      ...(filename === undefined ? {} : { filename }),
      ...(measuredSeconds === undefined ? {} : { duration_seconds: measuredSeconds }),
    }),
  };
}

/**
 * Brings the stored audio of one recording to the server while it grows, by resumable upload: after a lost network, a
 * restarted server or an expired session it goes on where the server's disk ends. It gives up only when refused.
 */
export class Delivery {
  private readonly store: ChunkStore;
  private readonly id: string;
  private readonly events: DeliveryEvents;
  private upload: Upload | undefined;
  private source: StoredSource | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private slowTimer: ReturnType<typeof setTimeout> | undefined;
  private leaveSession: (() => void) | undefined;
  private isOver = false;

  constructor(store: ChunkStore, id: string, events: DeliveryEvents) {
    this.store = store;
    this.id = id;
    this.events = events;
  }

  start(): void {
    window.addEventListener('online', this.cameBack);
    window.addEventListener('offline', this.sayUnreachable);
    this.begin();
  }

  /** Says that there is more to send, or that the recording is complete. */
  wake(): void {
    this.source?.wake();
  }

  /** Ends the sending; with `forGood` the server forgets what it has. */
  async stop(forGood = false): Promise<void> {
    this.finish();
    this.source?.close();
    await this.upload?.abort(forGood).catch(() => undefined);
  }

  /** Does not wait for the next turn. */
  readonly tryNow = (): void => {
    if (this.timer === undefined || this.isOver) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.begin();
  };

  private begin(): void {
    this.attempt().catch((error: unknown) => this.failed(error as Error));
  }

  private async attempt(): Promise<void> {
    const recording = await this.store.get(this.id);
    if (!recording || this.isOver) return;
    const source = new StoredSource(this.store, this.id, recording.bytes);
    this.source = source;
    this.upload = new Upload(new Blob(), {
      endpoint: uploadEndpoint,
      uploadUrl: recording.uploadUrl,
      fileReader: { openFile: () => Promise.resolve(source) },
      metadata: uploadMetadata(recording),
      chunkSize: pieceBytes[recording.source],
      uploadLengthDeferred: recording.source === 'recording',
      storeFingerprintForResuming: false,
      retryDelays: quickRetries,
      onBeforeRequest: async (request) => {
        limitTime(request, recording);
        await authorise(request, recording);
        this.expectAnswer(recording.source);
      },
      onAfterResponse: () => clearTimeout(this.slowTimer),
      onShouldRetry: (error, attempt) => {
        if (attempt === 0 && mayBeClosed(error)) return true;
        const found = failureOf(error);
        if (!isPassing(found)) return false;
        // The first failure may be a connection that was closed meanwhile; the second one is news.
        if (attempt > 0) this.events.onStatus('waiting', found.failure);
        return true;
      },
      onUploadUrlAvailable: () => this.keepAddress(),
      onChunkComplete: (_size, accepted) => {
        this.events.onStatus('sending');
        this.events.onProgress(accepted);
      },
      onSuccess: ({ lastResponse }) => void this.settle(Number(lastResponse.getHeader('Upload-Offset'))),
      onError: (error) => this.failed(error),
    });
    this.upload.start();
  }

  private readonly cameBack = (): void => {
    if (this.timer === undefined) this.events.onStatus('sending');
    else this.tryNow();
  };

  private readonly sayUnreachable = (): void => {
    this.events.onStatus('waiting', { code: 'network', message: 'no answer' });
  };

  /** A second of audio is answered at once; a piece of a file may take its time. */
  private expectAnswer(source: StoredRecording['source']): void {
    clearTimeout(this.slowTimer);
    if (source === 'recording') this.slowTimer = setTimeout(this.sayUnreachable, slowAfterMilliseconds);
  }

  private keepAddress(): void {
    const url = this.upload?.url;
    if (!url) return;
    this.events.onRegistered();
    this.events.onStatus('sending');
    this.store.update(this.id, { uploadUrl: url }).catch(() => undefined);
  }

  /** The library does not compare what the server has with its source: an upload may have been completed elsewhere. */
  private async settle(acceptedBytes: number): Promise<void> {
    try {
      const stored = await this.store.get(this.id);
      if (this.isOver) return;
      this.finish();
      if (!stored || (stored.isComplete && stored.bytes === acceptedBytes)) this.events.onDelivered();
      else this.events.onRefused({ code: closedEarly, message: `${acceptedBytes} of ${stored.bytes} bytes` });
    } catch (error) {
      this.failed(error as Error);
    }
  }

  private failed(error: Error | DetailedError): void {
    if (this.isOver) return;
    const found = failureOf(error);
    const { failure } = found;
    this.source?.close();
    clearTimeout(this.slowTimer);
    if (needsSession(found)) {
      this.events.onStatus('signed-out', failure);
      void this.followSession();
    } else if (isPassing(found)) {
      this.events.onStatus('waiting', failure);
    } else {
      this.finish();
      this.events.onRefused(failure);
      return;
    }
    this.timer = setTimeout(this.tryNow, pauseBetweenAttempts);
  }

  private async followSession(): Promise<void> {
    if (this.leaveSession) return;
    const { data } = (await client()).auth.onAuthStateChange((event) => {
      // Not from inside the listener: the library holds its lock there.
      if (sessionCame.includes(event)) setTimeout(this.tryNow);
    });
    this.leaveSession = () => data.subscription.unsubscribe();
  }

  private finish(): void {
    this.isOver = true;
    clearTimeout(this.timer);
    clearTimeout(this.slowTimer);
    this.leaveSession?.();
    window.removeEventListener('online', this.cameBack);
    window.removeEventListener('offline', this.sayUnreachable);
  }
}
