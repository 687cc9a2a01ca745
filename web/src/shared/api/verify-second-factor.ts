import { z } from 'zod';
import { auth } from '../i18n/auth.messages';
import { client } from './client';
import { ApiError, toApiError } from './errors';

/** Six digits, as an authenticator shows them: often in two groups. */
export const secondFactorSchema = z.object({
  code: z
    .string()
    .transform((code) => code.replaceAll(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, auth.secondFactor.codeInvalid)),
});

/** Raises the session with the code that the doctor's authenticator shows now. Each of several factors may have made it. */
export async function verifySecondFactor(code: string): Promise<void> {
  const db = await client();
  const { data, error } = await db.auth.mfa.listFactors();
  if (error) throw toApiError(error);
  let refusal: unknown = new ApiError({ code: 'mfa_factor_not_found', message: 'no verified factor', status: 404 });
  for (const factor of data.totp) {
    const answer = await db.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    if (!answer.error) return;
    refusal = answer.error;
  }
  throw toApiError(refusal);
}
