import { describe, expect, it } from 'vitest';
import { choicesFor } from './server-failure';

const failed = (error_code: string, partial_transcript: string | null = null) =>
  choicesFor({ state: 'failed', error_code, partial_transcript });

describe('what a doctor can do about a recording that failed', () => {
  it.each(['empty_transcript', 'no_speech', 'audio_unreadable', 'audio_too_long', 'internal', 'speech_timeout'])(
    'is to try again, and to type what was said: %s',
    (code) => {
      expect(failed(code)).toEqual({ mayRetry: true, mayType: true });
    },
  );

  it('is to try again only, where the sound has become text', () => {
    expect(failed('language_model_failed', 'Buongiorno')).toEqual({ mayRetry: true, mayType: false });
    expect(failed('internal', 'Buongiorno')).toEqual({ mayRetry: true, mayType: false });
  });

  it('is neither when its patient is gone', () => {
    expect(failed('patient_not_found')).toEqual({ mayRetry: false, mayType: false });
  });

  it('is nothing while the server is at work', () => {
    expect(choicesFor({ state: 'transcribing', error_code: null, partial_transcript: null })).toEqual({
      mayRetry: false,
      mayType: false,
    });
  });
});
