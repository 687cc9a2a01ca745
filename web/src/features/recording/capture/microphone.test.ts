import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openMicrophone, recordingFormat, type MicrophoneEvents } from './microphone';

/** A track as browsers give it: it mutes, unmutes and ends by events. */
class FakeTrack extends EventTarget {
  muted = false;
  readonly stop = vi.fn();
}

/** Stands for MediaRecorder: chunks and the end come when the test says so. */
class FakeRecorder extends EventTarget {
  static supported: readonly string[] = [];
  static last: FakeRecorder | undefined;
  static isTypeSupported(mime: string) {
    return FakeRecorder.supported.includes(mime);
  }
  state: 'inactive' | 'recording' | 'paused' = 'inactive';
  slice: number | undefined;
  readonly options: MediaRecorderOptions;

  constructor(_stream: MediaStream, options: MediaRecorderOptions) {
    super();
    this.options = options;
    FakeRecorder.last = this;
  }
  start(slice: number) {
    this.state = 'recording';
    this.slice = slice;
  }
  pause() {
    this.state = 'paused';
  }
  resume() {
    this.state = 'recording';
  }
  stop() {
    this.state = 'inactive';
    this.give('ultimo');
    this.dispatchEvent(new Event('stop'));
  }
  give(text: string) {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([text]) }));
  }
}

class FakeAudioContext {
  readonly state = 'running';
  createAnalyser = () => ({ getFloatTimeDomainData: vi.fn() });
  createMediaStreamSource = () => ({ connect: vi.fn() });
  close = () => Promise.resolve();
}

const webm = { mime: 'audio/webm;codecs=opus', extension: 'webm' };
let track: FakeTrack;
let getUserMedia: ReturnType<typeof vi.fn>;
let said: string[];
const events: MicrophoneEvents = {
  onChunk: (chunk) => said.push(`chunk of ${chunk.size}`),
  onMutedChange: () => said.push('muted changed'),
  onLost: () => said.push('lost'),
};

beforeEach(() => {
  said = [];
  track = new FakeTrack();
  getUserMedia = vi.fn(() => Promise.resolve({ getTracks: () => [track], getAudioTracks: () => [track] }));
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal('AudioContext', FakeAudioContext);
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('the format', () => {
  it.each([
    ['Chromium', ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4'], 'webm'],
    ['Safari', ['audio/mp4'], 'm4a'],
    ['Firefox', ['audio/ogg;codecs=opus'], 'ogg'],
  ])('of %s is recorded', (_browser, supported, extension) => {
    FakeRecorder.supported = supported;
    expect(recordingFormat().extension).toBe(extension);
  });

  it('is refused in words when there is none', () => {
    FakeRecorder.supported = [];
    expect(() => recordingFormat()).toThrow(expect.objectContaining({ code: 'format_unsupported' }));
  });
});

describe('a microphone', () => {
  it('gives a chunk each second, in the format and from the device that was chosen', async () => {
    localStorage.setItem('scriba.microphone', 'headset');
    const microphone = await openMicrophone(webm, events);
    microphone.start();
    FakeRecorder.last?.give('abc');
    expect(said).toEqual(['chunk of 3']);
    expect(FakeRecorder.last).toMatchObject({ slice: 1_000, options: { mimeType: webm.mime } });
    expect(getUserMedia).toHaveBeenCalledWith({ audio: { channelCount: 1, deviceId: { ideal: 'headset' } } });
  });

  it('hands over the last chunk before it is lost, when the device is unplugged', async () => {
    (await openMicrophone(webm, events)).start();
    track.dispatchEvent(new Event('ended'));
    expect(said).toEqual(['chunk of 6', 'lost']);
    expect(track.stop).toHaveBeenCalled();
  });

  it('is lost when the browser ends the recording by itself', async () => {
    (await openMicrophone(webm, events)).start();
    FakeRecorder.last?.stop();
    expect(said.at(-1)).toBe('lost');
  });

  it('is not lost when it is stopped, and lets go of the device', async () => {
    const microphone = await openMicrophone(webm, events);
    microphone.start();
    await microphone.stop();
    expect(said).toEqual(['chunk of 6']);
    expect(track.stop).toHaveBeenCalled();
  });

  it('tells that the system has muted it', async () => {
    const microphone = await openMicrophone(webm, events);
    expect(microphone.isMuted()).toBe(false);
    track.muted = true;
    track.dispatchEvent(new Event('mute'));
    expect(microphone.isMuted()).toBe(true);
    expect(said).toEqual(['muted changed']);
  });

  it.each([
    ['NotAllowedError', 'microphone_denied'],
    ['NotFoundError', 'microphone_denied'],
    ['NotReadableError', 'microphone_failed'],
  ])('that answers %s is %s', async (name, code) => {
    getUserMedia.mockRejectedValue(new DOMException('no', name));
    await expect(openMicrophone(webm, events)).rejects.toMatchObject({ code });
  });
});
