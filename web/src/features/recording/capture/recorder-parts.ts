import type { VisitType } from '@/shared/api/database';
import type { AudioFormat } from '../model/audio-formats';
import type { ChunkStore } from './chunk-store';
import type { DeliveryEvents } from './delivery';
import type { Microphone, MicrophoneEvents } from './microphone';

/** What the recorder needs from the browser and the network. */
export interface RecorderParts {
  store: ChunkStore;
  format: () => AudioFormat;
  openMicrophone: (format: AudioFormat, events: MicrophoneEvents) => Promise<Microphone>;
  followInputs: (onChange: () => void) => () => void;
  deliver: (store: ChunkStore, id: string, events: DeliveryEvents) => RecorderDelivery;
  /** Makes the recording this tab's own; null when another tab has it. */
  claim: (id: string) => Promise<(() => void) | null>;
  keepAwake: () => () => void;
  isStorageNearlyFull: () => Promise<boolean>;
  /** How long the server lets one recording be, in milliseconds. */
  longestRecording: () => Promise<number>;
  newId: () => string;
  now: () => number;
  /** The time by which sound is measured, in milliseconds from any beginning: it stands still while the machine sleeps. */
  soundTime: () => number;
}

export interface RecorderDelivery {
  start: () => void;
  wake: () => void;
  tryNow: () => void;
  stop: (forGood?: boolean) => Promise<void>;
}

export interface VisitChoice {
  userId: string;
  patientId: string;
  visita: VisitType;
}
