import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { SubscriptionRow } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';

export const subscriptionsPerPage = 25;

export type SubscriptionWithUser = SubscriptionRow & { user: { email: string } | null };

export async function listSubscriptions(page: number): Promise<{ rows: SubscriptionWithUser[]; count: number }> {
  const db = await client();
  const first = (page - 1) * subscriptionsPerPage;
  const { data, error, count, status } = await db
    .from('user_subscriptions')
    .select('*,user:users(email)', { count: 'exact' })
    .order('current_period_end', { ascending: false })
    .order('id')
    .range(first, first + subscriptionsPerPage - 1);
  if (error) throw toApiError(error, status);
  return { rows: data, count: count ?? data.length };
}

export function useSubscriptions(page: number) {
  return useQuery({
    queryKey: ['subscriptions', 'list', page],
    queryFn: () => listSubscriptions(page),
    placeholderData: keepPreviousData,
  });
}
