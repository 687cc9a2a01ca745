import { useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { RecordingRow } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';
import { useLiveChanges } from '@/shared/api/live-changes';

const firstPause = 1_000;
const longestPause = 8_000;

export async function fetchRecording(id: string): Promise<RecordingRow | null> {
  const db = await client();
  const { data, error, status } = await db.from('recordings').select('*').eq('id', id).maybeSingle();
  if (error) throw toApiError(error, status);
  return data;
}

/** Milliseconds until the server is asked again: soon after news, ever later without. */
export function nextPause(row: RecordingRow | null | undefined, unchangedFor: number): number | false {
  if (row?.state === 'saved' || row?.state === 'failed') return false;
  return Math.min(longestPause, Math.max(firstPause, unchangedFor / 2));
}

/** The server's row of a recording, by live change, and by asking where live changes do not come through. */
export function useRecordingRow(id: string) {
  const queryClient = useQueryClient();
  const queryKey = ['recordings', id];
  useLiveChanges(
    { table: 'recordings', filter: `id=eq.${id}` },
    () => void queryClient.invalidateQueries({ queryKey }),
  );
  return useQuery({
    queryKey,
    queryFn: () => fetchRecording(id),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const changedAt = state.data ? Date.parse(state.data.updated_at) : state.dataUpdatedAt;
      return nextPause(state.data, Date.now() - changedAt);
    },
  });
}
