import { useState } from 'react';
import type { RecordingRow } from '@/shared/api/database';
import { backlogOf, withReading, type Backlog, type Reading } from '../model/backlog';

/** What the engine has still to hear of so many seconds, followed from row to row; null while it keeps up. */
export function useBacklog(row: RecordingRow | null, recordedSeconds: number | null): Backlog | null {
  const [readings, setReadings] = useState<readonly Reading[]>([]);
  if (row) {
    const reading = { at: Date.parse(row.updated_at), transcribedSeconds: row.transcribed_seconds };
    const next = withReading(readings, reading);
    if (next !== readings) setReadings(next);
  }
  return recordedSeconds === null ? null : backlogOf(recordedSeconds, readings);
}
