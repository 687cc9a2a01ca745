import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Session } from '@supabase/supabase-js';
import { untilIdle } from '../idle';
import { client, hasStoredSession, readStoredSession, type Client } from './client';
import { ApiError } from './errors';
import { lacksSecondFactor } from './second-factor';

export interface SignedInUser {
  id: string;
  email: string;
  fullName: string;
}

export type SessionState =
  | { status: 'loading' }
  | { status: 'unavailable'; error: unknown }
  | { status: 'signed-out' }
  /** The password was right; the code of the account's second factor is still to come. */
  | { status: 'second-factor'; user: SignedInUser }
  | { status: 'signed-in'; user: SignedInUser }
  /** The session ended by itself: the page may stay until the doctor has signed in again. */
  | { status: 'expired'; user: SignedInUser; needsCode?: boolean };

interface SessionContextValue {
  state: SessionState;
  retry: () => void;
}

const SessionContext = createContext<SessionContextValue | undefined>(undefined);

/** Set when the doctor leaves by choice, so that no tab takes the end of the session for a lapse. */
const leftKey = 'scriba.left';

/** `refused`: the session was not valid any more when the doctor wanted to begin something. */
type Departure = 'chosen' | 'refused';

/** Whether the doctor has left by choice, here or in another tab, and nobody has come since. */
export function hasLeft(): boolean {
  return localStorage.getItem(leftKey) !== null;
}

/** Whether the last session was ended because it was not valid any more, and nobody has come since. */
export function wasRefused(): boolean {
  return localStorage.getItem(leftKey) === ('refused' satisfies Departure);
}

function withoutLapse(state: SessionState): SessionState {
  return state.status === 'expired' ? { status: 'signed-out' } : state;
}

function describeUser({ id, email, user_metadata: metadata }: Session['user']): SignedInUser {
  const fullName = typeof metadata.full_name === 'string' ? metadata.full_name : '';
  return { id, email: email ?? '', fullName };
}

function nextState(previous: SessionState, session: Session | null): SessionState {
  if (!session) {
    const wasHere = previous.status === 'signed-in' || previous.status === 'expired';
    return wasHere && !hasLeft() ? { status: 'expired', user: previous.user } : { status: 'signed-out' };
  }
  localStorage.removeItem(leftKey);
  const user = describeUser(session.user);
  if (lacksSecondFactor(session)) {
    // Whoever is at work keeps the page: the code is asked for above it, also where a renewed session wants it anew.
    const isAtWork = previous.status === 'signed-in' || previous.status === 'expired';
    const isTheirs = isAtWork && previous.user.id === user.id;
    return isTheirs ? { status: 'expired', user, needsCode: true } : { status: 'second-factor', user };
  }
  const isSame =
    previous.status === 'signed-in' &&
    previous.user.id === user.id &&
    previous.user.email === user.email &&
    previous.user.fullName === user.fullName;
  return isSame ? previous : { status: 'signed-in', user };
}

/**
 * What this browser knows before the client is there: one that holds no session, at an address that brings none, is
 * signed out; one that holds a session of today draws the doctor's page at once. The server judges every call anyway.
 */
function firstState(): SessionState {
  const { hash, search } = window.location;
  const bringsSession = /access_token|[?&#]code=|error/.test(hash + search);
  if (bringsSession) return { status: 'loading' };
  if (!hasStoredSession()) return { status: 'signed-out' };
  const session = hasLeft() ? null : readStoredSession();
  if (!session) return { status: 'loading' };
  return { status: lacksSecondFactor(session) ? 'second-factor' : 'signed-in', user: describeUser(session.user) };
}

/** Follows the session of this browser: sign-in, sign-out, refresh, recovery, also from other tabs. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>(firstState);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isLive = true;
    let unsubscribe: (() => void) | undefined;
    async function follow() {
      // Where nobody is signed in, the page is drawn before the client loads.
      if (!hasStoredSession()) await untilIdle();
      const db = await client();
      const { data } = db.auth.onAuthStateChange((_event, session) => {
        if (isLive) setState((previous) => nextState(previous, session));
      });
      unsubscribe = () => data.subscription.unsubscribe();
      if (!isLive) unsubscribe();
    }
    follow().catch((error: unknown) => {
      if (isLive) setState({ status: 'unavailable', error });
    });
    // The news that another tab ended the session may arrive before the news that it did so by choice.
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === leftKey && newValue !== null) setState(withoutLapse);
    };
    window.addEventListener('storage', onStorage);
    return () => {
      isLive = false;
      window.removeEventListener('storage', onStorage);
      unsubscribe?.();
    };
  }, [attempt]);

  const retry = useCallback(() => {
    setState({ status: 'loading' });
    setAttempt((count) => count + 1);
  }, []);

  const value = useMemo(() => ({ state, retry }), [state, retry]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

export function useSession(): SessionContextValue {
  const value = use(SessionContext);
  if (!value) throw new Error('Contesto non inizializzato');
  return value;
}

/** The doctor at work, also while they are asked to sign in again. Only beneath the guard of the protected area. */
export function useUser(): SignedInUser {
  const { state } = useSession();
  if (state.status !== 'signed-in' && state.status !== 'expired')
    throw new ApiError({ code: 'not_authenticated', message: 'User not authenticated', status: 401 });
  return state.user;
}

/** The id of the session's user, read at the moment of a call. */
export async function currentUserId(): Promise<string> {
  const db = await client();
  const { data } = await db.auth.getSession();
  if (!data.session) throw new ApiError({ code: 'not_authenticated', message: 'User not authenticated', status: 401 });
  return data.session.user.id;
}

/** The client, for what only somebody signed in can ask; throws `not_authenticated` where nobody is. */
export async function signedInClient(): Promise<Client> {
  await currentUserId();
  return client();
}

/** Ends this browser's session by choice, in every tab; an answer that it is already gone counts as done. */
export async function signOut(departure: Departure = 'chosen'): Promise<void> {
  localStorage.setItem(leftKey, departure);
  const db = await client();
  await db.auth.signOut({ scope: 'local' });
}
