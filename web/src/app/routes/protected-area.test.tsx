import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { client } from '@/shared/api/client';
import { expectAccessible } from '@/shared/testing/axe';
import { FakeServer, json, type Account } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { Component as Admin } from './admin';
import { Component as Billing } from './billing';
import { Component as CheckUsers } from './check-users';
import { Component as Communication } from './communication';
import { Component as NewPatient } from './new-patient';
import { Component as ProtectedArea } from './protected-area';
import { Component as Reports } from './reports';
import { Component as Diagnostics } from './subscription-diagnostics';

let server: FakeServer;
let doctor: Account;
const user = userEvent.setup();

function open(at = '/app/new-patient') {
  return renderApp(null, {
    at,
    routes: [
      {
        Component: ProtectedArea,
        children: [
          { path: '/app/new-patient', Component: NewPatient },
          { path: '/app/admin', Component: Admin },
          { path: '/app/subscription-diagnostics', Component: Diagnostics },
          { path: '/check-users', Component: CheckUsers },
          { path: '/app/billing', Component: Billing },
          { path: '/app/reports', Component: Reports },
          { path: '/app/communication', Component: Communication },
        ],
      },
    ],
  });
}

function makeAdmin() {
  const row = server.tables.users?.find(({ id }) => id === doctor.id);
  if (row) row.role = 'admin';
}

const groups = () => screen.getAllByRole('navigation').map((group) => group.getAttribute('aria-label'));

beforeEach(() => {
  server = new FakeServer().install();
  doctor = server.signIn({ email: 'dott.rossi@example.it', password: 'Segreta123' });
});

