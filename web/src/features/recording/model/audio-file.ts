import { bareType } from './audio-formats';

/** What a chosen file tells of itself. */
export interface AudioFile {
  name: string;
  type: string;
  size: number;
}

const megabyte = 1024 * 1024;
export const recommendedBytes = 5 * megabyte;
export const largeBytes = 8 * megabyte;
export const recommendedSeconds = 15 * 60;

const longestEstimate = 3600;
const longestGuess = 1800;
const shortestEstimate = 60;

const typeOfExtension: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
  webm: 'audio/webm',
  mp4: 'audio/mp4',
  aac: 'audio/aac',
  flac: 'audio/flac',
};
const accepted: readonly string[] = ['mp3', 'wav', 'ogg', 'm4a'];

export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** An audio type, or one of the four extensions; the server looks at the content. */
export function isAudioFile(file: AudioFile): boolean {
  return bareType(file.type).startsWith('audio/') || accepted.includes(extensionOf(file.name));
}

/** The media type to announce: the browser's when it is audio, else that of the extension. */
export function announcedType(file: AudioFile): string {
  const type = bareType(file.type);
  return type.startsWith('audio/') ? type : (typeOfExtension[extensionOf(file.name)] ?? 'application/octet-stream');
}

const m4aTypes: readonly string[] = ['audio/mp4', 'audio/x-m4a', 'audio/m4a'];

/** Whether an uploaded file is an M4A, by its name or by what was announced of it. */
export function isM4a({ name, type }: Pick<AudioFile, 'name' | 'type'>): boolean {
  return extensionOf(name) === 'm4a' || m4aTypes.includes(bareType(type));
}

/** The extension under which the server keeps the file: letters and digits only. */
export function storedExtension(file: AudioFile): string {
  const extension = extensionOf(file.name);
  return /^[a-z0-9]{1,5}$/.test(extension) ? extension : 'audio';
}

export type SizeAdvice = 'none' | 'slow' | 'convert';

/** Above 5 MB it may take minutes; above 8 MB converting or compressing is better. */
export function sizeAdvice(bytes: number): SizeAdvice {
  if (bytes > largeBytes) return 'convert';
  return bytes > recommendedBytes ? 'slow' : 'none';
}

/** Seconds guessed from the size when the browser cannot tell the length in time. */
export function estimatedSeconds(file: AudioFile, hasFailed = false): number {
  const kilobytes = file.size / 1024;
  const isMp3 = extensionOf(file.name) === 'mp3' || bareType(file.type) === 'audio/mpeg';
  const guess = isMp3 ? kilobytes / 16 : Math.max(shortestEstimate, kilobytes / 32);
  return Math.round(Math.min(guess, hasFailed ? longestGuess : longestEstimate));
}

/** Milliseconds that one request may take, by the size of the recording or file that it brings a piece of. */
export function requestTimeout(source: 'recording' | 'upload', bytes: number): number {
  const [perMillisecond, shortest, longest] = source === 'recording' ? [512, 60_000, 900_000] : [1024, 30_000, 600_000];
  return Math.min(Math.max(bytes / perMillisecond, shortest), longest);
}

/** The same in whole seconds, for the doctor. */
export function requestSeconds(source: 'recording' | 'upload', bytes: number): number {
  return Math.round(requestTimeout(source, bytes) / 1_000);
}

export interface UploadProgress {
  percent: number;
  /** Null until there is enough to tell. */
  remainingSeconds: number | null;
}

/** How far an upload is, at the mean speed until now. */
export function uploadProgress(sent: number, total: number, since: number | null, now: number): UploadProgress {
  const percent = total === 0 ? 0 : Math.min(100, Math.floor((100 * sent) / total));
  const elapsed = since === null ? 0 : now - since;
  if (sent === 0 || elapsed < 1_000) return { percent, remainingSeconds: null };
  return { percent, remainingSeconds: Math.ceil(((total - sent) * elapsed) / sent / 1000) };
}
