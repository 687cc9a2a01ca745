import { claimsOf } from '@/shared/api/access-token';

/** What the address of a reset link says: the token to use and the id of its account, where it is legible; or that the link is of no use. */
export type ResetLink = { isValid: true; accessToken: string; userId: unknown } | { isValid: false };

export function readResetLink(search: string, hash: string): ResetLink {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const accessToken = query.get('access_token');
  const hasFailed = query.has('error') || fragment.has('error');
  if (hasFailed || query.get('type') !== 'recovery' || !accessToken) return { isValid: false };
  return { isValid: true, accessToken, userId: claimsOf(accessToken).sub };
}
