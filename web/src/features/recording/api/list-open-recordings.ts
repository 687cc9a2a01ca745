import { useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { RecordingRow } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';

/** What is on its way or needs the doctor; `recording` rows belong to the browser that records. */
const openStates: RecordingRow['state'][] = ['received', 'transcribing', 'analysing', 'writing', 'waiting', 'failed'];
const most = 20;

export type OpenRecording = Pick<RecordingRow, 'id' | 'patient_id' | 'state' | 'created_at'>;

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
  return data;
}

export function useOpenRecordings(userId: string) {
  return useQuery({
    queryKey: ['recordings', 'open', userId],
    queryFn: () => listOpenRecordings(userId),
    staleTime: 0,
  });
}
