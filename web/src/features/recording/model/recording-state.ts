import type { RecordingRow, VisitType } from '@/shared/api/database';

/**
 * The life of one recording, apart from microphone and network: they report what happened, this says what follows.
 *
 *   idle -> recording <-> paused
 *               |  \-> interrupted (no microphone left; what was said is kept) -> recording
 *               v
 *           stopping (audio complete, the rest is on its way) -> processing (the server has all) -> saved
 *
 * An uploaded file enters at stopping. Any phase may end in failed; what happens too late is ignored.
 */
export type Phase = 'idle' | 'recording' | 'paused' | 'interrupted' | 'stopping' | 'processing' | 'saved' | 'failed';

export interface RecordingIdentity {
  recordingId: string;
  userId: string;
  patientId: string;
  visita: VisitType;
  source: 'recording' | 'upload';
  filename?: string;
  /** How long the file is, where the browser could tell. */
  measuredSeconds?: number;
}

/** What the doctor should know about the microphone while it records. */
export type MicrophoneWarning =
  'silent' | 'muted' | 'stalled' | 'replaced' | 'slept' | 'storage-nearly-full' | 'time-nearly-over';

/** Why a recording ended without the doctor ending it. */
export type Ending = 'time-over' | 'storage-full' | 'store-lost';

/**
 * How the audio gets to the server: `waiting` for the network, `signed-out` for the doctor to sign in again; `refused`
 * while the microphone goes on and the sound stays in this browser.
 */
export type DeliveryStatus = 'idle' | 'sending' | 'waiting' | 'signed-out' | 'refused' | 'done';

export interface Failure {
  code: string;
  /** The text beneath the code, for the debug details. */
  message: string;
  /** Of the server's answer, where there was one. */
  status?: number;
}

/** The server has ended a recording with less audio than this browser has. */
export const closedEarly = 'upload_closed_early';

/** This browser does not give the sound back that it keeps; what passes, as a lost network does. */
export const storeUnreadable = 'store_unreadable';

/** Whether the server has ended what it knows under this id: then only a recording of its own can take the audio. */
export function isEndedThere(code: string | undefined): boolean {
  return code === closedEarly || code === 'ResourceAlreadyExists';
}

export interface RecordingState {
  phase: Phase;
  identity: RecordingIdentity | null;
  /** Milliseconds recorded in stretches that are over. */
  recordedBefore: number;
  /** When the present stretch began; null while nothing is being recorded. */
  recordingSince: number | null;
  /** Bytes safe in this browser, bytes safe on the server. */
  storedBytes: number;
  sentBytes: number;
  delivery: DeliveryStatus;
  /** Why the delivery waits. */
  deliveryProblem: Failure | null;
  /** When the first byte left, for the remaining time. */
  sendingSince: number | null;
  /** Whether the server knows this recording, so that it can be asked about it. */
  isRegistered: boolean;
  warnings: readonly MicrophoneWarning[];
  endedBy: Ending | null;
  failure: Failure | null;
  consultationId: string | null;
}

export const idleState: RecordingState = {
  phase: 'idle',
  identity: null,
  recordedBefore: 0,
  recordingSince: null,
  storedBytes: 0,
  sentBytes: 0,
  delivery: 'idle',
  deliveryProblem: null,
  sendingSince: null,
  isRegistered: false,
  warnings: [],
  endedBy: null,
  failure: null,
  consultationId: null,
};

export type RecordingAction =
  | { type: 'started'; identity: RecordingIdentity; at: number }
  | { type: 'fileChosen'; identity: RecordingIdentity; bytes: number }
  | { type: 'sendingResumed'; identity: RecordingIdentity; bytes: number; recordedMs: number }
  | { type: 'paused' | 'continued' | 'microphoneLost'; at: number }
  | { type: 'stopRequested'; at: number; endedBy?: Ending }
  | { type: 'warned'; warning: MicrophoneWarning; isOn: boolean }
  | { type: 'chunkStored'; bytes: number }
  | { type: 'registered' }
  | { type: 'progressed'; sentBytes: number; at: number }
  | { type: 'deliveryChanged'; status: DeliveryStatus; problem?: Failure }
  | { type: 'delivered' }
  | { type: 'refused'; failure: Failure; at: number }
  | { type: 'serverReported'; row: Pick<RecordingRow, 'state' | 'error_code' | 'consultation_id'> }
  | { type: 'cancelled' | 'cleared' | 'letGo' };

