import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { SubscriptionRow } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';

export const subscriptionsPerPage = 25;

export type SubscriptionWithUser = SubscriptionRow & { user: { email: string } | null };

export interface SubscriptionQuery {
  /** Only periods with a price. */
  isPaid?: boolean;
  /** From 1. */
  page: number;
}

export async function listSubscriptions({
  isPaid = false,
  page,
}: SubscriptionQuery): Promise<{ rows: SubscriptionWithUser[]; count: number }> {
  const db = await client();
  const first = (page - 1) * subscriptionsPerPage;
  const all = db.from('user_subscriptions').select('*,user:users(email)', { count: 'exact' });
  const { data, error, count, status } = await (isPaid ? all.gt('price', 0) : all)
    .order('current_period_end', { ascending: false })
    .order('id')
    .range(first, first + subscriptionsPerPage - 1);
  if (error) throw toApiError(error, status);
  return { rows: data, count: count ?? data.length };
}

export function useSubscriptions(query: SubscriptionQuery) {
  return useQuery({
    queryKey: ['subscriptions', 'list', query],
    queryFn: () => listSubscriptions(query),
    placeholderData: keepPreviousData,
  });
}
