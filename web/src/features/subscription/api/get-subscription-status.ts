import { useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import { toApiError } from '@/shared/api/errors';
import { callFunction } from '@/shared/api/functions';
import { useLiveChanges } from '@/shared/api/live-changes';
import { useUser } from '@/shared/api/session';
import { freeDefaults, remainingMinutes, type SubscriptionStatus } from '../model/subscription-status';

const noRow = 'PGRST116';

type StatusAnswer = Omit<SubscriptionStatus, 'error'> & { error: string | null };

async function askFunction(userId: string): Promise<SubscriptionStatus> {
  const answer = await callFunction<StatusAnswer>('subscription', { action: 'getSubscriptionStatus', userId });
  const { error, ...status } = answer;
  if (error) throw toApiError({ message: error });
  return { ...status, minutesRemaining: remainingMinutes(status.monthlyMinutes, status.minutesUsed) };
}

async function readTable(userId: string): Promise<SubscriptionStatus> {
  const db = await client();
  const { data, error, status } = await db
    .from('user_subscriptions')
    .select('*')
    .eq('user_id', userId)
    .gte('current_period_end', new Date().toISOString())
    .order('end_date', { ascending: false })
    .limit(1)
    .maybeSingle();
  if (error && error.code !== noRow) throw toApiError(error, status);
  if (!data) return freeDefaults;
  return {
    id: data.id,
    plan: data.tier,
    monthlyMinutes: data.monthly_minutes,
    minutesUsed: data.minutes_used,
    minutesRemaining: remainingMinutes(data.monthly_minutes, data.minutes_used),
    price: data.price ?? 0,
    startDate: data.start_date,
    endDate: data.current_period_end ?? data.end_date,
    isActive: data.is_active,
  };
}

/** The status from the server's function; from the table when that fails; the free plan's figures when that fails too. */
export async function getSubscriptionStatus(userId: string): Promise<SubscriptionStatus> {
  try {
    return await askFunction(userId).catch(() => readTable(userId));
  } catch (error) {
    return { ...freeDefaults, error: toApiError(error) };
  }
}

/** The status, kept fresh: a change of the doctor's row is shown as it happens. */
export function useSubscriptionStatus() {
  const { id } = useUser();
  const queryClient = useQueryClient();
  useLiveChanges({ table: 'user_subscriptions', filter: `user_id=eq.${id}`, event: 'UPDATE' }, () => {
    void queryClient.invalidateQueries({ queryKey: ['subscription'] });
  });
  return useQuery({ queryKey: ['subscription', id], queryFn: () => getSubscriptionStatus(id) });
}
