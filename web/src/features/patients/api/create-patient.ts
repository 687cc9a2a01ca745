import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { PatientRow } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';
import { currentUserId } from '@/shared/api/session';
import { describeError } from '@/shared/i18n/errors.messages';
import { patients as words } from '@/shared/i18n/patients.messages';
import { useHasGone } from '@/shared/hooks/use-has-gone';
import { notifyError } from '@/shared/ui/notify';
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

/** A refusal that comes when its page is left already is told wherever the doctor is by then. */
export function useCreatePatient() {
  const queryClient = useQueryClient();
  const hasGone = useHasGone();
  return useMutation({
    mutationFn: (values: PatientFormValues) => createPatient(toPatient(values)),
    onError: (error) => {
      if (hasGone()) notifyError(words.errors.save(describeError(error)));
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['patients'] }),
  });
}
