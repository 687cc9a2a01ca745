import { claimsOf } from '@/shared/api/access-token';
import { authError, json } from './fake-answers';
import type { RecordedCall } from './fake-tables';

/** A device of a second factor, as the server lists it, and the code that it shows. */
export interface Factor {
  id: string;
  factor_type: 'totp';
  status: 'verified' | 'unverified';
  friendly_name: string;
  created_at: string;
  code: string;
}

export function aDevice(changes: Partial<Factor> = {}): Factor {
  return {
    id: crypto.randomUUID(),
    factor_type: 'totp',
    status: 'verified',
    friendly_name: 'telefono',
    created_at: '2026-11-21T10:30:00Z',
    code: '123456',
    ...changes,
  };
}

/** The code that every device enrolled with the double shows. */
export const enrolledCode = '246802';

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#000000" d="M0 0h8v8z"/></svg>';

/** The assurance level that the call's token claims. */
export function levelOf({ headers }: RecordedCall): unknown {
  return claimsOf(headers.get('authorization') ?? '').aal;
}

/** /auth/v1/factors: enrol, challenge, verify, remove. `sessionOf` makes the raised session. */
export function answerFactors(factors: Factor[], call: RecordedCall, sessionOf: (aal: 'aal2') => unknown): Response {
  const [, id, action] = call.path.slice('/auth/v1/'.length).split('/');
  const body = (call.body === '' ? {} : call.body) as Record<string, string>;
  if (id === undefined) {
    const name = body.friendly_name ?? '';
    if (factors.some(({ friendly_name: taken }) => taken === name)) return authError(422, 'mfa_factor_name_conflict');
    const factor = aDevice({ status: 'unverified', friendly_name: name, code: enrolledCode });
    factors.push(factor);
    const totp = {
      qr_code: drawing,
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Scriba:dottore?secret=JBSWY3DPEHPK3PXP',
    };
    return json({ id: factor.id, type: 'totp', friendly_name: name, totp });
  }
  const factor = factors.find((candidate) => candidate.id === id);
  if (!factor) return authError(404, 'mfa_factor_not_found');
  if (action === 'challenge')
    return json({ id: 'challenge', type: 'totp', expires_at: Math.floor(Date.now() / 1000) + 300 });
  if (action === 'verify') {
    if (body.code !== factor.code) return authError(422, 'mfa_verification_failed');
    factor.status = 'verified';
    return json(sessionOf('aal2'));
  }
  if (factor.status === 'verified' && levelOf(call) !== 'aal2') return authError(422, 'insufficient_aal');
  factors.splice(factors.indexOf(factor), 1);
  return json({ id });
}
