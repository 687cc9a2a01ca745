import { useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import { toApiError } from '@/shared/api/errors';

export interface UserCounts {
  total: number;
  /** Those on a plan other than free. */
  active: number;
  /** Total minus free. */
  paid: number;
}

export async function countUsers(): Promise<UserCounts> {
  const db = await client();
  const counting = () => db.from('users').select('id', { count: 'exact', head: true });
  const [all, free, active] = await Promise.all([
    counting(),
    counting().eq('subscription_tier', 'free'),
    counting().neq('subscription_tier', 'free'),
  ]);
  for (const { error, status } of [all, free, active]) if (error) throw toApiError(error, status);
  const total = all.count ?? 0;
  return { total, active: active.count ?? 0, paid: total - (free.count ?? 0) };
}

export function useUserCounts() {
  return useQuery({ queryKey: ['users', 'counts'], queryFn: countUsers });
}