describe('the frame', () => {
  it('greets the doctor, lists the pages by group and hides those of the administrators', async () => {
    open();
    expect(await screen.findByText('Benvenuto, dott.rossi@example.it')).toBeVisible();
    expect(groups()).toEqual(['Principale', 'Clinica']);
    const main = screen.getByRole('navigation', { name: 'Principale' });
    expect(
      within(main)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Dashboard', 'Pazienti', 'Nuova Consultazione', 'Storico', 'Abbonamento']);
    await expectAccessible();
  });

  it('shows the administration to administrators', async () => {
    makeAdmin();
    open();
    expect(await screen.findByRole('navigation', { name: 'Amministrazione' })).toBeVisible();
  });

  it('collapses, remembers it, and keeps the names of the links', async () => {
    const { unmount } = open();
    await user.click(await screen.findByRole('button', { name: 'Comprimi menu' }));
    expect(screen.getByRole('link', { name: 'Pazienti' })).toBeInTheDocument();
    unmount();
    open();
    expect(await screen.findByRole('button', { name: 'Espandi menu' })).toBeVisible();
  });

  it('opens the menu over the page on a phone, and closes it on a choice', async () => {
    open();
    await user.click(await screen.findByRole('button', { name: 'Apri menu' }));
    const drawer = await screen.findByRole('dialog');
    await user.click(within(drawer).getByRole('link', { name: 'Dashboard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('says when there is no network', async () => {
    open();
    await screen.findByText(/^Benvenuto/);
    const onLine = Object.getOwnPropertyDescriptor(Navigator.prototype, 'onLine')!;
    Object.defineProperty(Navigator.prototype, 'onLine', { configurable: true, get: () => false });
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByText(/^Sei senza connessione/)).toBeVisible();
    Object.defineProperty(Navigator.prototype, 'onLine', onLine);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.queryByText(/^Sei senza connessione/)).not.toBeInTheDocument();
  });

  it('leads to the sign-in after leaving, and keeps nothing', async () => {
    const { queryClient } = open();
    await user.click(await screen.findByRole('button', { name: 'Esci' }));
    expect(await screen.findByTestId('address')).toHaveTextContent('/login');
    expect(localStorage.getItem('scriba.session')).toBeNull();
    expect(queryClient.getQueryCache().getAll()).toHaveLength(0);
  });
});

describe('a session that ends by itself', () => {
  it('lets the doctor sign in again without losing what was typed', async () => {
    open();
    await user.type(await screen.findByLabelText('Cognome'), 'Bianchi');
    const db = await client();
    await act(() => db.auth.signOut({ scope: 'local' }));
    const dialog = await screen.findByRole('dialog', { name: 'La sessione è scaduta' });
    await waitFor(() => expect(within(dialog).getByLabelText('Password')).toHaveFocus());
    await user.type(within(dialog).getByLabelText('Password'), 'Segreta123');
    await user.click(within(dialog).getByRole('button', { name: 'Accedi' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByLabelText('Cognome')).toHaveValue('Bianchi');
  });
});

describe('a session that the server ended', () => {
  it('is asked for again as soon as a call is refused, and not only once its time is over', async () => {
    open();
    await user.type(await screen.findByLabelText('Cognome'), 'Bianchi');
    const db = await client();
    server.on('GET', '/rest/v1/consultations', () => json({ code: 'PGRST301', message: 'x' }, 401));
    server.on('POST', '/auth/v1/token', () => json({ code: 400, error_code: 'session_not_found', msg: 'x' }, 400));
    await act(async () => {
      await db.from('consultations').select();
    });
    expect(await screen.findByRole('dialog', { name: 'La sessione è scaduta' })).toBeVisible();
    expect(screen.getByLabelText('Cognome')).toHaveValue('Bianchi');
  });

  it('shows what was refused once the doctor has signed in again', async () => {
    makeAdmin();
    server.on('GET', '/rest/v1/announcements', () => json({ code: 'PGRST301', message: 'x' }, 401));
    server.on('POST', '/auth/v1/token', () => json({ code: 400, error_code: 'session_not_found', msg: 'x' }, 400));
    open('/app/communication');
    const dialog = within(await screen.findByRole('dialog', { name: 'La sessione è scaduta' }));
    server.off('POST', '/auth/v1/token').off('GET', '/rest/v1/announcements');
    await user.type(dialog.getByLabelText('Password'), 'Segreta123');
    await user.click(dialog.getByRole('button', { name: 'Accedi' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.queryByText(/^La sessione è scaduta/)).not.toBeInTheDocument());
  });

  it('goes on where the refused token was only an old one', async () => {
    open();
    await screen.findByLabelText('Cognome');
    const db = await client();
    server.on('GET', '/rest/v1/consultations', () => json({ code: 'PGRST301', message: 'x' }, 401));
    await act(async () => {
      await db.from('consultations').select();
      await db.auth.getSession();
    });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('a session of an account with a second factor that ends by itself', () => {
  it('asks for password and code above the page, and gives it back as it was', async () => {
    server = new FakeServer().install();
    doctor = server.signIn({ factorCode: '123456' }, 'aal2');
    open();
    await user.type(await screen.findByLabelText('Cognome'), 'Bianchi');
    const db = await client();
    await act(() => db.auth.signOut({ scope: 'local' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'La sessione è scaduta' }));
    await user.type(dialog.getByLabelText('Password'), 'Segreta123');
    await user.click(dialog.getByRole('button', { name: 'Accedi' }));
    const code = await dialog.findByLabelText('Codice di verifica');
    expect(code).toHaveFocus();
    // The way back to the password would leave the page behind.
    expect(dialog.queryByRole('button', { name: 'Torna al login' })).not.toBeInTheDocument();
    await user.type(code, '000000');
    await user.click(dialog.getByRole('button', { name: 'Verifica' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Il codice non è corretto');
    // Wiped, and still where the next one is typed.
    await waitFor(() => expect(code).toHaveValue(''));
    await user.type(code, '123456');
    await user.click(dialog.getByRole('button', { name: 'Verifica' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByLabelText('Cognome')).toHaveValue('Bianchi');
  });
});

describe('the administration', () => {
  it('sends a doctor from the tools to the dashboard', async () => {
    open('/app/admin');
    expect(await screen.findByTestId('address')).toHaveTextContent('/app');
  });

  it.each(['/app/subscription-diagnostics', '/check-users'])('denies %s to a doctor', async (address) => {
    open(address);
    expect(await screen.findByText('Accesso negato')).toBeVisible();
  });

  it('says when the role could not be read', async () => {
    server.on('GET', '/rest/v1/users', () => json({ code: '42501', message: '' }, 403));
    open('/app/admin');
    expect(await screen.findByRole('alert')).toHaveTextContent('Errore nel controllo del ruolo utente');
  });

  it('counts total, active and paid users', async () => {
    makeAdmin();
    server.tables.users?.push(
      {
        id: 'u-2',
        email: 'b@example.it',
        role: 'doctor',
        subscription_tier: 'basic',
        created_at: '2026-11-01T00:00:00Z',
      },
      {
        id: 'u-3',
        email: 'c@example.it',
        role: 'doctor',
        subscription_tier: 'free',
        created_at: '2026-11-02T00:00:00Z',
      },
    );
    open('/app/admin');
    const figure = async (name: string) => within(await screen.findByRole('region', { name }));
    expect(await (await figure('Utenti totali')).findByText('3')).toBeVisible();
    expect((await figure('Utenti attivi')).getByText('1')).toBeVisible();
    expect((await figure('Utenti paganti')).getByText('1')).toBeVisible();
    await screen.findByText('b@example.it');
    await expectAccessible();
  });

  it('creates a subscription for a user', async () => {
    makeAdmin();
    server.on('POST', '/functions/v1/subscription', () => json({ success: true, subscriptionId: 's-1' }));
    open('/app/admin');
    const form = within(await screen.findByRole('region', { name: 'Crea abbonamento' }));
    await user.type(form.getByLabelText('Email'), 'b@example.it');
    await user.selectOptions(form.getByLabelText('Piano'), 'Advanced');
    await user.click(form.getByRole('button', { name: 'Crea abbonamento' }));
    expect(await form.findByText('Abbonamento creato per b@example.it.')).toBeVisible();
    expect(server.callsTo('POST', '/functions/v1/subscription').at(-1)?.body).toEqual({
      action: 'adminCreateSubscription',
      email: 'b@example.it',
      tier: 'advanced',
      minutesUsed: 0,
    });
  });

  it('repairs the metering, and tells how it went', async () => {
    makeAdmin();
    server.on('POST', '/rest/v1/rpc/subscription_diagnosis', () => json([]));
    server.on('POST', '/rest/v1/rpc/run_sql_migration', () => json({ success: true }));
    open('/app/subscription-diagnostics');
    await user.click(await screen.findByRole('button', { name: 'Ripara' }));
    expect(await screen.findByText(/^Riparazione completata con successo/)).toBeVisible();
    server.on('POST', '/rest/v1/rpc/run_sql_migration', () => json({ code: '42501', message: '' }, 403));
    await user.click(screen.getByRole('button', { name: 'Ripara' }));
    expect(await screen.findByText(/^Errore nella riparazione: non hai il permesso/)).toBeVisible();
  });

  it('lists the users and makes the sample account without leaving its own session', async () => {
    makeAdmin();
    open('/check-users');
    expect(await screen.findByText('Totale utenti: 1')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Crea nuovo utente' }));
    expect(await screen.findByText('Totale utenti: 2')).toBeVisible();
    expect(screen.getByText('Benvenuto, dott.rossi@example.it')).toBeVisible();
    await expectAccessible();
  });

  it('says that the sample account exists where the server, which mails a confirmation, answers as for a new one', async () => {
    makeAdmin();
    server.on('POST', '/auth/v1/signup', () => json({ id: crypto.randomUUID(), identities: [] }));
    open('/check-users');
    await user.click(await screen.findByRole('button', { name: 'Crea nuovo utente' }));
    expect(await screen.findByText(/Esiste già un account con questo indirizzo email/)).toBeVisible();
    expect(screen.queryByText(/^Utente creato/)).not.toBeInTheDocument();
  });

  it('counts running subscriptions by plan and what they bring', async () => {
    makeAdmin();
    const period = {
      is_active: true,
      current_period_end: '2999-01-01T00:00:00+00:00',
      monthly_minutes: 600,
      minutes_used: 0,
      price: 99,
    };
    server.on('POST', '/rest/v1/rpc/activity_report', () =>
      json({ buckets: [], total: { revenue: 0, paid_months: 0 } }),
    );
    server.tables.user_subscriptions?.push(
      { id: 's-1', tier: 'basic', ...period },
      { id: 's-2', tier: 'basic', ...period },
      { id: 's-3', tier: 'advanced', ...period },
      { id: 's-4', tier: 'advanced', ...period, current_period_end: '2020-01-01T00:00:00+00:00' },
    );
    open('/app/billing');
    const figure = async (name: string) => within(await screen.findByRole('region', { name }));
    expect((await figure('Ricavo mensile')).getByText('397 €')).toBeVisible();
    expect((await figure('Basic')).getByText('2')).toBeVisible();
    expect((await figure('Advanced')).getByText('1')).toBeVisible();
    const periods = await screen.findByRole('region', { name: 'Elenco dei periodi a pagamento' });
    expect(within(periods).getAllByText('In corso')).toHaveLength(3);
    expect(within(periods).getAllByText('Concluso')).toHaveLength(1);
    await expectAccessible();
  });

  it.each(['/app/billing', '/app/reports', '/app/communication'])(
    'sends a doctor from %s to the dashboard',
    async (address) => {
      open(address);
      expect(await screen.findByTestId('address')).toHaveTextContent('/app');
    },
  );
});
