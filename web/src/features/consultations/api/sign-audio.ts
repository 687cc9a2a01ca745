import { useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import { toApiError } from '@/shared/api/errors';
import { storedAudio } from '../model/report';

const lifetimeSeconds = 3600;

/** An address at which the audio can be heard, or with `fileName` be saved, for an hour. */
export async function signAudio(audioUrl: string, fileName?: string): Promise<string> {
  const db = await client();
  const { bucket, path } = storedAudio(audioUrl);
  const options = fileName === undefined ? {} : { download: fileName };
  const { data, error } = await db.storage.from(bucket).createSignedUrl(path, lifetimeSeconds, options);
  if (error) throw toApiError(error);
  return data.signedUrl;
}

export function useAudioAddress(audioUrl: string | null) {
  return useQuery({
    queryKey: ['audio', audioUrl],
    queryFn: () => signAudio(audioUrl ?? ''),
    enabled: audioUrl !== null,
    staleTime: (lifetimeSeconds / 2) * 1000,
    // A new address stops the sound: it comes when the old one does not do any more.
    refetchOnReconnect: false,
  });
}
