import type { Session } from '@supabase/supabase-js';

function levelOf(accessToken: string): unknown {
  const [, claims = ''] = accessToken.split('.');
  try {
    const text = atob(claims.replaceAll('-', '+').replaceAll('_', '/'));
    return (JSON.parse(text) as { aal?: unknown }).aal;
  } catch {
    return undefined;
  }
}

/** Whether the account has a second factor that this session has not shown: the server then opens no data to it. */
export function lacksSecondFactor({ access_token: token, user }: Session): boolean {
  const isEnrolled = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return isEnrolled && levelOf(token) !== 'aal2';
}
