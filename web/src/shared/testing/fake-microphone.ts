import { vi } from 'vitest';

/** A track as browsers give it: it mutes, unmutes and ends by events. */
export class FakeTrack extends EventTarget {
  muted = false;
  readonly stop = vi.fn();
}

/** Stands for MediaRecorder: chunks and the end come when the test says so. */
export class FakeRecorder extends EventTarget {
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

/** Gives the browser one microphone, until `vi.unstubAllGlobals()`. */
export function plugMicrophone() {
  const track = new FakeTrack();
  const getUserMedia = vi.fn(() => Promise.resolve({ getTracks: () => [track], getAudioTracks: () => [track] }));
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal('AudioContext', FakeAudioContext);
  return { track, getUserMedia };
}
