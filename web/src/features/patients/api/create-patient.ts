import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { PatientRow } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';
import { currentUserId } from '@/shared/api/session';
import { toPatient, type PatientFields, type PatientFormValues } from '../model/patient-form';

export async function createPatient(fields: PatientFields): Promise<PatientRow> {
  const userId = await currentUserId();
  const db = await client();
  const { data, error, status } = await db
    .from('patients')
    .insert({ ...fields, user_id: userId })
    .select()
    .single();
  if (error) throw toApiError(error, status);
  return data;
}

export function useCreatePatient() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (values: PatientFormValues) => createPatient(toPatient(values)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['patients'] }),
  });
}
