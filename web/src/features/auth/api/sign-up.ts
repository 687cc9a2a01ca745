import { z } from 'zod';
import type { Client } from '@/shared/api/client';
import { client } from '@/shared/api/client';
import { toApiError } from '@/shared/api/errors';
import { auth } from '@/shared/i18n/auth.messages';
import { paths } from '@/shared/paths';
import { isTooLong } from '../model/password';

const minimumPasswordLength = 6;
const freePlan = { tier: 'free', monthly_minutes: 30, minutes_used: 0, is_active: true, price: 0 } as const;
const freeDays = 30;

export const signUpSchema = z
  .object({
    fullName: z.string().trim().min(2, auth.validation.fullName),
    email: z.email({ pattern: z.regexes.html5Email, error: auth.validation.emailInvalid }),
    password: z
      .string()
      .min(minimumPasswordLength, auth.validation.passwordTooShort)
      .refine((password) => !isTooLong(password), auth.validation.passwordTooLong),
    confirmation: z.string(),
  })
  .refine(({ password, confirmation }) => password === confirmation, {
    path: ['confirmation'],
    error: auth.validation.passwordsDiffer,
    when: () => true,
  });

export type SignUpInput = z.infer<typeof signUpSchema>;

/** The free plan by the server's procedure; by a plain insert when that fails. A second failure is only logged. */
async function openFreePlan(db: Client, userId: string): Promise<void> {
  const { error } = await db.rpc('create_free_subscription_for_user', { user_id: userId });
  if (!error) return;
  const now = Date.now();
  const fallback = await db.from('user_subscriptions').insert({
    ...freePlan,
    user_id: userId,
    start_date: new Date(now).toISOString(),
    end_date: new Date(now + freeDays * 86_400_000).toISOString(),
  });
  if (fallback.error) console.warn('free subscription not created', fallback.error.code);
}

/** Makes the account. `isConfirmed` is false when the server first wants the address confirmed by e-mail. */
export async function signUp({ fullName, email, password }: SignUpInput): Promise<{ isConfirmed: boolean }> {
  const db = await client();
  const { data, error } = await db.auth.signUp({
    email,
    password,
    options: { data: { full_name: fullName }, emailRedirectTo: window.location.origin + paths.dashboard },
  });
  if (error) throw toApiError(error);
  if (!data.session || !data.user) return { isConfirmed: false };
  await openFreePlan(db, data.user.id);
  return { isConfirmed: true };
}
