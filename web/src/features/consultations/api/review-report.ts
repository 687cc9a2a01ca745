import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callFunction } from '@/shared/api/functions';

/** `confirmed`: keys of the values in doubt that the doctor has confirmed. */
export type ReviewAction = { action: 'mark'; confirmed: string[] } | { action: 'reopen' };

export async function reviewReport(consultationId: string, action: ReviewAction): Promise<void> {
  await callFunction('review', { consultationId, ...action });
}

export function useReviewReport(consultationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (action: ReviewAction) => reviewReport(consultationId, action),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['consultations'] }),
  });
}
