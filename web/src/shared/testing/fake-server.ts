import { vi } from 'vitest';
import { sessionStorageKey } from '@/shared/api/client';
import { authError, json } from './fake-answers';
import { aDevice, answerFactors, levelOf, type Factor } from './fake-factors';
import { answerTable, type RecordedCall, type Row, type Tables } from './fake-tables';

export { authError, json, tableError } from './fake-answers';

type Handler = (call: RecordedCall) => Response | Promise<Response>;

export interface Account {
  id: string;
  email: string;
  password: string;
  full_name?: string;
  /** The devices of its second factor. */
  factors: Factor[];
}

/** What a test says of an account: `factorCode` gives it one device, 'telefono', that shows this code. */
export type AccountGiven = Partial<Account> & { factorCode?: string };

function base64url(value: unknown): string {
  return btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** A double of the server for component tests, on the real client's wire: accounts and tables in memory, every call kept. */
export class FakeServer {
  readonly calls: RecordedCall[] = [];
  readonly accounts: Account[] = [];
  readonly tables: Tables = {
    users: [],
    patients: [],
    consultations: [],
    report_versions: [],
    recordings: [],
    subscription_plans: [],
    user_subscriptions: [],
    announcements: [],
    notices: [],
  };
  private current: Account | undefined;
  private readonly handlers = new Map<string, Handler>();

  /** Puts itself in the place of the network. */
  install(): this {
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => this.fetch(input, init));
    return this;
  }

  /** Answers `METHOD /path` with `handler` instead; the last one set wins. */
  on(method: string, path: string, handler: Handler): this {
    this.handlers.set(`${method} ${path}`, handler);
    return this;
  }

  /** Takes back what `on` said. */
  off(method: string, path: string): this {
    this.handlers.delete(`${method} ${path}`);
    return this;
  }

  /** A doctor who is signed in before the page opens. */
  signIn(account: AccountGiven = {}, aal: 'aal1' | 'aal2' = 'aal1'): Account {
    const doctor = this.addAccount(account);
    localStorage.setItem(sessionStorageKey, JSON.stringify(this.sessionOf(doctor, aal)));
    return doctor;
  }

  addAccount({ factorCode: code, ...account }: AccountGiven = {}): Account {
    const doctor: Account = {
      id: crypto.randomUUID(),
      email: 'dott.rossi@example.it',
      password: 'Segreta123',
      factors: code === undefined ? [] : [aDevice({ code })],
      ...account,
    };
    this.accounts.push(doctor);
    this.addProfile(doctor);
    return doctor;
  }

  callsTo(method: string, path: string): RecordedCall[] {
    return this.calls.filter((call) => call.method === method && call.path === path);
  }

  sessionOf(account: Account, aal: 'aal1' | 'aal2' = 'aal1') {
    this.current = account;
    const expiresAt = Math.floor(Date.now() / 1000) + 3600;
    const claims = {
      sub: account.id,
      exp: expiresAt,
      role: 'authenticated',
      aud: 'authenticated',
      email: account.email,
      aal,
    };
    return {
      access_token: `${base64url({ alg: 'ES256', typ: 'JWT' })}.${base64url(claims)}.c2ln`,
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: expiresAt,
      refresh_token: 'refresh',
      user: {
        id: account.id,
        aud: 'authenticated',
        role: 'authenticated',
        email: account.email,
        app_metadata: { provider: 'email', providers: ['email'] },
        user_metadata: { full_name: account.full_name ?? '' },
        identities: [{ identity_id: account.id, id: account.id, user_id: account.id, provider: 'email' }],
        factors: account.factors,
        created_at: new Date().toISOString(),
      },
    };
  }

  private async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(new URL(input instanceof Request ? input.url : input, 'http://localhost:3000'), init);
    const url = new URL(request.url);
    const text = ['GET', 'HEAD'].includes(request.method) ? '' : await request.clone().text();
    const isJson = request.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
    const body: unknown = isJson ? JSON.parse(text) : text;
    const call = {
      method: request.method,
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body,
    };
    this.calls.push(call);
    const handler = this.handlers.get(`${call.method} ${call.path}`);
    return handler ? handler(call) : this.answer(call);
  }

  private answer(call: RecordedCall): Response {
    const { path } = call;
    if (path === '/config.json')
      return json({ anonKey: 'sb_publishable_test', publicUrl: 'http://localhost:3000', version: '0.1.0' });
    if (path === '/rest/v1/rpc/patient_measures') return json([]);
    if (path === '/rest/v1/rpc/minutes_charged')
      return json((call.body as { bounds: string[] }).bounds.slice(1).map(() => 0));
    if (path === '/rest/v1/rpc/speech_engine') return json({ host: null, is_remote: false });
    if (path.startsWith('/rest/v1/rpc/')) return json(crypto.randomUUID());
    if (path.startsWith('/rest/v1/')) return answerTable(this.tables, call, this.current?.id);
    if (path.startsWith('/auth/v1/')) return this.answerAuth(call, path.slice('/auth/v1/'.length));
    if (path === '/functions/v1/user-profile') return this.restoreProfile(call);
    return json({ error: 'not found', code: 'not_found' }, 404);
  }

  private hasProfile({ id }: Account): boolean {
    return this.tables.users?.some((user) => user.id === id) === true;
  }

  private addProfile({ id, email }: Account): void {
    const createdAt = new Date().toISOString();
    this.tables.users?.push({ id, email, role: 'doctor', subscription_tier: 'free', created_at: createdAt });
  }

  /** Answers alike whatever it found, as long as an address is there. */
  private restoreProfile({ body }: RecordedCall): Response {
    const { email, user_id: id } = body as { email?: string; user_id?: string | null };
    if (!email) return json({ error: 'email is needed', code: 'validation_failed' }, 400);
    const account = this.accounts.find((known) => known.email === email.toLowerCase() && (!id || known.id === id));
    if (account && !this.hasProfile(account)) this.addProfile(account);
    return json({ success: true });
  }

  private answerAuth(call: RecordedCall, name: string): Response {
    const body = (call.body === '' ? {} : call.body) as Record<string, string> & { data?: { full_name?: string } };
    const account = this.current;
    if (name.startsWith('factors') && account)
      return answerFactors(account.factors, call, (aal) => this.sessionOf(account, aal));
    switch (name) {
      case 'token': {
        const isRenewal = call.query.get('grant_type') === 'refresh_token';
        const owner = this.accounts.find(({ email, password }) => email === body.email && password === body.password);
        const holder = isRenewal ? account : owner;
        if (owner && !this.hasProfile(owner))
          return authError(500, 'unexpected_failure', 'Database error granting user');
        return holder
          ? json(this.sessionOf(holder))
          : authError(400, 'invalid_credentials', 'Invalid login credentials');
      }
      case 'signup': {
        if (this.accounts.some(({ email }) => email === body.email)) return authError(422, 'user_already_exists');
        return json(
          this.sessionOf(
            this.addAccount({
              email: body.email ?? '',
              password: body.password ?? '',
              full_name: body.data?.full_name ?? '',
            }),
          ),
        );
      }
      case 'user':
        if (account && call.method === 'PUT' && body.password) return this.changePassword(account, call, body.password);
        return this.current ? json(this.sessionOf(this.current).user) : authError(403, 'session_not_found');
      case 'logout':
        return new Response(null, { status: 204 });
      case 'otp':
      case 'recover':
      case 'resend':
        return json({});
      case 'health':
        return json({ name: 'Scriba', version: '0.1.0', description: 'Scriba' });
      default:
        return authError(404, 'not_found');
    }
  }

  private changePassword(account: Account, call: RecordedCall, password: string): Response {
    const isEnrolled = account.factors.some(({ status }) => status === 'verified');
    if (isEnrolled && levelOf(call) !== 'aal2') return authError(401, 'insufficient_aal');
    account.password = password;
    return json(this.sessionOf(account).user);
  }
}

export type { Row };
