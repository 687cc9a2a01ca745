import { describe, expect, it } from 'vitest';
import {
  announcedType,
  estimatedSeconds,
  isAudioFile,
  requestTimeout,
  sizeAdvice,
  storedExtension,
  uploadProgress,
} from './audio-file';

const megabyte = 1024 * 1024;
const file = (name: string, type = '', size = 1) => ({ name, type, size });

describe('a chosen file', () => {
  it.each([
    ['visita.mp3', '', true],
    ['visita.M4A', 'video/mp4', true],
    ['visita.opus', 'audio/ogg', true],
    ['referto.pdf', 'application/pdf', false],
    ['video.mp4', 'video/mp4', false],
    ['senza-nome', '', false],
  ])('%s of type "%s": audio %s', (name, type, expected) => {
    expect(isAudioFile(file(name, type))).toBe(expected);
  });

  it('is announced as the audio that it is', () => {
    expect(announcedType(file('a.m4a', 'video/mp4'))).toBe('audio/mp4');
    expect(announcedType(file('a.mp3', 'audio/mpeg'))).toBe('audio/mpeg');
  });

  it('gets an extension that is safe in a path', () => {
    expect(storedExtension(file('a.MP3'))).toBe('mp3');
    expect(storedExtension(file('a.m/../x'))).toBe('audio');
  });

  it('gets advice above 5 and above 8 MB', () => {
    expect([5, 5.1, 8, 8.1].map((size) => sizeAdvice(size * megabyte))).toEqual(['none', 'slow', 'slow', 'convert']);
  });

  it('has its length guessed from its size', () => {
    expect(estimatedSeconds(file('a.mp3', '', 1600 * 1024))).toBe(100);
    expect(estimatedSeconds(file('a.m4a', '', 6400 * 1024))).toBe(200);
    expect(estimatedSeconds(file('a.m4a', '', 1024))).toBe(60);
    expect(estimatedSeconds(file('a.wav', '', 900 * megabyte))).toBe(3600);
    expect(estimatedSeconds(file('a.wav', '', 900 * megabyte), true)).toBe(1800);
  });
});

describe('sending', () => {
  it('gives each request the time that its size deserves', () => {
    expect(requestTimeout('recording', 1)).toBe(60_000);
    expect(requestTimeout('recording', 100 * megabyte)).toBe(204_800);
    expect(requestTimeout('recording', 1000 * megabyte)).toBe(900_000);
    expect(requestTimeout('upload', 1)).toBe(30_000);
    expect(requestTimeout('upload', 2000 * megabyte)).toBe(600_000);
  });

  it('tells how far it is and how long it still takes', () => {
    expect(uploadProgress(0, 100, null, 0)).toEqual({ percent: 0, remainingSeconds: null });
    expect(uploadProgress(25, 100, 0, 500)).toEqual({ percent: 25, remainingSeconds: null });
    expect(uploadProgress(25, 100, 0, 10_000)).toEqual({ percent: 25, remainingSeconds: 30 });
    expect(uploadProgress(100, 100, 0, 10_000)).toEqual({ percent: 100, remainingSeconds: 0 });
  });
});
