import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { client } from '@/shared/api/client';
import { forgetConfig } from '@/shared/api/config';
import { aDevice } from '@/shared/testing/fake-factors';
import { FakeServer, type Account } from '@/shared/testing/fake-server';
import type { DeliveryStatus, Failure } from '../model/recording-state';
import { ChunkStore } from './chunk-store';
import { Delivery, uploadMetadata, type DeliveryEvents } from './delivery';
import { aStoredRecording } from './stored-recording.fixture';

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}
type Outcome = Answer | 'no network' | 'time-out' | 'no answer';

/** Stands for XMLHttpRequest, through which tus-js-client speaks. */
class FakeXhr extends EventTarget {
  /** How long each request was given. */
  static timeouts: number[] = [];
  static answer: (method: string, headers: Record<string, string>, body: Blob | null) => Outcome | Promise<Outcome>;
  timeout = 0;
  status = 0;
  responseText = '';
  readonly upload = {};
  onload: (() => void) | undefined;
  onerror: ((event: ProgressEvent) => void) | undefined;
  private method = '';
  private readonly headers: Record<string, string> = {};
  private answered: Record<string, string> = {};

  open(method: string) {
    this.method = method;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader(name: string) {
    return this.answered[name] ?? null;
  }
  abort() {
    this.onload = undefined;
  }
  async send(body: Blob | null) {
    FakeXhr.timeouts.push(this.timeout);
    const outcome = await FakeXhr.answer(this.method, this.headers, body);
    if (outcome === 'no answer') return;
    if (outcome === 'no network') this.onerror?.(new ProgressEvent('error'));
    else if (outcome === 'time-out') this.dispatchEvent(new ProgressEvent('timeout'));
    else {
      this.status = outcome.status;
      this.answered = outcome.headers ?? {};
      this.responseText = outcome.body ?? '';
      this.onload?.();
    }
  }
}

/** The server's side of the upload: what is on its disk. */
class Disk {
  text = '';
  refusal: Outcome | undefined;
  /** Whether the upload was completed here, with whatever had arrived. */
  isClosed = false;
  readonly authorisations: string[] = [];

