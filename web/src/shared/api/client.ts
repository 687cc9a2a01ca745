import type { Session, SupabaseClient } from '@supabase/supabase-js';
import { forgetConfig, loadConfig } from './config';
import type { Database } from './database';

export type Client = SupabaseClient<Database>;

/** Where the session is kept in this browser; the landing page looks here without loading the client. */
export const sessionStorageKey = 'scriba.session';

/** Sign-in and table calls that have no answer by then count as a lost network. Files and long jobs bring their own. */
const deadline = 30_000;

let pending: Promise<Client> | undefined;

const tooManyRequests = 429;
let renewal: Promise<void> | undefined;

/**
 * A token that is refused before its time may belong to a session that the server has ended: renewing it tells. Where it
 * has, the session goes, and the sign-in comes above the page; the library keeps it until its time is over, and every
 * call would only be refused.
 */
async function renew(): Promise<void> {
  if (!hasStoredSession()) return;
  const { auth } = await client();
  const { error } = await auth.refreshSession();
  const status = error?.status ?? 0;
  const isOver = status >= 400 && status < 500 && status !== tooManyRequests;
  if (isOver) await auth.signOut({ scope: 'local' });
}

function renewOnce(): void {
  renewal ??= renew()
    .catch(() => undefined)
    .finally(() => (renewal = undefined));
}

async function fetchWithDeadline(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const address = input instanceof Request ? input.url : input.toString();
  const isQuick = /\/(?:auth|rest)\/v1\//.test(address);
  const signal = init.signal ?? (isQuick ? AbortSignal.timeout(deadline) : null);
  const answer = await fetch(input, { ...init, signal });
  if (answer.status === 401 && !address.includes('/auth/v1/')) renewOnce();
  return answer;
}

async function makeClient(): Promise<Client> {
  const [{ createClient }, config] = await Promise.all([import('@supabase/supabase-js'), loadConfig()]);
  // The page's own origin, so that the application works under every name by which the server is reached.
  return createClient<Database>(window.location.origin, config.anonKey, {
    auth: { storageKey: sessionStorageKey, flowType: 'implicit', detectSessionInUrl: true },
    // What can pass is tried once more by whoever asked (query-client.ts): a library that waits seconds in silence and
    // tries thrice would keep 'the server does not answer' from the doctor for half a minute.
    db: { retry: false },
    global: { fetch: fetchWithDeadline },
  });
}

/** The one client of the server. It is loaded when first needed, so that public pages stay light. */
export function client(): Promise<Client> {
  pending ??= makeClient().catch((error: unknown) => {
    pending = undefined;
    throw error;
  });
  return pending;
}

/** Whether this browser holds a session, valid or not; costs nothing. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(sessionStorageKey) !== null;
  } catch {
    return false;
  }
}

/** The client renews what ends within this time before it says who is signed in. */
const renewalSeconds = 90;

/** The session that this browser holds; null when it is none that lasts. Whether the server agrees is not known yet. */
export function readStoredSession(): Session | null {
  try {
    const session = JSON.parse(localStorage.getItem(sessionStorageKey) ?? 'null') as Partial<Session> | null;
    const { user, expires_at: endsAt = 0 } = session ?? {};
    const lasts = endsAt - Date.now() / 1_000 > renewalSeconds;
    return user?.id && lasts ? (session as Session) : null;
  } catch {
    return null;
  }
}

/** Forgets the session of this browser without asking the server. */
export function clearStoredSession(): void {
  localStorage.removeItem(sessionStorageKey);
}

/** Lets the next call make a new client and read the configuration again. */
export function resetClient(): void {
  pending = undefined;
  forgetConfig();
}
