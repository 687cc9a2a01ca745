import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import { toApiError } from '@/shared/api/errors';
import { showRemoval } from './patient-cache';

/** Deletes all consultations of the patient, then the patient: the server refuses the other order. */
export async function deletePatient(id: string): Promise<void> {
  const db = await client();
  const consultations = await db.from('consultations').delete().eq('patient_id', id);
  if (consultations.error) throw toApiError(consultations.error, consultations.status);
  const patient = await db.from('patients').delete().eq('id', id);
  if (patient.error) throw toApiError(patient.error, patient.status);
}

export function useDeletePatient(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => deletePatient(id),
    onMutate: async () => {
      await queryClient.cancelQueries({ queryKey: ['patients', 'list'] });
      return showRemoval(queryClient, id);
    },
    onError: (_error, _nothing, undo) => {
      undo?.();
      // The consultations may be gone although the patient is not.
      void queryClient.invalidateQueries({ queryKey: ['consultations'] });
    },
    onSuccess: async () => {
      // The page of the patient still stands until the caller leaves it: its own query is left alone.
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['patients', 'list'] }),
        queryClient.invalidateQueries({ queryKey: ['patients', 'count'] }),
        queryClient.invalidateQueries({ queryKey: ['patients', 'choices'] }),
        queryClient.invalidateQueries({ queryKey: ['consultations'], refetchType: 'none' }),
      ]);
    },
  });
}
