import { pickFormat, type AudioFormat } from '../model/audio-formats';
import { ApiError } from '@/shared/api/errors';
import { microphoneConstraints } from './audio-inputs';
import { LevelMeter } from './level-meter';

const chunkMilliseconds = 1_000;
const bitsPerSecond = 32_000;

export interface MicrophoneEvents {
  onChunk: (chunk: Blob) => void;
  onMutedChange: () => void;
  /** The device is gone, or the browser has ended the recording. */
  onLost: () => void;
}

/** A microphone, ready to be recorded. */
export interface Microphone {
  readonly meter: LevelMeter;
  /** Whether the system or the device itself keeps the sound back. */
  isMuted: () => boolean;
  /** Begins to record, with all that the first chunk of a file needs. */
  start: () => void;
  pause: () => void;
  resume: () => void;
  /** Ends the recording; resolves after the last chunk was handed over. */
  stop: () => Promise<void>;
}

/** Our code for what a browser says of a microphone that it does not give. */
const codeOfRefusal: Readonly<Record<string, string>> = {
  NotAllowedError: 'microphone_denied',
  SecurityError: 'microphone_denied',
  NotFoundError: 'microphone_missing',
  NotReadableError: 'microphone_busy',
};

/** Why there is no microphone: `microphone_denied`, `_missing`, `_busy`, or `_failed` in the browser's own words. */
export function microphoneError(cause: unknown): ApiError {
  const name = cause instanceof DOMException ? cause.name : '';
  const message = cause instanceof Error || cause instanceof DOMException ? cause.message : String(cause);
  return new ApiError({ code: codeOfRefusal[name] ?? 'microphone_failed', message, status: 0, cause });
}

/** The format in which this browser records; throws `format_unsupported` when there is none. */
export function recordingFormat(): AudioFormat {
  const format =
    typeof MediaRecorder === 'undefined' ? null : pickFormat((mime) => MediaRecorder.isTypeSupported(mime));
  if (!format) throw new ApiError({ code: 'format_unsupported', message: 'no supported audio format', status: 0 });
  return format;
}

/** Asks for the microphone; once started it gives a chunk a second. Throws what `microphoneError` says. */
export async function openMicrophone(format: AudioFormat, events: MicrophoneEvents): Promise<Microphone> {
  let stream: MediaStream;
  try {
    // Without a secure context there is no mediaDevices at all.
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    if (!devices) throw new DOMException('insecure context', 'SecurityError');
    stream = await devices.getUserMedia(microphoneConstraints());
  } catch (error) {
    throw microphoneError(error);
  }
  const release = () => stream.getTracks().forEach((track) => track.stop());
  try {
    return prepare(stream, format, events, release);
  } catch (error) {
    release();
    throw microphoneError(error);
  }
}

function prepare(stream: MediaStream, format: AudioFormat, events: MicrophoneEvents, release: () => void): Microphone {
  const recorder = new MediaRecorder(stream, { mimeType: format.mime, audioBitsPerSecond: bitsPerSecond });
  const meter = new LevelMeter(stream);
  let isWanted = true;
  const stopped = new Promise<void>((resolve) => {
    recorder.addEventListener('stop', () => {
      release();
      meter.close();
      resolve();
      if (isWanted) events.onLost();
    });
  });
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) events.onChunk(data);
  });
  for (const track of stream.getAudioTracks()) {
    track.addEventListener('mute', events.onMutedChange);
    track.addEventListener('unmute', events.onMutedChange);
    track.addEventListener('ended', () => {
      if (recorder.state !== 'inactive') recorder.stop();
    });
  }
  return {
    meter,
    isMuted: () => stream.getAudioTracks().some(({ muted }) => muted),
    start: () => recorder.start(chunkMilliseconds),
    pause: () => recorder.pause(),
    resume: () => recorder.resume(),
    stop: () => {
      isWanted = false;
      if (recorder.state === 'inactive') {
        release();
        meter.close();
        return Promise.resolve();
      }
      recorder.stop();
      return stopped;
    },
  };
}
