import { listInterruptedRecordings } from '../api/list-interrupted-recordings';
import type { StoredRecording } from './chunk-store';
import { recorder } from './the-recorder';

/** What was stopped by the doctor needs no question: it only has to arrive. */
export function wasStopped(stored: StoredRecording): boolean {
  return stored.isComplete && !stored.isRefused;
}

/** Sends the complete recordings that an earlier page could not: on any page, without being asked. */
export async function sendLeftBehind(userId: string): Promise<void> {
  const found = await listInterruptedRecordings(userId);
  for (const stored of found.filter(wasStopped)) await recorder.sendBeside(stored);
}
