import { z } from 'zod';
import { client } from '@/shared/api/client';
import { toApiError } from '@/shared/api/errors';
import { auth } from '@/shared/i18n/auth.messages';
import { paths } from '@/shared/paths';

export const resetRequestSchema = z.object({
  email: z
    .string()
    .trim()
    .min(1, auth.validation.resetEmail)
    .pipe(z.email({ pattern: z.regexes.html5Email, error: auth.validation.emailInvalid })),
});

/** Asks for the reset mail; the answer is the same whether or not the address is known. */
export async function requestReset(email: string): Promise<void> {
  const db = await client();
  const { error } = await db.auth.resetPasswordForEmail(email, {
    redirectTo: window.location.origin + paths.resetPassword,
  });
  if (error) throw toApiError(error);
}
