import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { PatientRow } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';
import { toPatient, type PatientFields, type PatientFormValues } from '../model/patient-form';

export async function updatePatient(id: string, fields: PatientFields): Promise<PatientRow> {
  const db = await client();
  const { data, error, status } = await db.from('patients').update(fields).eq('id', id).select().single();
  if (error) throw toApiError(error, status);
  return data;
}

export function useUpdatePatient(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (values: PatientFormValues) => updatePatient(id, toPatient(values)),
    onSuccess: (patient) => {
      queryClient.setQueryData(['patients', 'one', id], patient);
      return queryClient.invalidateQueries({ queryKey: ['patients'] });
    },
  });
}
