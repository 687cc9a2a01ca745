import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, type Client } from '@/shared/api/client';
import { toApiError } from '@/shared/api/errors';
import { account } from '@/shared/i18n/account.messages';
import { z } from 'zod';

const longestName = 60;

export const factorNameSchema = z.object({
  name: z.string().trim().min(1, account.enrolment.nameRequired).max(longestName, account.enrolment.nameTooLong),
});

/** A factor that the server has made and no code has confirmed yet. */
export interface Enrolment {
  id: string;
  name: string;
  /** An address for an image. */
  qrCode: string;
  /** In base 32, as authenticators take it. */
  secret: string;
  /** Opens the authenticator of this very device. */
  uri: string;
}

/** The library puts the drawing into the address as it is; a browser would end it at the first `#` of a colour. */
function asImageAddress(qrCode: string): string {
  const drawing = qrCode.slice(qrCode.indexOf('<'));
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}

/** Enrolments that were begun and left would hold their names. */
async function dropUnconfirmed(db: Client): Promise<void> {
  const { data, error } = await db.auth.mfa.listFactors();
  if (error) throw toApiError(error);
  for (const { id, status } of data.all) if (status === 'unverified') await db.auth.mfa.unenroll({ factorId: id });
}

async function beginEnrolment(name: string): Promise<Enrolment> {
  const db = await client();
  await dropUnconfirmed(db);
  const { data, error } = await db.auth.mfa.enroll({ factorType: 'totp', friendlyName: name });
  if (error) throw toApiError(error);
  const { qr_code: qrCode, secret, uri } = data.totp;
  return { id: data.id, name, qrCode: asImageAddress(qrCode), secret, uri };
}

async function confirmEnrolment({ id, code }: { id: string; code: string }): Promise<void> {
  const db = await client();
  const { error } = await db.auth.mfa.challengeAndVerify({ factorId: id, code });
  if (error) throw toApiError(error);
}

export function useBeginEnrolment() {
  return useMutation({ mutationFn: beginEnrolment });
}

/** With the right code the factor counts, and this session has shown it. */
export function useConfirmEnrolment() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: confirmEnrolment,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['factors'] }),
  });
}

/** What was begun and is not wanted any more; the server forgets it by itself, too. */
export async function abandonEnrolment(id: string): Promise<void> {
  const db = await client();
  await db.auth.mfa.unenroll({ factorId: id });
}
