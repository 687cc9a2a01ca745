import { useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import { toApiError } from '@/shared/api/errors';
import { useUser } from '@/shared/api/session';
import { dayBounds } from '../model/day-bounds';

/** The minutes charged on each day of this month, index 0 the first; the server sums them. */
export async function getMonthlyUse(today = new Date()): Promise<number[]> {
  const db = await client();
  const { data, error, status } = await db.rpc('minutes_charged', { bounds: dayBounds(today) });
  if (error) throw toApiError(error, status);
  return data;
}

export function useMonthlyUse() {
  const { id } = useUser();
  return useQuery({ queryKey: ['consultations', 'monthly-use', id], queryFn: () => getMonthlyUse() });
}
