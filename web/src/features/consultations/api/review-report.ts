import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callFunction } from '@/shared/api/functions';
import { ReportChangedError, versionOf } from '../model/changes';
import { getConsultation } from './get-consultation';

/** `confirmed`: keys of the values in doubt that the doctor has confirmed; `version`: the one that was read. */
export type ReviewAction = { action: 'mark'; confirmed: string[]; version: number } | { action: 'reopen' };

/** Marks a report as reviewed, or takes the word back. Words that the doctor did not see are not marked. */
export async function reviewReport(consultationId: string, review: ReviewAction): Promise<void> {
  if (review.action === 'reopen') {
    await callFunction('review', { consultationId, action: review.action });
    return;
  }
  const now = await getConsultation(consultationId);
  if (versionOf(now) !== review.version) throw new ReportChangedError(now);
  await callFunction('review', { consultationId, action: review.action, confirmed: review.confirmed });
}

export function useReviewReport(consultationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (review: ReviewAction) => reviewReport(consultationId, review),
    // Also what could not be reviewed is read anew: it may have been changed elsewhere.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['consultations'] }),
  });
}
