import { useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import { toApiError } from '@/shared/api/errors';

/** When a visit's sound was deleted; null where no recording tells. */
export async function getAudioRemoval(consultationId: string): Promise<string | null> {
  const db = await client();
  const { data, error, status } = await db
    .from('recordings')
    .select('audio_deleted_at')
    .eq('consultation_id', consultationId)
    .not('audio_deleted_at', 'is', null)
    .limit(1);
  if (error) throw toApiError(error, status);
  return data[0]?.audio_deleted_at ?? null;
}

export function useAudioRemoval(consultationId: string) {
  return useQuery({
    queryKey: ['recordings', 'audio-removal', consultationId],
    queryFn: () => getAudioRemoval(consultationId),
  });
}
