import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { PatientRow } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';
import { toPatient, type PatientFields, type PatientFormValues } from '../model/patient-form';
import { showChange } from './patient-cache';

export async function updatePatient(id: string, fields: PatientFields): Promise<PatientRow> {
  const db = await client();
  const { data, error, status } = await db.from('patients').update(fields).eq('id', id).select().single();
  if (error) throw toApiError(error, status);
  return data;
}

/** The page and the lists show the change at once, and the former values again when it could not be saved. */
export function useUpdatePatient(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (values: PatientFormValues) => updatePatient(id, toPatient(values)),
    onMutate: async (values) => {
      await queryClient.cancelQueries({ queryKey: ['patients'] });
      return showChange(queryClient, id, toPatient(values));
    },
    onError: (_error, _values, undo) => undo?.(),
    onSuccess: (patient) => queryClient.setQueryData(['patients', 'one', id], patient),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['patients'] }),
  });
}
