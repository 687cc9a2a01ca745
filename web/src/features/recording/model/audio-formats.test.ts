import { expect, it } from 'vitest';
import { pickFormat } from './audio-formats';

it('prefers webm with opus, then mp4, webm and ogg', () => {
  const offering =
    (...types: string[]) =>
    (mime: string) =>
      types.includes(mime);
  expect(pickFormat(() => true)?.mime).toBe('audio/webm;codecs=opus');
  expect(pickFormat(offering('audio/mp4', 'audio/webm'))?.extension).toBe('m4a');
  expect(pickFormat(offering('audio/webm', 'audio/ogg;codecs=opus'))?.mime).toBe('audio/webm');
  expect(pickFormat(offering('audio/ogg;codecs=opus'))?.extension).toBe('ogg');
  expect(pickFormat(() => false)).toBeNull();
});
