import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { Role, SubscriptionRow, Tier, UserRow } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';
import { containing, quoted } from '@/shared/api/like';

export const usersPerPage = 25;

export interface UserQuery {
  /** Every word must be in the address or the name. */
  search?: string;
  role?: Role | undefined;
  tier?: Tier | undefined;
  /** From 1. */
  page: number;
}

export type UserWithUse = UserRow & {
  /** The running month; none before the first use. */
  month: Pick<SubscriptionRow, 'minutes_used' | 'monthly_minutes'> | null;
};

export interface UserPage {
  users: UserWithUse[];
  count: number;
}

/** One page of the users who match, newest first. Someone who is no administrator gets only themselves. */
export async function listUsers(query: UserQuery, signal?: AbortSignal): Promise<UserPage> {
  const db = await client();
  const first = (query.page - 1) * usersPerPage;
  let request = db
    .from('users')
    .select('*,user_subscriptions(minutes_used,monthly_minutes)', { count: 'exact' })
    .eq('user_subscriptions.is_active', true)
    .gte('user_subscriptions.current_period_end', new Date().toISOString());
  for (const word of (query.search ?? '').trim().split(/\s+/).filter(Boolean)) {
    const value = quoted(containing(word));
    request = request.or(`email.ilike.${value},full_name.ilike.${value}`);
  }
  if (query.role) request = request.eq('role', query.role);
  if (query.tier) request = request.eq('subscription_tier', query.tier);
  request = request
    .order('created_at', { ascending: false })
    .order('id')
    .range(first, first + usersPerPage - 1);
  const { data, error, count, status } = await (signal ? request.abortSignal(signal) : request);
  if (error) throw toApiError(error, status);
  const users = data.map(({ user_subscriptions: months, ...user }) => ({ ...user, month: months[0] ?? null }));
  return { users, count: count ?? users.length };
}

export function useUsers(query: UserQuery) {
  return useQuery({
    queryKey: ['users', 'list', query],
    queryFn: ({ signal }) => listUsers(query, signal),
    placeholderData: keepPreviousData,
  });
}
