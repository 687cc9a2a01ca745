import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { client } from '@/shared/api/client';
import { toApiError } from '@/shared/api/errors';

const monthsShown = 12;

export interface MonthOfUsers {
  /** The first day, as the wire writes it. */
  month: string;
  count: number;
}

async function countIn(month: dayjs.Dayjs): Promise<MonthOfUsers> {
  const db = await client();
  const { count, error, status } = await db
    .from('users')
    .select('id', { count: 'exact', head: true })
    .gte('created_at', month.toISOString())
    .lt('created_at', month.add(1, 'month').toISOString());
  if (error) throw toApiError(error, status);
  return { month: month.format('YYYY-MM-DD'), count: count ?? 0 };
}

/** New accounts in each of the last twelve months, oldest first, counted by the server. */
export async function countNewUsers(today = new Date()): Promise<MonthOfUsers[]> {
  const thisMonth = dayjs(today).startOf('month');
  const months = Array.from({ length: monthsShown }, (_, index) =>
    thisMonth.subtract(monthsShown - 1 - index, 'month'),
  );
  return Promise.all(months.map(countIn));
}

export function useNewUsers() {
  return useQuery({ queryKey: ['users', 'new-by-month'], queryFn: () => countNewUsers() });
}
