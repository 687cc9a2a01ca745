import type { Session } from '@supabase/supabase-js';
import { claimsOf } from './access-token';

/** Whether the account has a second factor that this session has not shown: the server then opens no data to it. */
export function lacksSecondFactor({ access_token: token, user }: Session): boolean {
  const isEnrolled = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return isEnrolled && claimsOf(token).aal !== 'aal2';
}
