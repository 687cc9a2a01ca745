import { visitFileName } from '@/shared/format/file-names';
import type { ChunkStore, StoredRecording } from './chunk-store';

const pieceBytes = 1024 * 1024;

/** The audio that this browser keeps, as a file: its parts lie with the browser, not in the page's memory. */
export async function exportAudio(store: ChunkStore, stored: StoredRecording): Promise<File> {
  const parts: Blob[] = [];
  for (let offset = 0; offset < stored.bytes; offset += pieceBytes)
    parts.push(new Blob([await store.read(stored.recordingId, offset, pieceBytes)]));
  return new File(parts, visitFileName(stored.startedAt, `.${stored.extension}`), { type: stored.mime });
}

/** Hands a file to the browser's downloads. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address));
}
