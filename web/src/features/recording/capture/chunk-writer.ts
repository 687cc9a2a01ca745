import { isFull } from './chunk-store';

/** Chunks that wait in memory for a store that does not answer: half a minute of sound. */
const mostHeld = 30;
const lastTries = 3;
const pauseBetweenTries = 500;

interface Chunk {
  sound: Blob;
  recordedMs: number;
}

export interface ChunkWriterParts {
  /** Stores what belongs at the byte `at`. */
  append: (bytes: ArrayBuffer, at: number, recordedMs: number) => Promise<void>;
  onStored: (bytes: number) => void;
  /** There is no room, or no store any more. */
  onFailed: (error: unknown) => void;
}

/**
 * Brings the chunks of one recording into the store, in their order: none is written while one before it is not. What
 * the store does not take is held, and tried again with the next chunk.
 */
export class ChunkWriter {
  private readonly parts: ChunkWriterParts;
  private readonly held: Chunk[] = [];
  private storedBytes = 0;
  private writing: Promise<unknown> = Promise.resolve();

  constructor(parts: ChunkWriterParts) {
    this.parts = parts;
  }

  add(sound: Blob, recordedMs: number): void {
    this.held.push({ sound, recordedMs });
    this.writing = this.writing.then(() => this.writeHeld());
  }

  /** After the last chunk: resolves when everything is stored, or cannot be. */
  async finish(): Promise<void> {
    await this.writing;
    for (let tries = 0; this.held.length > 0; tries += 1) {
      const error = await this.writeHeld();
      if (error === undefined) return;
      if (isFull(error)) return;
      if (tries === lastTries) {
        this.parts.onFailed(error);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseBetweenTries));
    }
  }

  /** Gives what the store threw at the first chunk that it did not take. */
  private async writeHeld(): Promise<unknown> {
    for (let chunk = this.held[0]; chunk; chunk = this.held[0]) {
      try {
        await this.parts.append(await chunk.sound.arrayBuffer(), this.storedBytes, chunk.recordedMs);
      } catch (error) {
        if (isFull(error) || this.held.length > mostHeld) this.parts.onFailed(error);
        return error ?? new Error('not stored');
      }
      this.held.shift();
      this.storedBytes += chunk.sound.size;
      this.parts.onStored(chunk.sound.size);
    }
    return undefined;
  }
}
