import { client } from '@/shared/api/client';
import { toApiError } from '@/shared/api/errors';
import { auth } from '@/shared/i18n/auth.messages';
import type { Credentials } from './sign-in';
import { testConnection } from './test-connection';

export interface DiagnosisStep {
  name: string;
  /** What the server answered, as it is; tokens are cut out. */
  answer: unknown;
}

export interface Diagnosis {
  steps: DiagnosisStep[];
  /** The sentence for the doctor when a step failed. */
  failure?: string;
}

const { steps: names, authenticationFailed, noUser } = auth.diagnosis;

function readable(error: unknown): { code: string; message: string; status: number } {
  const { code, message, status } = toApiError(error);
  return { code, message, status };
}

/** How the library reports an answer of success without tokens or without a user. */
const incompleteAnswer = 'AuthInvalidTokenResponseError';

/** Signs in step by step and keeps each raw answer, ending with a direct read of the user's record. */
export async function diagnose(credentials: Credentials): Promise<Diagnosis> {
  const steps: DiagnosisStep[] = [];
  steps.push({ name: names.connection, answer: await testConnection().catch(readable) });

  const db = await client().catch(readable);
  if ('status' in db)
    return { steps: [...steps, { name: names.signIn, answer: db }], failure: authenticationFailed(db.message) };
  const { data, error } = await db.auth.signInWithPassword(credentials);
  if (error) {
    const answer = readable(error);
    const failure = error.name === incompleteAnswer ? noUser : authenticationFailed(answer.message);
    return { steps: [...steps, { name: names.signIn, answer }], failure };
  }
  const { expires_at: expiresAt, token_type: tokenType } = data.session;
  steps.push({ name: names.signIn, answer: { token_type: tokenType, expires_at: expiresAt } });
  steps.push({ name: names.user, answer: data.user });

  const record = await db.from('users').select('*').eq('id', data.user.id).maybeSingle();
  steps.push({ name: names.record, answer: record.error ?? record.data });
  return { steps };
}
