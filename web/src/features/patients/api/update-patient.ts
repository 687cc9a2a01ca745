import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { PatientRow } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';
import { describeError } from '@/shared/i18n/errors.messages';
import { patients as words } from '@/shared/i18n/patients.messages';
import { useHasGone } from '@/shared/hooks/use-has-gone';
import { notifyError } from '@/shared/ui/notify';
import { toPatient, type PatientFields, type PatientFormValues } from '../model/patient-form';
import { showChange } from './patient-cache';

export async function updatePatient(id: string, fields: PatientFields): Promise<PatientRow> {
  const db = await client();
  const { data, error, status } = await db.from('patients').update(fields).eq('id', id).select().single();
  if (error) throw toApiError(error, status);
  return data;
}

/**
 * The page and the lists show the change at once, and the former values again when it could not be saved: told wherever
 * the doctor is by then.
 */
export function useUpdatePatient(id: string) {
  const queryClient = useQueryClient();
  const hasGone = useHasGone();
  return useMutation({
    mutationFn: (values: PatientFormValues) => updatePatient(id, toPatient(values)),
    onMutate: async (values) => {
      await queryClient.cancelQueries({ queryKey: ['patients'] });
      return showChange(queryClient, id, toPatient(values));
    },
    onError: (error, _values, undo) => {
      undo?.();
      if (hasGone()) notifyError(words.errors.save(describeError(error)));
    },
    onSuccess: (patient) => queryClient.setQueryData(['patients', 'one', id], patient),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['patients'] }),
  });
}
