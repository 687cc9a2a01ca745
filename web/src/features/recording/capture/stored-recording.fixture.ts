import type { StoredRecording } from './chunk-store';

/** A recording as it begins in the browser; `change` says what matters to the test. */
export function aStoredRecording(recordingId: string, change: Partial<StoredRecording> = {}): StoredRecording {
  return {
    recordingId,
    userId: 'u1',
    patientId: 'p1',
    visita: 'prima_visita',
    source: 'recording',
    mime: 'audio/webm',
    extension: 'webm',
    consentVersion: '1',
    startedAt: '2026-11-21T10:00:00Z',
    bytes: 0,
    recordedMs: 0,
    isComplete: false,
    isRefused: false,
    uploadUrl: null,
    ...change,
  };
}
