import { useQuery } from '@tanstack/react-query';
import { isClaimed } from '../capture/browser-guards';
import type { StoredRecording } from '../capture/chunk-store';
import { chunkStore } from '../capture/the-recorder';

/** What an earlier page of this browser left behind and no tab is at work on. */
export async function listInterruptedRecordings(userId: string): Promise<StoredRecording[]> {
  const kept = await chunkStore.list(userId);
  const claims = await Promise.all(kept.map(({ recordingId }) => isClaimed(recordingId)));
  return kept.filter((_, index) => claims[index] === false);
}

export const interruptedKey = (userId: string) => ['interrupted-recordings', userId] as const;

export function useInterruptedRecordings(userId: string) {
  return useQuery({
    queryKey: interruptedKey(userId),
    queryFn: () => listInterruptedRecordings(userId),
    staleTime: 0,
    retry: false,
  });
}
