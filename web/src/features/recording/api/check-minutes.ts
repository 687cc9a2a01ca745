import { client } from '@/shared/api/client';
import { ApiError, isTransient, toApiError } from '@/shared/api/errors';
import { describeError } from '@/shared/i18n/errors.messages';

/** What a recording is checked for before it begins, and a file whose length the browser cannot tell; in seconds. */
const unknownLength = 60;

export function minutesNeeded(seconds: number): number {
  return Math.ceil(seconds / 60);
}

/**
 * Refuses with `minutes_exhausted` when fewer minutes are left this month than the length costs. Without a current row,
 * or without a network, nothing is refused here: the server decides when the upload begins.
 */
export async function checkMinutes(userId: string, seconds = unknownLength): Promise<void> {
  const db = await client();
  const { data, error, status } = await db
    .from('user_subscriptions')
    .select('id,minutes_used,monthly_minutes,plan_id')
    .eq('user_id', userId)
    .gte('current_period_end', new Date().toISOString())
    .order('end_date', { ascending: false })
    .limit(1)
    .maybeSingle();
  if (error) {
    const failure = toApiError(error, status);
    if (failure.code === 'PGRST116' || isTransient(failure)) return;
    if (status === 401) throw new ApiError({ code: 'not_authenticated', message: failure.message, status });
    throw new ApiError({ code: 'subscription_unverified', message: describeError(failure), status });
  }
  if (data && data.monthly_minutes - data.minutes_used < minutesNeeded(Math.max(seconds, unknownLength)))
    throw new ApiError({ code: 'minutes_exhausted', message: 'no minutes left', status: 403 });
}
