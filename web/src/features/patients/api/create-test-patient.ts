import { useMutation, useQueryClient } from '@tanstack/react-query';
import { randomPatient } from '../model/random-patient';
import { createPatient } from './create-patient';

/** Adds an invented patient, to try the application with. */
export function useCreateTestPatient() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => createPatient(randomPatient()),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['patients'] }),
  });
}
