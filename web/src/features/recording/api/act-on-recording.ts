import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import { toFunctionError } from '@/shared/api/errors';

/** What a doctor can decide about a recording that waits or has failed. */
export type RecordingDecision =
  | { action: 'retry' | 'complete' | 'discard'; recordingId: string }
  | { action: 'submitTranscript'; recordingId: string; transcription: string };

export async function actOnRecording(decision: RecordingDecision): Promise<void> {
  const db = await client();
  const { error } = (await db.functions.invoke('recording', { body: decision })) as { error: unknown };
  if (error) throw await toFunctionError(error);
}

export function useRecordingDecision() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: actOnRecording,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['recordings'] }),
  });
}
