import { useSyncExternalStore } from 'react';
import { isCapturing, type RecordingState } from '../model/recording-state';
import { loadConfig } from '@/shared/api/config';
import { randomId } from '@/shared/random-id';
import { followAudioInputs } from './audio-inputs';
import { AwakeClock } from './awake-clock';
import { claimRecording, isStorageNearlyFull, keepAwake } from './browser-guards';
import { ChunkStore } from './chunk-store';
import { Delivery } from './delivery';
import { openMicrophone, recordingFormat } from './microphone';
import { Recorder } from './recorder';

const hour = 3_600_000;
const clock = new AwakeClock(() => performance.now());

/** The recordings that this browser keeps. */
export const chunkStore = new ChunkStore();

/** The one recorder of this tab: there is one microphone and one doctor. */
export const recorder = new Recorder({
  store: chunkStore,
  format: recordingFormat,
  openMicrophone,
  followInputs: followAudioInputs,
  deliver: (store, id, events) => new Delivery(store, id, events),
  claim: claimRecording,
  keepAwake,
  isStorageNearlyFull,
  longestRecording: () =>
    loadConfig().then(
      ({ maxRecordingHours = Infinity }) => maxRecordingHours * hour,
      () => Infinity,
    ),
  newId: randomId,
  now: () => Date.now(),
  soundTime: () => clock.now(),
});

/** Whether this tab has the microphone, recording or not at this moment. */
export function isMicrophoneOn(): boolean {
  return isCapturing(recorder.snapshot());
}

export function useRecorderState(): RecordingState {
  return useSyncExternalStore(recorder.subscribe, recorder.snapshot);
}

/** How many earlier recordings are on their way without being followed. */
export function useSendingBeside(): number {
  return useSyncExternalStore(recorder.subscribe, recorder.sendingBeside);
}
