import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import { toApiError } from '@/shared/api/errors';
import { consultations } from '@/shared/i18n/consultations.messages';
import { notifySuccess } from '@/shared/ui/notify';
import { storedAudio } from '../model/report';

/** Deletes the sound of a visit; the server notes it with the consultation. What is gone already is deleted too. */
export async function deleteAudio(audioUrl: string): Promise<void> {
  const db = await client();
  const { bucket, path } = storedAudio(audioUrl);
  const { error } = await db.storage.from(bucket).remove([path]);
  if (error) throw toApiError(error);
}

export function useDeleteAudio(audioUrl: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => deleteAudio(audioUrl),
    onSuccess: () => {
      // Not by the button that asked: it goes with the sound.
      notifySuccess(consultations.report.player.deletion.done);
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: ['consultations'] }),
        queryClient.invalidateQueries({ queryKey: ['recordings', 'audio-removal'] }),
      ]);
    },
  });
}
