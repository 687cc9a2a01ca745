import type { Client } from '@/shared/api/client';
import { clearStoredSession, client } from '@/shared/api/client';
import { ApiError, isTransient, toApiError } from '@/shared/api/errors';
import { auth } from '@/shared/i18n/auth.messages';
import { paths } from '@/shared/paths';
import { z } from 'zod';
import { wait } from '../model/wait';

export const signInSchema = z.object({
  email: z.email({ pattern: z.regexes.html5Email, error: auth.validation.emailInvalid }),
  password: z.string().min(1, auth.validation.passwordRequired),
});

export type Credentials = z.infer<typeof signInSchema>;

/** How a sign-in ended: in, a one-time link on its way, or refused for a reason that is worth telling. */
export type SignInOutcome =
  { kind: 'signed-in' } | { kind: 'link-sent' } | { kind: 'no-session' } | { kind: 'refused'; error: ApiError };

const oldSessionWait = 1_000;
const retryWaits = [1_000, 2_000, 4_000];
const missingProfileMessage = 'Database error granting user';

function isMissingProfile(error: ApiError): boolean {
  return error.message.includes(missingProfileMessage);
}

/** Ends a session that this browser still holds; answers its user's id if it was of the same address. */
async function endOldSession(db: Client, address: string): Promise<string | null> {
  const { data } = await db.auth.getSession();
  if (!data.session) return null;
  const { id, email } = data.session.user;
  await db.auth.signOut({ scope: 'local' });
  await wait(oldSessionWait);
  return email?.toLowerCase() === address.toLowerCase() ? id : null;
}

type Attempt = { session: boolean; error?: undefined } | { error: ApiError };

/** How the library reports an answer of success that holds no tokens. */
const noTokensError = 'AuthInvalidTokenResponseError';

async function attempt(db: Client, credentials: Credentials): Promise<Attempt> {
  const { error } = await db.auth.signInWithPassword(credentials);
  if (!error) return { session: true };
  clearStoredSession();
  return error.name === noTokensError ? { session: false } : { error: toApiError(error) };
}

async function sendOneTimeLink(db: Client, email: string): Promise<SignInOutcome> {
  const { error } = await db.auth.signInWithOtp({
    email,
    options: { shouldCreateUser: false, emailRedirectTo: window.location.origin + paths.dashboard },
  });
  return error ? { kind: 'refused', error: toApiError(error) } : { kind: 'link-sent' };
}

/** Refusals that another link would not mend: the doctor is told the reason instead. */
const finalCodes = new Set([
  'email_not_confirmed',
  'user_banned',
  'captcha_failed',
  'validation_failed',
  'over_request_rate_limit',
]);

/**
 * Signs in, patiently: what can pass (no network, a fault of the server) is tried again after 1, 2 and 4 seconds; a
 * missing profile is asked to be made; a wrong password is not retried and leads at once to a one-time link by e-mail.
 */
export async function signIn(credentials: Credentials): Promise<SignInOutcome> {
  const db = await client();
  const userId = await endOldSession(db, credentials.email);

  let result = await attempt(db, credentials);
  for (const milliseconds of retryWaits) {
    if (!result.error || !isTransient(result.error)) break;
    await wait(milliseconds);
    result = await attempt(db, credentials);
  }
  if (result.error && isMissingProfile(result.error)) {
    await db.functions.invoke('user-profile', { body: { user_id: userId, email: credentials.email } });
    result = await attempt(db, credentials);
  }

  if (!result.error) return { kind: result.session ? 'signed-in' : 'no-session' };
  if (result.error.code === 'network' || finalCodes.has(result.error.code))
    return { kind: 'refused', error: result.error };
  return sendOneTimeLink(db, credentials.email);
}