  async answer(method: string, headers: Record<string, string>, body: Blob | null): Promise<Outcome> {
    this.authorisations.push(headers.Authorization ?? '');
    if (this.refusal) return this.refusal;
    if (method === 'POST') return { status: 201, headers: { Location: '/storage/v1/upload/resumable/r1' } };
    if (method === 'PATCH') {
      if (Number(headers['Upload-Offset']) !== this.text.length)
        return { status: 409, body: '{"code":"InvalidUploadOffset"}' };
      if (this.isClosed && body) return { status: 413, body: '{"code":"EntityTooLarge"}' };
      this.text += (await body?.text()) ?? '';
    }
    const offset = String(this.text.length);
    const answered: Record<string, string> = { 'Upload-Offset': offset };
    if (this.isClosed) answered['Upload-Length'] = offset;
    return { status: method === 'PATCH' ? 204 : 200, headers: answered };
  }
}

let names = 0;
let store: ChunkStore;
let disk: Disk;
let doctor: Account;
let delivery: Delivery;
let said: [DeliveryStatus, Failure | undefined][];
let end: 'delivered' | Failure | undefined;

const events: DeliveryEvents = {
  onRegistered: () => undefined,
  onProgress: () => undefined,
  onStatus: (status, problem) => said.push([status, problem]),
  onDelivered: () => (end = 'delivered'),
  onRefused: (failure) => (end = failure),
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true, advanceTimeDelta: 20 });
  names += 1;
  const server = new FakeServer().install();
  doctor = server.signIn();
  forgetConfig();
  disk = new Disk();
  FakeXhr.timeouts = [];
  FakeXhr.answer = (method, headers, body) => disk.answer(method, headers, body);
  vi.stubGlobal('XMLHttpRequest', FakeXhr);
  said = [];
  end = undefined;
  store = new ChunkStore(`delivery-${names}`);
  await store.create(aStoredRecording('r1', { userId: doctor.id }));
  delivery = new Delivery(store, 'r1', events);
});
afterEach(async () => {
  await delivery.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function record(text: string) {
  await store.append('r1', new TextEncoder().encode(text).buffer, 1_000);
  delivery.wake();
}

async function complete() {
  await store.update('r1', { isComplete: true });
  delivery.wake();
}

const status = () => said.at(-1)?.[0];
const problem = () => said.at(-1)?.[1]?.code;
const within = (milliseconds: number) => ({ timeout: milliseconds, interval: 20 });

describe('what the server is told before the first byte', () => {
  const file = aStoredRecording('r1', {
    source: 'upload',
    mime: 'audio/mpeg',
    extension: 'mp3',
    consentVersion: '2026-01',
    bytes: 9,
    isComplete: true,
  });
  const told = (more: object) => JSON.parse(uploadMetadata({ ...file, ...more }).metadata ?? '') as unknown;

  it('has the length of a file where the browser could tell it', () => {
    expect(told({ measuredSeconds: 3600 })).toMatchObject({ recording_id: 'r1', duration_seconds: 3600 });
    expect(told({})).not.toHaveProperty('duration_seconds');
  });
});

describe('the delivery', () => {
  it.each([
    ['recording', 1, 60_000],
    ['recording', 100, 204_800],
    ['upload', 1, 30_000],
    ['upload', 100, 102_400],
  ] as const)('gives each request of a %s of %d MB %d ms', async (source, megabytes, milliseconds) => {
    const kept = await store.get('r1');
    vi.spyOn(store, 'get').mockResolvedValue({ ...kept!, source, bytes: megabytes * 1024 * 1024 });
    disk.refusal = { status: 403 };
    delivery.start();
    await vi.waitFor(() => expect(FakeXhr.timeouts).toEqual([milliseconds]), within(5_000));
  });

  it('brings every second to the server while the recording grows', async () => {
    delivery.start();
    await record('uno');
    await vi.waitFor(() => expect(disk.text).toBe('uno'));
    await record('due');
    await vi.waitFor(() => expect(disk.text).toBe('unodue'));
    await complete();
    await vi.waitFor(() => expect(end).toBe('delivered'));
  });

  it('says within two seconds that the network is gone, and goes on where the disk ends', async () => {
    delivery.start();
    await record('uno');
    await vi.waitFor(() => expect(disk.text).toBe('uno'));
    disk.refusal = 'no network';
    await record('due');
    await vi.waitFor(() => expect(status()).toBe('waiting'), within(2_000));
    expect(problem()).toBe('network');
    disk.refusal = undefined;
    await complete();
    await vi.waitFor(() => expect(end).toBe('delivered'), within(20_000));
    expect(disk.text).toBe('unodue');
  });

  it('says at once what the browser knows: that it is offline, and that it is back', () => {
    delivery.start();
    window.dispatchEvent(new Event('offline'));
    expect(status()).toBe('waiting');
    window.dispatchEvent(new Event('online'));
    expect(status()).toBe('sending');
  });

  it('does not wait in silence for a server that neither answers nor refuses', async () => {
    delivery.start();
    await record('uno');
    await vi.waitFor(() => expect(disk.text).toBe('uno'));
    disk.refusal = 'no answer';
    await record('due');
    await vi.waitFor(() => expect(status()).toBe('waiting'), within(8_000));
  });

  it.each([
    ['time-out', 'upload_timeout'],
    [{ status: 500, body: 'Internal Server Error' }, 'internal'],
    [{ status: 507, body: '{"code":"disk_full","message":"no space"}' }, 'disk_full'],
    [{ status: 408, body: '' }, 'request_expired'],
    [{ status: 503, body: '{"code":"busy"}' }, 'busy'],
  ] as const)('keeps trying after %o, and names it %s', async (refusal, code) => {
    disk.refusal = refusal;
    delivery.start();
    await record('uno');
    await vi.waitFor(() => expect(problem()).toBe(code), within(20_000));
    expect(end).toBeUndefined();
    disk.refusal = undefined;
    delivery.tryNow();
    await complete();
    await vi.waitFor(() => expect(end).toBe('delivered'), within(20_000));
    expect(disk.text).toBe('uno');
  });

  it.each([
    ['a network cut', 'no network'],
    ['a full disk of the server', { status: 507, body: '{"code":"disk_full","message":"no space"}' }],
    ['a server that answers 500', { status: 500, body: 'Internal Server Error' }],
  ] as const)('after %s of ten minutes goes on within ten seconds, and nothing is missing', async (_what, refusal) => {
    delivery.start();
    await record('0,');
    await vi.waitFor(() => expect(disk.text).toBe('0,'));
    disk.refusal = refusal;
    let whole = '0,';
    for (let second = 1; second <= 600; ++second) {
      await record(`${second},`);
      whole += `${second},`;
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(status()).toBe('waiting');
    expect(disk.text).toBe('0,');
    // Not silent for long, and no storm of requests either.
    const tries = disk.authorisations.length;
    expect(tries).toBeGreaterThan(600 / 10);
    expect(tries).toBeLessThan(600);
    disk.refusal = undefined;
    const free = Date.now();
    for (let waited = 0; status() === 'waiting' && waited < 20_000; waited += 250)
      await vi.advanceTimersByTimeAsync(250);
    expect(Date.now() - free).toBeLessThan(10_000);
    await vi.waitFor(() => expect(disk.text).toBe(whole), within(5_000));
    await complete();
    await vi.waitFor(() => expect(end).toBe('delivered'));
  });

  it('holds a quarter of a megabyte at a time, however long the recording', async () => {
    const largest = 256 * 1024;
    const read = vi.spyOn(store, 'read');
    const bodies: number[] = [];
    let onDisk = 0;
    FakeXhr.answer = (method, _headers, body): Outcome => {
      if (method === 'POST') return { status: 201, headers: { Location: '/storage/v1/upload/resumable/r1' } };
      bodies.push(body?.size ?? 0);
      onDisk += body?.size ?? 0;
      return { status: 204, headers: { 'Upload-Offset': String(onDisk) } };
    };
    // As much as four hours of speech, in fewer chunks.
    const [chunks, chunkBytes] = [225, 256 * 1024];
    for (let i = 0; i < chunks; ++i) await store.append('r1', new ArrayBuffer(chunkBytes), 64_000);
    await store.update('r1', { isComplete: true });
    delivery.start();
    await vi.waitFor(() => expect(end).toBe('delivered'), within(60_000));
    expect(onDisk).toBe(chunks * chunkBytes);
    expect(Math.max(...bodies)).toBeLessThanOrEqual(largest);
    expect(Math.max(...read.mock.calls.map(([, , length]) => length))).toBeLessThanOrEqual(largest);
  });

  it.each(['at the first try', 'later'])('outlasts a store that cannot be read %s', async (when) => {
    if (when === 'later') {
      delivery.start();
      await record('uno');
      await vi.waitFor(() => expect(disk.text).toBe('uno'));
      disk.refusal = 'no network';
      await record('due');
      await vi.waitFor(() => expect(status()).toBe('waiting'), within(20_000));
    }
    const get = vi.spyOn(store, 'get').mockRejectedValue(new DOMException('gone', 'UnknownError'));
    if (when === 'later') delivery.tryNow();
    else delivery.start();
    await vi.waitFor(() => expect(problem()).toBe('store_unreadable'), within(30_000));
    expect(status()).toBe('waiting');
    get.mockRestore();
    disk.refusal = undefined;
    await record('tre');
    delivery.tryNow();
    await complete();
    await vi.waitFor(() => expect(end).toBe('delivered'), within(20_000));
  });

  it('gives up only when it is refused', async () => {
    disk.refusal = { status: 403, body: '{"code":"minutes_exhausted","message":"no minutes"}' };
    delivery.start();
    await vi.waitFor(() => expect(end).toMatchObject({ code: 'minutes_exhausted' }));
  });

  it.each([
    ['when the network comes back', 'no network'],
    ['at the next second', undefined],
  ] as const)('does not take an upload that was closed elsewhere for delivered: %s', async (_when, refusal) => {
    delivery.start();
    await record('uno');
    await vi.waitFor(() => expect(disk.text).toBe('uno'));
    disk.refusal = refusal;
    await record('due');
    if (refusal) await vi.waitFor(() => expect(status()).toBe('waiting'), within(2_000));
    else await vi.waitFor(() => expect(disk.text).toBe('unodue'));
    disk.isClosed = true;
    disk.refusal = undefined;
    await record('tre');
    await complete();
    delivery.tryNow();
    await vi.waitFor(() => expect(end).toMatchObject({ code: 'upload_closed_early' }), within(20_000));
    expect(await store.get('r1')).toMatchObject({ bytes: 9 });
  });

  it('does not take an upload for delivered while the recording still goes on', async () => {
    delivery.start();
    await record('uno');
    await vi.waitFor(() => expect(disk.text).toBe('uno'));
    await delivery.stop();
    disk.isClosed = true;
    delivery = new Delivery(store, 'r1', events);
    delivery.start();
    await vi.waitFor(() => expect(end).toMatchObject({ code: 'upload_closed_early' }), within(20_000));
  });

  it('is refused for its size when the server that takes no more has not closed it', async () => {
    delivery.start();
    await record('uno');
    await vi.waitFor(() => expect(disk.text).toBe('uno'));
    FakeXhr.answer = (method, headers, body) =>
      method === 'PATCH' ? { status: 413, body: '{"code":"EntityTooLarge"}' } : disk.answer(method, headers, body);
    await record('due');
    await vi.waitFor(() => expect(end).toMatchObject({ code: 'EntityTooLarge' }), within(20_000));
  });

  it('waits for the code of the second factor as for a sign-in, and goes on as soon as it was given', async () => {
    delivery.start();
    await record('uno');
    await vi.waitFor(() => expect(disk.text).toBe('uno'));
    disk.refusal = { status: 403, body: '{"code":"second_factor_required","message":"show the factor"}' };
    await record('due');
    await vi.waitFor(() => expect(status()).toBe('signed-out'), within(10_000));
    expect(problem()).toBe('second_factor_required');
    expect(end).toBeUndefined();
    disk.refusal = undefined;
    const asked = disk.authorisations.length;
    const device = aDevice();
    doctor.factors.push(device);
    await (await client()).auth.mfa.challengeAndVerify({ factorId: device.id, code: device.code });
    await vi.waitFor(() => expect(disk.authorisations.length).toBeGreaterThan(asked), within(1_000));
    await complete();
    await vi.waitFor(() => expect(end).toBe('delivered'), within(20_000));
    expect(disk.text).toBe('unodue');
  });

  it('waits for its own doctor to sign in again: the session of another is none of its', async () => {
    const server = new FakeServer().install();
    delivery.start();
    await record('uno');
    await vi.waitFor(() => expect(disk.text).toBe('uno'));
    disk.refusal = { status: 401, body: '{"code":"bad_jwt"}' };
    await record('due');
    await vi.waitFor(() => expect(status()).toBe('signed-out'), within(10_000));
    disk.refusal = undefined;
    server.signIn();
    delivery.tryNow();
    await complete();
    // The session of another doctor is none of this recording's.
    await vi.waitFor(() => expect(status()).toBe('signed-out'));
    expect(disk.text).toBe('uno');
  });
});
