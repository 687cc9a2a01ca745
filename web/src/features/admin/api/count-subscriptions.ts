import { useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { Tier } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';
import { plans } from '@/shared/plans/catalogue';
import { listPlans } from './list-plans';

export interface TierFigures {
  tier: Tier;
  /** Subscriptions whose period contains now. */
  count: number;
  /** Euro a month for each; null on request. */
  price: number | null;
}

async function countOf(tier: Tier): Promise<number> {
  const db = await client();
  const { count, error, status } = await db
    .from('user_subscriptions')
    .select('id', { count: 'exact', head: true })
    .eq('tier', tier)
    .eq('is_active', true)
    .gte('current_period_end', new Date().toISOString());
  if (error) throw toApiError(error, status);
  return count ?? 0;
}

/** How many subscriptions of each plan run now, counted by the server, at the server's prices. */
export async function countSubscriptions(): Promise<TierFigures[]> {
  const [priced, ...counts] = await Promise.all([listPlans(), ...plans.map(({ tier }) => countOf(tier))]);
  return plans.map(({ tier, price }, index) => ({
    tier,
    count: counts[index] ?? 0,
    price: priced.find(({ name }) => name === tier)?.price ?? price,
  }));
}

/** What the running subscriptions bring in a month; those on request are not in it. */
export function monthlyRevenue(figures: readonly TierFigures[]): number {
  return figures.reduce((sum, { count, price }) => sum + count * (price ?? 0), 0);
}

export function useSubscriptionFigures() {
  return useQuery({ queryKey: ['subscriptions', 'figures'], queryFn: countSubscriptions });
}
