import { keepPreviousData, useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { client } from '@/shared/api/client';
import type { ActivityReport, ReportUnit } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';

/** The last twelve months by month, the last thirty or ninety days by day, all with today in them. */
export type ReportPeriod = 'year' | 'quarter' | 'month';

export interface ReportRange {
  since: string;
  until: string;
  unit: ReportUnit;
}

const days: Record<Exclude<ReportPeriod, 'year'>, number> = { quarter: 90, month: 30 };

/** The ends of a period, in whole days of the server's calendar (UTC). */
export function rangeOf(period: ReportPeriod, today = new Date()): ReportRange {
  const midnight = dayjs(today.toISOString().slice(0, 10));
  const dateOf = (day: dayjs.Dayjs) => day.format('YYYY-MM-DD');
  const until = dateOf(midnight.add(1, 'day'));
  if (period === 'year')
    return { since: dateOf(midnight.startOf('month').subtract(11, 'month')), until, unit: 'month' };
  return { since: dateOf(midnight.subtract(days[period] - 1, 'day')), until, unit: 'day' };
}

/** Summed by the server: no row of anybody's practice is fetched. */
export async function getActivityReport(range: ReportRange): Promise<ActivityReport> {
  const db = await client();
  const { data, error, status } = await db.rpc('activity_report', range);
  if (error) throw toApiError(error, status);
  return data;
}

export function useActivityReport(period: ReportPeriod) {
  const range = rangeOf(period);
  return useQuery({
    queryKey: ['activity', range],
    queryFn: () => getActivityReport(range),
    placeholderData: keepPreviousData,
  });
}
