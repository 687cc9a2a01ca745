import { describe, expect, it } from 'vitest';
import {
  idleState,
  recordedMilliseconds,
  recordingReducer,
  type RecordingAction,
  type RecordingIdentity,
  type RecordingState,
} from './recording-state';

const identity: RecordingIdentity = {
  recordingId: 'r1',
  userId: 'u1',
  patientId: 'p1',
  visita: 'prima_visita',
  source: 'recording',
};

function after(...actions: RecordingAction[]): RecordingState {
  return actions.reduce(recordingReducer, idleState);
}

const started: RecordingAction = { type: 'started', identity, at: 1_000 };
const stopped: RecordingAction = { type: 'stopRequested', at: 5_000 };
const delivered: RecordingAction = { type: 'delivered' };
const reported = (
  state: 'saved' | 'failed' | 'analysing' | 'waiting',
  error_code: string | null = null,
): RecordingAction => ({
  type: 'serverReported',
  row: { state, error_code, consultation_id: state === 'saved' ? 'c1' : null },
});

describe('a recording', () => {
  it('goes from the microphone to the saved consultation', () => {
    const phases = [started, stopped, delivered, reported('analysing'), reported('saved')].reduce<RecordingState[]>(
      (states, action) => [...states, recordingReducer(states.at(-1) ?? idleState, action)],
      [],
    );
    expect(phases.map(({ phase }) => phase)).toEqual(['recording', 'stopping', 'processing', 'processing', 'saved']);
    expect(phases.at(-1)?.consultationId).toBe('c1');
  });

  it('counts only the time in which it records', () => {
    const paused = after(started, { type: 'paused', at: 4_000 });
    expect(recordedMilliseconds(paused, 60_000)).toBe(3_000);
    const again = recordingReducer(paused, { type: 'continued', at: 60_000 });
    expect(recordedMilliseconds(again, 62_500)).toBe(5_500);
    expect(recordedMilliseconds(recordingReducer(again, { type: 'stopRequested', at: 63_000 }), 99_000)).toBe(6_000);
  });

  it('keeps what was said when the microphone is lost, and goes on with another', () => {
    const lost = after(started, { type: 'microphoneLost', at: 3_000 });
    expect(lost.phase).toBe('interrupted');
    expect(recordedMilliseconds(lost, 10_000)).toBe(2_000);
    expect(recordingReducer(lost, { type: 'continued', at: 10_000 }).phase).toBe('recording');
    expect(recordingReducer(lost, { type: 'stopRequested', at: 10_000 }).phase).toBe('stopping');
  });

  it('does not begin while another is under way', () => {
    const other: RecordingAction = { type: 'started', identity: { ...identity, recordingId: 'r2' }, at: 2_000 };
    expect(after(started, other).identity?.recordingId).toBe('r1');
    expect(after(started, stopped, other).identity?.recordingId).toBe('r1');
  });

  it('is not cleared while audio is on its way', () => {
    expect(after(started, { type: 'cleared' }).phase).toBe('recording');
    expect(after(started, stopped, { type: 'cleared' }).phase).toBe('stopping');
    expect(after(started, stopped, delivered, { type: 'cleared' })).toEqual(idleState);
  });

  it('is let go of once the audio is complete, never while the microphone is on', () => {
    expect(after(started, { type: 'letGo' }).phase).toBe('recording');
    expect(after(started, { type: 'paused', at: 2_000 }, { type: 'letGo' }).phase).toBe('paused');
    expect(after(started, stopped, { type: 'letGo' })).toEqual(idleState);
  });

  it('fails when the server refuses it, whatever the moment', () => {
    const failure = { code: 'minutes_exhausted', message: '' };
    for (const before of [after(started), after(started, stopped)]) {
      const state = recordingReducer(before, { type: 'refused', failure, at: 6_000 });
      expect(state.phase).toBe('failed');
      expect(state.failure?.code).toBe('minutes_exhausted');
      expect(state.recordingSince).toBeNull();
    }
  });

  it('takes no news of the server before the server has everything', () => {
    expect(after(started, reported('failed', 'no_speech')).phase).toBe('recording');
  });

  it('comes back from a failure that was tried again', () => {
    const failed = after(started, stopped, delivered, reported('failed', 'speech_timeout'));
    expect(failed.phase).toBe('failed');
    expect(recordingReducer(failed, reported('analysing')).phase).toBe('processing');
  });

  it('warns only while it records, and each warning once', () => {
    const warned: RecordingAction = { type: 'warned', warning: 'silent', isOn: true };
    expect(after(started, warned, warned).warnings).toEqual(['silent']);
    expect(after(started, warned, { type: 'paused', at: 2_000 }, warned).warnings).toEqual([]);
    const state = after(started, warned);
    expect(recordingReducer(state, warned)).toBe(state);
  });
});

describe('an uploaded file', () => {
  it('enters with its audio complete', () => {
    const upload: RecordingIdentity = { ...identity, source: 'upload', filename: 'visita.m4a' };
    const state = after({ type: 'fileChosen', identity: upload, bytes: 100 });
    expect(state).toMatchObject({ phase: 'stopping', storedBytes: 100 });
    expect(recordingReducer(state, delivered)).toMatchObject({ phase: 'processing', sentBytes: 100 });
    expect(recordingReducer(state, { type: 'cancelled' })).toEqual(idleState);
  });
});
