import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { Tier } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';

interface PlanAssignment {
  userId: string;
  tier: Tier;
}

/** Any plan for anybody; the minutes used this month are kept. */
export async function assignPlan({ userId, tier }: PlanAssignment): Promise<void> {
  const db = await client();
  const { error, status } = await db.rpc('assign_plan', { user_id: userId, new_tier: tier });
  if (error) throw toApiError(error, status);
}

export function useAssignPlan() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: assignPlan,
    onSettled: () =>
      Promise.all(
        ['users', 'subscriptions', 'activity', 'audit'].map((name) =>
          queryClient.invalidateQueries({ queryKey: [name] }),
        ),
      ),
  });
}
