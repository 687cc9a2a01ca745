import { useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { SpeechEngine } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';

/** Which engine hears the patient: the doctor may see it, and so may the patient. */
export async function getSpeechEngine(): Promise<SpeechEngine> {
  const db = await client();
  const { data, error, status } = await db.rpc('speech_engine');
  if (error) throw toApiError(error, status);
  return data;
}

export function useSpeechEngine() {
  return useQuery({ queryKey: ['speech-engine'], queryFn: getSpeechEngine, staleTime: Infinity });
}
