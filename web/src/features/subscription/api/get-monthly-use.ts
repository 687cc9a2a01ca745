import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { client } from '@/shared/api/client';
import { toApiError } from '@/shared/api/errors';
import { useUser } from '@/shared/api/session';
import { minutesByDay } from '../model/minutes-by-day';

export async function getMonthlyUse(userId: string, today = new Date()) {
  const db = await client();
  const { data, error, status } = await db
    .from('consultations')
    .select('created_at,duration_seconds')
    .eq('user_id', userId)
    .gte('created_at', dayjs(today).startOf('month').toISOString())
    .order('created_at');
  if (error) throw toApiError(error, status);
  return minutesByDay(data, today);
}

/** Minutes of each day of this month, from the doctor's consultations. */
export function useMonthlyUse() {
  const { id } = useUser();
  return useQuery({ queryKey: ['consultations', 'monthly-use', id], queryFn: () => getMonthlyUse(id) });
}
