import { describe, expect, it } from 'vitest';
import { progressSteps } from './steps';

const states = (...parameters: Parameters<typeof progressSteps>) =>
  progressSteps(...parameters).map(({ state }) => state);

describe('the five steps', () => {
  it('wait before anything happens', () => {
    expect(states('idle', null, null)).toEqual(['waiting', 'waiting', 'waiting', 'waiting', 'waiting']);
  });

  it.each([
    ['received', ['done', 'active', 'waiting', 'waiting', 'waiting']],
    ['transcribing', ['done', 'active', 'waiting', 'waiting', 'waiting']],
    ['analysing', ['done', 'done', 'active', 'waiting', 'waiting']],
    ['writing', ['done', 'done', 'done', 'active', 'waiting']],
    ['saved', ['done', 'done', 'done', 'done', 'done']],
    ['waiting', ['done', 'waiting', 'waiting', 'waiting', 'waiting']],
  ] as const)('follow the server in %s', (state, expected) => {
    expect(states('processing', { state, error_code: null }, null)).toEqual(expected);
  });

  it('stay with the recording that another browser makes', () => {
    expect(states(null, { state: 'recording', error_code: null }, null)[0]).toBe('active');
  });

  it('stay with the recording while the microphone is on, though the server transcribes already', () => {
    expect(states('recording', { state: 'recording', error_code: null }, null)[0]).toBe('active');
    expect(states('stopping', { state: 'recording', error_code: null }, null)[0]).toBe('active');
  });

  it.each([
    ['not_audio', 0],
    ['minutes_exhausted', 0],
    ['no_speech', 1],
    ['speech_timeout', 1],
    ['empty_transcript', 1],
    ['internal', 4],
  ])('show %s where it belongs', (code, at) => {
    expect(states(null, { state: 'failed', error_code: code }, null).indexOf('error')).toBe(at);
    expect(states('failed', null, code).indexOf('error')).toBe(at);
  });
});
