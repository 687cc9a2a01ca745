import { useQuery } from '@tanstack/react-query';
import { wasStopped } from '../capture/send-left-behind';
import { listInterruptedRecordings } from './list-interrupted-recordings';
import { listOpenRecordings } from './list-open-recordings';

/** How many recordings wait for the doctor: cut off in this browser or in another one, or failed. */
export async function countUnsettledRecordings(userId: string): Promise<number> {
  const [interrupted, open] = await Promise.all([
    listInterruptedRecordings(userId).catch(() => []),
    listOpenRecordings(userId),
  ]);
  const offered = interrupted.filter((stored) => !wasStopped(stored));
  const asking = open.filter(({ state }) => state === 'recording' || state === 'failed');
  return offered.length + asking.length;
}

export function useUnsettledRecordings(userId: string) {
  return useQuery({
    queryKey: ['recordings', 'unsettled', userId],
    queryFn: () => countUnsettledRecordings(userId),
    staleTime: 0,
    retry: false,
  });
}
