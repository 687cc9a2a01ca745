import { z } from 'zod';
import { claimsOf } from '@/shared/api/access-token';
import { client, type Client } from '@/shared/api/client';
import { loadConfig } from '@/shared/api/config';
import { toApiError } from '@/shared/api/errors';
import { auth } from '@/shared/i18n/auth.messages';
import { countCharacters, isTooLong } from '../model/password';

const { validation } = auth.newPassword;
const deadline = 30_000;

/** The server's rules of a new password (it knows the letters of ASCII only), each with the test that the list of requirements shows. */
export const passwordRules = [
  { name: 'length', isMet: (password: string) => countCharacters(password) >= 8 },
  { name: 'upper', isMet: (password: string) => /[A-Z]/.test(password) },
  { name: 'lower', isMet: (password: string) => /[a-z]/.test(password) },
  { name: 'digit', isMet: (password: string) => /\d/.test(password) },
] as const;

export const newPasswordSchema = z
  .object({
    password: z.string().superRefine((password, context) => {
      const broken = passwordRules.find(({ isMet }) => !isMet(password));
      if (broken) context.addIssue({ code: 'custom', message: validation[broken.name] });
      else if (isTooLong(password)) context.addIssue({ code: 'custom', message: auth.validation.passwordTooLong });
    }),
    confirmation: z.string(),
  })
  .refine(({ password, confirmation }) => password === confirmation, {
    path: ['confirmation'],
    error: auth.validation.passwordsDiffer,
    when: () => true,
  });

export type NewPassword = z.infer<typeof newPasswordSchema>;

/** The token of this browser's session where it is the same account's: it may have shown the second factor since. */
async function newestToken(db: Client, linkToken: string): Promise<string> {
  const { session } = (await db.auth.getSession()).data;
  return session && session.user.id === claimsOf(linkToken).sub ? session.access_token : linkToken;
}

/**
 * Sets the password of the account that the link's token names, whoever else may be signed in on this browser, then
 * ends the session of this browser: the doctor signs in with the new password.
 */
export async function updatePassword(password: string, linkToken: string): Promise<void> {
  const [db, { anonKey }] = await Promise.all([client(), loadConfig()]);
  const accessToken = await newestToken(db, linkToken);
  const response = await fetch('/auth/v1/user', {
    method: 'PUT',
    headers: {
      apikey: anonKey,
      Authorization: `Bearer ${accessToken}`,
      'Content-Type': 'application/json',
      'X-Supabase-Api-Version': '2024-01-01',
    },
    body: JSON.stringify({ password }),
    signal: AbortSignal.timeout(deadline),
  }).catch((error: unknown) => {
    throw toApiError(error);
  });
  if (!response.ok) throw toApiError(await response.json().catch(() => ({})), response.status);
  await db.auth.signOut({ scope: 'local' });
}
