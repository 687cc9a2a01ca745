import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '@/shared/api/database';
import { expectAccessible } from '@/shared/testing/axe';
import { FakeServer, json, tableError } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { routes } from '../router';
import { anUnreadNotice, noActivity, openAs, rpc, theDoctor } from './administration.fixture';

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer().install();
});

const open = (at: string, role: Role = 'admin') => openAs(role, server, at);

describe('communications', () => {
  it('asks once, sends to everybody, and says how many it reached', async () => {
    const user = userEvent.setup();
    server.addAccount(theDoctor);
    server.on('POST', rpc('send_announcement'), () => json({ recipients: 2 }));
    open('/app/communication');
    await user.type(await screen.findByLabelText('Oggetto'), 'Manutenzione');
    await user.type(screen.getByLabelText('Messaggio'), 'Domenica alle 6.');
    expect(await screen.findByText('Persone raggiunte: 2')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Invia comunicazione' }));
    const dialog = await screen.findByRole('dialog', { name: 'Inviare la comunicazione?' });
    expect(server.callsTo('POST', rpc('send_announcement'))).toHaveLength(0);
    await expectAccessible(dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Invia' }));
    expect(await screen.findByText('Comunicazione inviata. Persone raggiunte: 2.')).toBeInTheDocument();
    expect(server.callsTo('POST', rpc('send_announcement'))[0]?.body).toMatchObject({
      subject: 'Manutenzione',
      body: 'Domenica alle 6.',
      audience: 'everybody',
      tiers: [],
      user_ids: [],
      sends_mail: true,
    });
    expect(screen.getByLabelText('Oggetto')).toHaveValue('');
  });

  it('keeps the message and its id when the answer is lost, so that trying again sends nothing twice', async () => {
    const user = userEvent.setup();
    let isLost = true;
    server.on('POST', rpc('send_announcement'), () => {
      if (isLost) throw new TypeError('Failed to fetch');
      return json({ recipients: 1 });
    });
    open('/app/communication');
    await user.type(await screen.findByLabelText('Oggetto'), 'Manutenzione');
    await user.type(screen.getByLabelText('Messaggio'), 'Domenica alle 6.');
    for (const outcome of [/non è raggiungibile/, /Comunicazione inviata/]) {
      await user.click(screen.getByRole('button', { name: 'Invia comunicazione' }));
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Invia' }));
      expect(await screen.findByText(outcome)).toBeInTheDocument();
      isLost = false;
    }
    const ids = server
      .callsTo('POST', rpc('send_announcement'))
      .map(({ body }) => (body as { announcement_id: string }).announcement_id);
    expect(ids.length).toBeGreaterThanOrEqual(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('names what is missing before it asks', async () => {
    const user = userEvent.setup();
    open('/app/communication');
    await user.click(await screen.findByRole('radio', { name: 'Per piano' }));
    await user.click(screen.getByRole('button', { name: 'Invia comunicazione' }));
    expect(screen.getByText("Scrivi l'oggetto")).toBeInTheDocument();
    expect(screen.getByText('Scrivi il messaggio')).toBeInTheDocument();
    expect(screen.getByText('Scegli almeno un piano')).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Medici scelti' }));
    await user.click(screen.getByRole('button', { name: 'Invia comunicazione' }));
    expect(screen.getByText('Scegli almeno un medico')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('says so when nobody belongs to the audience', async () => {
    const user = userEvent.setup();
    server.on('POST', rpc('send_announcement'), () => tableError(400, '23514'));
    open('/app/communication');
    await user.type(await screen.findByLabelText('Oggetto'), 'A');
    await user.type(screen.getByLabelText('Messaggio'), 'B');
    await user.click(screen.getByRole('button', { name: 'Invia comunicazione' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Invia' }));
    expect(await screen.findByText('Nessuno corrisponde ai destinatari scelti.')).toBeInTheDocument();
  });

  it('says what to do when nothing was sent yet', async () => {
    open('/app/communication');
    expect(await screen.findByText('Nessuna comunicazione inviata.')).toBeInTheDocument();
    await expectAccessible();
  });

  it('lists what was sent with readings and mails', async () => {
    server.tables.announcements?.push({
      id: crypto.randomUUID(),
      subject: 'Novità',
      body: 'Testo',
      audience: 'plans',
      tiers: 'basic,advanced',
      sends_mail: true,
      recipients: 12,
      mails: 11,
      reads: 5,
      created_at: '2026-11-20T09:30:00.000000+00:00',
    });
    open('/app/communication');
    const table = await screen.findByRole('table');
    expect(within(table).getByText('Piani: Basic, Advanced')).toBeInTheDocument();
    expect(within(table).getByText('5 di 12')).toBeInTheDocument();
    expect(within(table).getByText('11 di 12')).toBeInTheDocument();
    await expectAccessible();
  });
});

describe('notices', () => {
  it('stand in a banner and in the drawer until they are marked as read', async () => {
    const user = userEvent.setup();
    const { id } = server.signIn();
    server.tables.notices?.push(anUnreadNotice(id));
    renderApp(null, { at: '/app/medications', routes });
    const banner = await screen.findByRole('region', { name: 'Nuovo avviso' });
    expect(banner).toHaveTextContent('Manutenzione');
    await user.click(screen.getByRole('button', { name: 'Avvisi, 1 da leggere' }));
    const drawer = await screen.findByRole('dialog', { name: 'Avvisi' });
    expect(within(drawer).getByText('Domenica alle 6.')).toBeInTheDocument();
    await expectAccessible(within(drawer).getByRole('list'));
    await user.click(within(drawer).getByRole('button', { name: 'Segna come letto' }));
    await waitFor(() => expect(server.tables.notices?.[0]?.read_at).not.toBeNull());
    await user.click(within(drawer).getByRole('button', { name: 'Chiudi avvisi' }));
    expect(await screen.findByRole('button', { name: 'Avvisi' })).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Nuovo avviso' })).not.toBeInTheDocument();
  });

  it('say so when there are none', async () => {
    const user = userEvent.setup();
    server.signIn();
    renderApp(null, { at: '/app/medications', routes });
    await user.click(await screen.findByRole('button', { name: 'Avvisi' }));
    expect(await screen.findByText('Nessun avviso.')).toBeInTheDocument();
  });
});

describe('users and roles', () => {
  it('lets the server search by every word, in address and name', async () => {
    const user = userEvent.setup();
    server.addAccount(theDoctor);
    open('/app/admin');
    await user.type(await screen.findByRole('searchbox', { name: 'Cerca utenti per email o nome' }), 'anna');
    await waitFor(() => expect(screen.queryByText('ada@example.it')).not.toBeInTheDocument());
    expect(screen.getByText('anna@example.it')).toBeInTheDocument();
    const asked = server.callsTo('GET', '/rest/v1/users').map(({ query }) => query.get('or'));
    expect(asked).toContain('(email.ilike."%anna%",full_name.ilike."%anna%")');
  });

  it('shows before the first month what the plan will give, and 30 minutes where it is not in the catalogue', async () => {
    const { id } = server.addAccount(theDoctor);
    Object.assign(server.tables.users?.find((row) => row.id === id) ?? {}, { subscription_tier: 'basic' });
    server.tables.subscription_plans?.push({ id: 'p1', name: 'basic', monthly_minutes: 45, price: 0 });
    open('/app/admin');
    expect(await screen.findByText('0 di 45')).toBeInTheDocument();
    expect(screen.getByText('0 di 30')).toBeInTheDocument();
  });

  it('offers roles to superadmins only, and never their own', async () => {
    server.addAccount(theDoctor);
    open('/app/admin', 'superadmin');
    expect(await screen.findByRole('combobox', { name: 'Ruolo di anna@example.it' })).toBeInTheDocument();
    expect(screen.queryByRole('combobox', { name: 'Ruolo di ada@example.it' })).not.toBeInTheDocument();
  });

  it('shows an administrator roles without changing them, and plans to change', async () => {
    server.addAccount(theDoctor);
    open('/app/admin');
    expect(await screen.findByRole('combobox', { name: 'Piano di anna@example.it' })).toBeInTheDocument();
    expect(screen.queryByRole('combobox', { name: /^Ruolo di/ })).not.toBeInTheDocument();
    await expectAccessible();
  });

  it('changes a role after asking', async () => {
    const user = userEvent.setup();
    const { id } = server.addAccount(theDoctor);
    open('/app/admin', 'superadmin');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Ruolo di anna@example.it' }), 'admin');
    const dialog = await screen.findByRole('dialog', { name: 'Cambiare il ruolo?' });
    expect(dialog).toHaveTextContent('anna@example.it: da Medico a Amministratore.');
    await user.click(within(dialog).getByRole('button', { name: 'Conferma' }));
    expect(await screen.findByText('Ruolo di anna@example.it aggiornato.')).toBeInTheDocument();
    expect(server.tables.users?.find((row) => row.id === id)?.role).toBe('admin');
  });

  it('says why the last superadmin keeps the role', async () => {
    const user = userEvent.setup();
    server.addAccount(theDoctor);
    server.on('PATCH', '/rest/v1/users', () => tableError(400, 'P0001', 'the last superadmin keeps the role'));
    open('/app/admin', 'superadmin');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Ruolo di anna@example.it' }), 'admin');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Conferma' }));
    expect(await screen.findByText(/L'ultimo superamministratore non può perdere il ruolo/)).toBeInTheDocument();
  });

  it('changes a plan through the procedure that keeps the minutes', async () => {
    const user = userEvent.setup();
    const { id } = server.addAccount(theDoctor);
    open('/app/admin');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Piano di anna@example.it' }), 'enterprise');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Conferma' }));
    expect(await screen.findByText('Piano di anna@example.it aggiornato.')).toBeInTheDocument();
    expect(server.callsTo('POST', rpc('assign_plan'))[0]?.body).toEqual({ user_id: id, new_tier: 'enterprise' });
  });

  it('sends a doctor to the dashboard', async () => {
    const { router } = open('/app/admin', 'doctor');
    await waitFor(() => expect(router.state.location.pathname).toBe('/app'));
  });
});

describe('a subscription made by hand', () => {
  it.each([[() => json({ error: 'Something broke', code: 'internal' }, 500)], [() => json({ error: 'strange' }, 400)]])(
    'says that it failed, where no better reason is known',
    async (failure) => {
      const user = userEvent.setup();
      server.on('POST', '/functions/v1/subscription', failure);
      open('/app/admin');
      const form = await screen.findByRole('region', { name: 'Crea abbonamento' });
      await user.type(within(form).getByLabelText('Email'), 'anna@example.it');
      await user.click(within(form).getByRole('button', { name: 'Crea abbonamento' }));
      expect(
        await screen.findByText("Errore durante la creazione dell'abbonamento. Riprova più tardi."),
      ).toBeInTheDocument();
    },
  );
});

describe('audit log', () => {
  it('is filtered and paged by the server, in Italian words', async () => {
    const user = userEvent.setup();
    const row = {
      email: 'anna@example.it',
      actor: 'ada@example.it',
      address: '192.0.2.1',
      detail: 'admin',
      subject: '',
    };
    server.on('POST', rpc('audit_log_page'), () =>
      json({ total: 60, rows: [{ at: '2026-11-20T09:30:00.000000+00:00', event: 'role_changed', ...row }] }),
    );
    open('/app/admin?vista=registro');
    expect(await screen.findByRole('cell', { name: 'Ruolo cambiato' })).toBeInTheDocument();
    expect(screen.getByText('Eventi trovati: 60')).toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText('Evento'), 'signed_in');
    await user.click(await screen.findByRole('button', { name: 'Pagina 2' }));
    await waitFor(() =>
      expect(server.callsTo('POST', rpc('audit_log_page')).at(-1)?.body).toMatchObject({
        event: 'signed_in',
        limit: 25,
        offset: 25,
      }),
    );
    await expectAccessible();
  });

  it('says what to do when nothing matches', async () => {
    server.on('POST', rpc('audit_log_page'), () => json({ total: 0, rows: [] }));
    open('/app/admin?vista=registro');
    expect(await screen.findByText('Nessun evento trovato.')).toBeInTheDocument();
  });
});

const november = { consultations: 3, active_doctors: 2, minutes: 13, new_users: 4, paid_months: 1, revenue: 99.5 };

describe('reports and billing', () => {
  it('draw what the server summed, and put it into a file', async () => {
    const user = userEvent.setup();
    const files: Blob[] = [];
    URL.createObjectURL = (file: Blob) => {
      files.push(file);
      return 'blob:report';
    };
    URL.revokeObjectURL = () => undefined;
    server.on('POST', rpc('activity_report'), () =>
      json({
        buckets: [
          { start: '2026-10', ...noActivity },
          { start: '2026-11', ...november },
        ],
        total: november,
      }),
    );
    open('/app/reports');
    const minutes = await screen.findByRole('region', { name: 'Minuti addebitati' });
    expect(await within(minutes).findByRole('img', { name: '11/2026: 13' })).toBeInTheDocument();
    expect(server.callsTo('POST', rpc('activity_report'))[0]?.body).toMatchObject({ unit: 'month' });
    await user.click(screen.getByRole('button', { name: 'Scarica CSV' }));
    const text = (await files[0]?.text()) ?? '';
    expect(text).toContain('10/2026;0;0;0;0;0');
    expect(text).toContain('11/2026;3;13;2;4;99,5');
    expect(text).toContain('Totale;3;13;2;4;99,5');
    await user.click(screen.getByRole('radio', { name: '30 giorni' }));
    await waitFor(() =>
      expect(server.callsTo('POST', rpc('activity_report')).at(-1)?.body).toMatchObject({ unit: 'day' }),
    );
  });

  it('say so where there is nothing to draw', async () => {
    server.on('POST', rpc('activity_report'), () =>
      json({ buckets: [{ start: '2026-11', ...noActivity }], total: noActivity }),
    );
    open('/app/billing');
    expect(await screen.findAllByText('Nessun dato nel periodo.')).toHaveLength(2);
    expect(await screen.findByText('Nessun periodo a pagamento.')).toBeInTheDocument();
    await expectAccessible();
  });
});

const state = {
  version: '0.1.0',
  uptime_seconds: 3723,
  database: 'sqlite',
  speech: { state: 'unreachable', is_remote: true, host: 'speech.example.org' },
  language_model: { is_configured: false },
  mail: { is_delivered: false },
  queue: {
    jobs: 3,
    running: 1,
    due: 2,
    oldest_due_seconds: 75,
    recordings: { transcribing: 1, waiting: 2, failed: 1 },
  },
  disk: { free_bytes: 5 * 2 ** 30, total_bytes: 100 * 2 ** 30 },
};

describe('system state', () => {
  it('tells engines, waiting work and scarce room', async () => {
    server.on('POST', rpc('system_state'), () => json(state));
    open('/app/admin?vista=sistema');
    expect(await screen.findByText('Non raggiungibile')).toBeInTheDocument();
    expect(screen.getByText('In corso: 1. In attesa: 2.')).toBeInTheDocument();
    expect(screen.getByText('Il più vecchio attende da 01:15.')).toBeInTheDocument();
    expect(screen.getByText(/in attesa del motore: 2, fallite: 1/)).toBeInTheDocument();
    expect(screen.getByText('Lo spazio sta per finire: liberane o aggiungine.')).toBeInTheDocument();
    await expectAccessible();
  });
});

describe('subscription diagnostics', () => {
  it('shows what does not add up, and looks again after the repair', async () => {
    const user = userEvent.setup();
    let emails = ['anna@example.it'];
    server.on('POST', rpc('subscription_diagnosis'), () =>
      json([{ kind: 'uncounted_minutes', users: emails.length, emails }]),
    );
    server.on('POST', rpc('run_sql_migration'), () => {
      emails = [];
      return json({ success: true });
    });
    open('/app/subscription-diagnostics');
    expect(await screen.findByText('anna@example.it')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ripara' }));
    expect(await screen.findByText(/Riparazione completata con successo/)).toBeInTheDocument();
    expect(await screen.findByText('In ordine')).toBeInTheDocument();
    await expectAccessible();
  });

  it('reports a repair that failed', async () => {
    const user = userEvent.setup();
    server.on('POST', rpc('run_sql_migration'), () => tableError(503, 'busy'));
    server.on('POST', rpc('subscription_diagnosis'), () => json([]));
    open('/app/subscription-diagnostics');
    await user.click(await screen.findByRole('button', { name: 'Ripara' }));
    expect(await screen.findByText(/^Errore nella riparazione: /)).toBeInTheDocument();
  });
});
