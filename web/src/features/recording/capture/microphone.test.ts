import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeRecorder, plugMicrophone, type FakeTrack } from '@/shared/testing/fake-microphone';
import { openMicrophone, recordingFormat, type MicrophoneEvents } from './microphone';

const webm = { mime: 'audio/webm;codecs=opus', extension: 'webm' };
let track: FakeTrack;
let getUserMedia: ReturnType<typeof plugMicrophone>['getUserMedia'];
let said: string[];
const events: MicrophoneEvents = {
  onChunk: (chunk) => said.push(`chunk of ${chunk.size}`),
  onMutedChange: () => said.push('muted changed'),
  onLost: () => said.push('lost'),
};

beforeEach(() => {
  said = [];
  ({ track, getUserMedia } = plugMicrophone());
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
    ['SecurityError', 'microphone_denied'],
    ['NotFoundError', 'microphone_missing'],
    ['NotReadableError', 'microphone_busy'],
    ['AbortError', 'microphone_failed'],
  ])('that answers %s is %s', async (name, code) => {
    getUserMedia.mockRejectedValue(new DOMException('no', name));
    await expect(openMicrophone(webm, events)).rejects.toMatchObject({ code });
  });
});
