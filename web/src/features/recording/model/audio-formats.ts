/** A container and codec that MediaRecorder may offer, and the name of a file that holds it. */
export interface AudioFormat {
  mime: string;
  extension: string;
}

/** In order of preference: a webm or ogg that is cut off can still be read, an mp4 cannot always. */
export const recordingFormats: readonly AudioFormat[] = [
  { mime: 'audio/webm;codecs=opus', extension: 'webm' },
  { mime: 'audio/mp4', extension: 'm4a' },
  { mime: 'audio/webm', extension: 'webm' },
  { mime: 'audio/ogg;codecs=opus', extension: 'ogg' },
];

/** The first format that this browser records, or null. */
export function pickFormat(isSupported: (mime: string) => boolean): AudioFormat | null {
  return recordingFormats.find(({ mime }) => isSupported(mime)) ?? null;
}

/** The bare media type, as the storage knows it: `audio/webm`. */
export function bareType(mime: string): string {
  return (mime.split(';')[0] ?? '').trim().toLowerCase();
}
