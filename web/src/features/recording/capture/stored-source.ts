import type { ChunkStore } from './chunk-store';

interface Slice {
  value: Blob | null;
  done: boolean;
}

/**
 * What tus-js-client reads from: the stored audio of a recording that may still grow. Its own stream source keeps only
 * the last piece and cannot go back; this one can, so that an upload resumes at any offset the server names.
 */
export class StoredSource {
  /** The bytes known at first; the library reads it only when the recording is complete from the start. */
  readonly size: number;
  private readonly store: ChunkStore;
  private readonly id: string;
  private wakeUp: (() => void) | undefined;
  private isClosed = false;

  constructor(store: ChunkStore, id: string, size: number) {
    this.store = store;
    this.id = id;
    this.size = size;
  }

  /** Says that there is more audio, or that the recording is complete. */
  wake(): void {
    this.wakeUp?.();
  }

  close(): void {
    this.isClosed = true;
    this.wake();
  }

  /** The audio from `start`; waits for some while the recording goes on, and gives what there is up to `end`. */
  async slice(start: number, end: number): Promise<Slice> {
    for (;;) {
      const next = new Promise<void>((resolve) => {
        this.wakeUp = resolve;
      });
      const recording = await this.store.get(this.id);
      if (this.isClosed || !recording) throw new Error('the recording is closed');
      if (recording.bytes > start || recording.isComplete) {
        const bytes = await this.store.read(this.id, start, Math.min(end, recording.bytes) - start);
        const done = recording.isComplete && start + bytes.length >= recording.bytes;
        return { value: bytes.length > 0 ? new Blob([bytes]) : null, done };
      }
      await next;
    }
  }
}
