import { useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { RecordingRow } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';
import { chunkStore } from '../capture/the-recorder';

/** What is on its way or needs the doctor. */
const openStates: RecordingRow['state'][] = [
  'recording',
  'received',
  'transcribing',
  'analysing',
  'writing',
  'waiting',
  'failed',
];
const most = 20;

export type OpenRecording = Pick<RecordingRow, 'id' | 'patient_id' | 'state' | 'created_at'>;

/** What this browser keeps; nothing where there is no store. */
async function keptHere(userId: string): Promise<Set<string>> {
  const kept = await chunkStore.list(userId).catch(() => []);
  return new Set(kept.map(({ recordingId }) => recordingId));
}

/** The doctor's open recordings. One that still grows is left out when this browser has it: it is offered there. */
export async function listOpenRecordings(userId: string): Promise<OpenRecording[]> {
  const db = await client();
  const { data, error, status } = await db
    .from('recordings')
    .select('id,patient_id,state,created_at')
    .eq('user_id', userId)
    .in('state', openStates)
    .order('created_at', { ascending: false })
    .limit(most);
  if (error) throw toApiError(error, status);
  const here = await keptHere(userId);
  return data.filter(({ id, state }) => state !== 'recording' || !here.has(id));
}

export function useOpenRecordings(userId: string) {
  return useQuery({
    queryKey: ['recordings', 'open', userId],
    queryFn: () => listOpenRecordings(userId),
    staleTime: 0,
  });
}
