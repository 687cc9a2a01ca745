import { useMutation, useQueryClient } from '@tanstack/react-query';
import { loadConfig } from '@/shared/api/config';
import { ApiError, toApiError } from '@/shared/api/errors';
import { callFunction } from '@/shared/api/functions';
import { currentUserId } from '@/shared/api/session';

export type PaidTier = 'basic' | 'advanced';

/** The plan is active, or it has to be paid first at this address. */
export type PlanChange = { kind: 'active'; tier: PaidTier } | { kind: 'checkout'; address: string };

const refreshMilliseconds = 1_500;

/** Without a session nobody can pay either, and a change whose answer was lost may have been made. */
function leavesNothingToPay({ status, code }: ApiError): boolean {
  return status === 401 || code === 'network';
}

/**
 * Asks the server for the plan; when it refuses or fails and there is a checkout for the plan, gives its address. A
 * session that is gone and a lost network stay errors.
 */
export async function changePlan(tier: PaidTier): Promise<PlanChange> {
  const userId = await currentUserId();
  try {
    const answer = await callFunction<{ success: boolean; error?: string }>('subscription', {
      action: 'changePlan',
      userId,
      tier,
    });
    if (answer.success) return { kind: 'active', tier };
    throw new ApiError({ code: 'unknown', message: answer.error ?? 'plan not changed', status: 200 });
  } catch (refusal) {
    if (leavesNothingToPay(toApiError(refusal))) throw refusal;
    const address = (await loadConfig()).checkout?.[tier];
    if (!address) throw refusal;
    return { kind: 'checkout', address };
  }
}

export function useChangePlan() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: changePlan,
    onSuccess: (change) => {
      if (change.kind === 'checkout') window.location.assign(change.address);
      else setTimeout(() => void queryClient.invalidateQueries({ queryKey: ['subscription'] }), refreshMilliseconds);
    },
  });
}
