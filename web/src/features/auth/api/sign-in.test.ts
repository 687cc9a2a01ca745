import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authError, FakeServer, json } from '@/shared/testing/fake-server';
import { signIn } from './sign-in';

const credentials = { email: 'dott.rossi@example.it', password: 'Segreta123' };

describe('signIn', () => {
  let server: FakeServer;
  let waits: number[];

  beforeEach(() => {
    server = new FakeServer().install();
    waits = [];
    // Time passes at once, and what was waited for is kept.
    const original = globalThis.setTimeout;
    vi.stubGlobal('setTimeout', (handler: () => void, milliseconds = 0) => {
      if (milliseconds >= 1_000 && milliseconds <= 4_000) waits.push(milliseconds);
      return original(handler, milliseconds >= 1_000 && milliseconds <= 4_000 ? 0 : milliseconds);
    });
  });

  afterEach(() => vi.unstubAllGlobals());

  const tokenCalls = () => server.callsTo('POST', '/auth/v1/token').length;

  it('signs in at the first try without any wait when there was no session', async () => {
    server.addAccount(credentials);
    expect(await signIn(credentials)).toEqual({ kind: 'signed-in' });
    expect(waits).toEqual([]);
    expect(server.callsTo('POST', '/auth/v1/logout')).toHaveLength(0);
  });

  it('ends an old session and waits a second before it signs in', async () => {
    server.signIn(credentials);
    expect(await signIn(credentials)).toEqual({ kind: 'signed-in' });
    expect(server.callsTo('POST', '/auth/v1/logout')).toHaveLength(1);
    expect(waits).toEqual([1_000]);
  });

  it('answers a wrong password at once with a one-time link, never with retries', async () => {
    server.addAccount(credentials);
    expect(await signIn({ ...credentials, password: 'sbagliata' })).toEqual({ kind: 'link-sent' });
    expect(tokenCalls()).toBe(1);
    expect(waits).toEqual([]);
    const [link] = server.callsTo('POST', '/auth/v1/otp');
    expect(link?.body).toMatchObject({ email: credentials.email, create_user: false });
  });

  it('tries again after 1, 2 and 4 seconds when the server fails, and gets in when it recovers', async () => {
    server.addAccount(credentials);
    let failures = 3;
    const token = json(server.sessionOf(server.accounts[0]!));
    server.on('POST', '/auth/v1/token', () =>
      failures-- > 0 ? authError(500, 'unexpected_failure', 'Internal') : token,
    );
    expect(await signIn(credentials)).toEqual({ kind: 'signed-in' });
    expect(waits).toEqual([1_000, 2_000, 4_000]);
  });

  const profileCalls = () => server.callsTo('POST', '/functions/v1/user-profile').map(({ body }) => body);

  it('has a missing profile made by the address alone when the sign-in keeps failing for it, then tries once more', async () => {
    server.addAccount(credentials);
    server.tables.users = [];
    expect(await signIn(credentials)).toEqual({ kind: 'signed-in' });
    expect(tokenCalls()).toBe(5);
    expect(profileCalls()).toEqual([{ user_id: null, email: credentials.email }]);
  });

  it('names the user of a missing profile where this browser knows them, never somebody else', async () => {
    const { id } = server.signIn(credentials);
    server.tables.users = [];
    expect(await signIn(credentials)).toEqual({ kind: 'signed-in' });
    server.signIn({ email: 'altra@example.it' });
    server.tables.users = [];
    expect(await signIn(credentials)).toEqual({ kind: 'signed-in' });
    expect(profileCalls()).toEqual([
      { user_id: id, email: credentials.email },
      { user_id: null, email: credentials.email },
    ]);
  });

  it('says that there is no network when every try fails for want of it', async () => {
    server.on('POST', '/auth/v1/token', () => {
      throw new TypeError('Failed to fetch');
    });
    expect(await signIn(credentials)).toMatchObject({ kind: 'refused', error: { code: 'network' } });
    expect(waits).toEqual([1_000, 2_000, 4_000]);
  });

  it('tells the reason of a refusal that no link would mend', async () => {
    server.on('POST', '/auth/v1/token', () => authError(400, 'email_not_confirmed'));
    expect(await signIn(credentials)).toMatchObject({ kind: 'refused', error: { code: 'email_not_confirmed' } });
    expect(server.callsTo('POST', '/auth/v1/otp')).toHaveLength(0);
  });
});