const restingPhases: readonly Phase[] = ['idle', 'saved', 'failed'];

/** Whether a new recording may begin. */
export function isResting(state: RecordingState): boolean {
  return restingPhases.includes(state.phase);
}

/** Whether the microphone belongs to this recording, recording or not at this moment. */
export function isCapturing(state: RecordingState): boolean {
  return state.phase === 'recording' || state.phase === 'paused' || state.phase === 'interrupted';
}

/** Milliseconds recorded until `now`. */
export function recordedMilliseconds(state: RecordingState, now: number): number {
  const present = state.recordingSince === null ? 0 : Math.max(0, now - state.recordingSince);
  return state.recordedBefore + present;
}

function clockStopped(state: RecordingState, at: number): RecordingState {
  return { ...state, recordedBefore: recordedMilliseconds(state, at), recordingSince: null };
}

function withWarning(state: RecordingState, warning: MicrophoneWarning, isOn: boolean): RecordingState {
  if (state.warnings.includes(warning) === isOn) return state;
  const others = state.warnings.filter((one) => one !== warning);
  return { ...state, warnings: isOn ? [...others, warning] : others };
}

function reported(
  state: RecordingState,
  row: Extract<RecordingAction, { type: 'serverReported' }>['row'],
): RecordingState {
  if (row.state === 'saved') return { ...state, phase: 'saved', consultationId: row.consultation_id, failure: null };
  if (row.state === 'failed')
    return { ...state, phase: 'failed', failure: { code: row.error_code ?? 'unknown', message: row.state } };
  return state.phase === 'failed' ? { ...state, phase: 'processing', failure: null } : state;
}

export function recordingReducer(state: RecordingState, action: RecordingAction): RecordingState {
  switch (action.type) {
    case 'started':
      if (!isResting(state)) return state;
      return { ...idleState, phase: 'recording', identity: action.identity, recordingSince: action.at };
    case 'fileChosen':
      if (!isResting(state)) return state;
      return { ...idleState, phase: 'stopping', identity: action.identity, storedBytes: action.bytes };
    case 'sendingResumed': {
      if (!isResting(state)) return state;
      const { identity, bytes, recordedMs } = action;
      return { ...idleState, phase: 'stopping', identity, storedBytes: bytes, recordedBefore: recordedMs };
    }
    case 'paused':
      return state.phase === 'recording' ? { ...clockStopped(state, action.at), phase: 'paused', warnings: [] } : state;
    case 'continued':
      return state.phase === 'paused' || state.phase === 'interrupted'
        ? { ...state, phase: 'recording', recordingSince: action.at, warnings: [] }
        : state;
    case 'microphoneLost':
      return state.phase === 'recording' || state.phase === 'paused'
        ? { ...clockStopped(state, action.at), phase: 'interrupted', warnings: [] }
        : state;
    case 'stopRequested':
      return isCapturing(state)
        ? { ...clockStopped(state, action.at), phase: 'stopping', warnings: [], endedBy: action.endedBy ?? null }
        : state;
    case 'warned':
      return state.phase === 'recording' ? withWarning(state, action.warning, action.isOn) : state;
    case 'chunkStored':
      return { ...state, storedBytes: state.storedBytes + action.bytes };
    case 'registered':
      return { ...state, isRegistered: true };
    case 'progressed':
      return { ...state, sentBytes: action.sentBytes, sendingSince: state.sendingSince ?? action.at };
    case 'deliveryChanged':
      return { ...state, delivery: action.status, deliveryProblem: action.problem ?? null };
    case 'delivered':
      return state.phase === 'stopping'
        ? { ...state, phase: 'processing', delivery: 'done', sentBytes: state.storedBytes, isRegistered: true }
        : state;
    case 'refused':
      return isResting(state) ? state : { ...clockStopped(state, action.at), phase: 'failed', failure: action.failure };
    case 'serverReported':
      return state.phase === 'processing' || (state.phase === 'failed' && state.delivery === 'done')
        ? reported(state, action.row)
        : state;
    case 'cancelled':
      return idleState;
    case 'letGo':
      return isCapturing(state) ? state : idleState;
    case 'cleared':
      return isResting(state) || state.phase === 'processing' ? idleState : state;
  }
}
