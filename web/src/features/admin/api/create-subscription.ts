import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { ApiError } from '@/shared/api/errors';
import { callFunction } from '@/shared/api/functions';
import { admin } from '@/shared/i18n/admin.messages';

export const assignableTiers = ['free', 'basic', 'advanced', 'enterprise'] as const;

export const createSubscriptionSchema = z.object({
  email: z.email({ pattern: z.regexes.html5Email, error: admin.create.emailInvalid }),
  tier: z.enum(assignableTiers),
  minutesUsed: z.string().regex(/^\s*\d{1,7}\s*$/, admin.create.minutesInvalid),
});

export type CreateSubscriptionInput = z.infer<typeof createSubscriptionSchema>;

export async function createSubscription({ email, tier, minutesUsed }: CreateSubscriptionInput): Promise<void> {
  const answer = await callFunction<{ success: boolean; error?: string }>('subscription', {
    action: 'adminCreateSubscription',
    email,
    tier,
    minutesUsed: Number(minutesUsed),
  });
  if (!answer.success) throw new ApiError({ code: 'unknown', message: answer.error ?? 'not created', status: 200 });
}

export function useCreateSubscription() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: createSubscription,
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['subscriptions'] }),
        queryClient.invalidateQueries({ queryKey: ['users'] }),
      ]),
  });
}
