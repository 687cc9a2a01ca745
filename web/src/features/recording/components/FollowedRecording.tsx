import { useEffect } from 'react';
import { Stack, Text } from '@mantine/core';
import type { RecordingRow } from '@/shared/api/database';
import { formatDuration } from '@/shared/format/dates';
import { recording as words } from '@/shared/i18n/recording.messages';
import { useRecordingRow } from '../api/follow-recording';
import type { Backlog } from '../model/backlog';
import { progressSteps } from '../model/steps';
import { ProgressSteps } from './ProgressSteps';
import { RecordedElsewhere } from './RecordedElsewhere';
import { RowDecisions } from './RowDecisions';
import { useBacklog } from './use-backlog';
import classes from './FollowedRecording.module.css';

interface FollowedRecordingProps {
  id: string;
  onDiscarded?: () => void;
  onSaved?: (row: RecordingRow) => void;
}

/** A recording that the server has: its steps, the text so far, and what it asks of the doctor. */
export function FollowedRecording({ id, onDiscarded, onSaved }: FollowedRecordingProps) {
  const { data: row } = useRecordingRow(id);
  const isSaved = row?.state === 'saved';
  const backlog = useBacklog(row ?? null, row?.duration_seconds ?? null);

  useEffect(() => {
    if (row && isSaved) onSaved?.(row);
    // Once for each recording that is saved, whatever function the page passes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isSaved]);

  return (
    <Stack gap="md">
      <ProgressSteps steps={progressSteps(null, row ?? null, null)} detail={row ? piecesDetail(row, backlog) : null} />
      {row ? <PartialTranscript text={row.partial_transcript} isFinal={isSaved} /> : null}
      {row ? <RowDecisions row={row} onDiscarded={onDiscarded} /> : null}
      {row?.state === 'recording' ? <RecordedElsewhere id={row.id} onDiscarded={onDiscarded} /> : null}
    </Stack>
  );
}

/** `3 di 14 parti trascritte, ancora 04:10 circa`, while that is what is being done. */
export function piecesDetail(
  row: Pick<RecordingRow, 'state' | 'pieces_done' | 'pieces_total'>,
  backlog: Backlog | null,
): string | null {
  if (row.state !== 'transcribing' && row.state !== 'received') return null;
  const parts: string[] = [];
  if (row.pieces_total) parts.push(words.progress.pieces(row.pieces_done, row.pieces_total));
  if (backlog?.waitSeconds) parts.push(words.progress.remaining(formatDuration(backlog.waitSeconds)));
  return parts.length > 0 ? parts.join(', ') : null;
}

export function PartialTranscript({ text, isFinal }: { text: string | null; isFinal: boolean }) {
  if (!text || isFinal) return null;
  return (
    <section aria-label={words.progress.partial}>
      <Text size="sm" fw={600} mb={4}>
        {words.progress.partial}
      </Text>
      <div className={classes.transcript}>{text}</div>
    </section>
  );
}
