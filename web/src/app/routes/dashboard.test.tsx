import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { sessionStorageKey } from '@/shared/api/client';
import { expectAccessible } from '@/shared/testing/axe';
import { FakeServer, json, tableError } from '@/shared/testing/fake-server';
import { aPatient } from '@/shared/testing/people';
import { renderApp } from '@/shared/testing/render';
import { RequireSession } from '../guards';
import { Component as Dashboard } from './dashboard';

let server: FakeServer;
let owner: string;
const user = userEvent.setup();

const status = {
  id: 's-1',
  plan: 'basic',
  monthlyMinutes: 600,
  minutesUsed: 450,
  minutesRemaining: 150,
  startDate: null,
  endDate: null,
  isActive: true,
  price: 99,
  error: null,
};

function open() {
  return renderApp(
    <RequireSession>
      <Dashboard />
    </RequireSession>,
    { at: '/app' },
  );
}

const daysBack = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

beforeEach(() => {
  server = new FakeServer().install();
  owner = server.signIn().id;
  server.on('POST', '/functions/v1/subscription', () => json(status));
});

describe('the dashboard', () => {
  it('counts patients and notes and lists the newest five', async () => {
    for (let index = 0; index < 7; index += 1) {
      server.tables.patients?.push(
        aPatient({ id: `p-${index}`, user_id: owner, last_name: `Rossi${index}`, created_at: daysBack(index * 2) }),
      );
      server.tables.consultations?.push({
        id: `c-${index}`,
        patient_id: `p-${index}`,
        user_id: owner,
        created_at: daysBack(index),
        motivo_visita: index === 0 ? null : `Motivo ${index}`,
      });
    }
    open();
    const patients = await screen.findByRole('region', { name: 'Pazienti' });
    expect(within(patients).getByText('7')).toBeVisible();
    expect(within(patients).getByText('4 nuovi questa settimana')).toBeVisible();
    expect(within(patients).getByRole('link', { name: 'Vedi tutti' })).toHaveAttribute('href', '/app/patients');

    const notes = screen.getByRole('region', { name: 'Consultazioni' });
    expect(within(notes).getByText('5')).toBeVisible();
    expect(within(notes).getByText('Note create')).toBeVisible();
    expect(within(notes).getByRole('link', { name: 'Vedi tutte' })).toHaveAttribute('href', '/app/history');

    const recent = screen.getByRole('region', { name: 'Pazienti Recenti' });
    expect(within(recent).getAllByRole('listitem')).toHaveLength(5);
    expect(within(recent).getByRole('link', { name: 'Maria Rossi0' })).toHaveAttribute('href', '/app/patients/p-0');
    expect(within(recent).getAllByText(/^Registrato il \d{2}\/\d{2}\/\d{4}$/)).toHaveLength(5);

    const recentNotes = screen.getByRole('region', { name: 'Consultazioni Recenti' });
    expect(within(recentNotes).getByText('Consultazione')).toBeVisible();
    expect(within(recentNotes).getByText('Motivo 1')).toBeVisible();
    expect(within(recentNotes).getAllByRole('link', { name: 'Visualizza referto' })).toHaveLength(5);
    await expectAccessible();
  });

  it('says what to do when there is nothing yet', async () => {
    open();
    expect(await screen.findByText('Nessun paziente registrato.')).toBeVisible();
    expect(screen.getByText('Nessuna consultazione registrata.')).toBeVisible();
  });

  it('gives a consultation without an owner to the owner of its patient', async () => {
    server.tables.patients?.push(aPatient({ id: 'p-1', user_id: owner }));
    server.tables.consultations?.push({ id: 'c-1', patient_id: 'p-1', user_id: null, created_at: daysBack(0) });
    open();
    expect(await screen.findByText('Consultazione')).toBeVisible();
    expect(server.tables.consultations?.[0]?.user_id).toBe(owner);
  });

  it('goes on when that repair fails', async () => {
    let isFirst = true;
    server.on('GET', '/rest/v1/consultations', () => {
      if (!isFirst) return json([]);
      isFirst = false;
      return tableError(400, '42703');
    });
    open();
    expect(await screen.findByText('Nessuna consultazione registrata.')).toBeVisible();
  });

  it('shows a failure in a banner and loads again on request', async () => {
    server.on('HEAD', '/rest/v1/patients', () => new Response(null, { status: 403 }));
    open();
    expect(await screen.findByRole('alert')).toBeVisible();
    server.off('HEAD', '/rest/v1/patients');
    await user.click(screen.getByRole('button', { name: 'Aggiorna' }));
    expect(await screen.findByText('Nessun paziente registrato.')).toBeVisible();
  });

  it('says within seconds that the server does not answer', async () => {
    server.on('HEAD', '/rest/v1/patients', () => {
      throw new TypeError('Failed to fetch');
    });
    open();
    expect(await screen.findByRole('alert', {}, { timeout: 10_000 })).toHaveTextContent(/non è raggiungibile/);
    // Two counts, each asked once: the client does not try again in silence.
    expect(server.callsTo('HEAD', '/rest/v1/patients')).toHaveLength(2);
  });

  it('says that nobody is signed in where this browser has lost the session', async () => {
    open();
    await screen.findByText('Nessun paziente registrato.');
    const asked = server.calls.length;
    localStorage.removeItem(sessionStorageKey);
    await user.click(screen.getByRole('button', { name: 'Aggiorna' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Utente non autenticato');
    expect(server.calls.slice(asked).filter(({ path }) => path.startsWith('/rest/'))).toEqual([]);
  });

  it('calls a note without a readable patient unknown', async () => {
    server.tables.consultations?.push({ id: 'c-1', patient_id: 'gone', user_id: owner, created_at: daysBack(0) });
    open();
    expect(await screen.findByText(/^Sconosciuto/)).toBeVisible();
  });
});

describe('the minutes', () => {
  it('show plan, price, what is left and a meter', async () => {
    open();
    const card = await screen.findByRole('region', { name: 'Minuti di dettatura' });
    expect(await within(card).findByText('Piano Basic')).toBeVisible();
    expect(within(card).getByText('99 €/mese')).toBeVisible();
    expect(within(card).getByText('150 minuti rimanenti su 600')).toBeVisible();
    expect(within(card).getByRole('meter')).toHaveAttribute('aria-valuenow', '450');
    expect(within(card).getByRole('link', { name: 'Gestisci' })).toHaveAttribute('href', '/app/subscription');
  });

  it('come from the table when the function fails', async () => {
    server.on('POST', '/functions/v1/subscription', () => json({ error: 'down' }, 500));
    server.tables.user_subscriptions?.push({
      id: 's-2',
      user_id: owner,
      tier: 'advanced',
      monthly_minutes: 1200,
      minutes_used: 1300,
      price: 199,
      current_period_end: '2999-01-01T00:00:00+00:00',
      is_active: true,
    });
    open();
    expect(await screen.findByText('Piano Advanced')).toBeVisible();
    expect(screen.getByText('0 minuti rimanenti su 1200')).toBeVisible();
    expect(screen.getByRole('meter')).toHaveAttribute('aria-valuenow', '1200');
  });

  it('of the table are those of the latest period that has not ended', async () => {
    server.on('POST', '/functions/v1/subscription', () => json({ error: 'down' }, 500));
    const before = Date.now();
    open();
    expect(await screen.findByText('30 minuti rimanenti su 30')).toBeVisible();
    const [asked] = server.callsTo('GET', '/rest/v1/user_subscriptions').map(({ query }) => query);
    const [operator, ...moment] = asked?.get('current_period_end')?.split('.') ?? [];
    expect(operator).toBe('gte');
    expect(Date.parse(moment.join('.'))).toBeGreaterThanOrEqual(before);
    expect(Date.parse(moment.join('.'))).toBeLessThanOrEqual(Date.now());
    expect(asked?.get('order')).toBe('end_date.desc');
    expect(asked?.get('limit')).toBe('1');
  });

  it('are those of the free plan, and the failure is told, when neither answers', async () => {
    server.on('POST', '/functions/v1/subscription', () => json({ error: 'down' }, 500));
    server.on('GET', '/rest/v1/user_subscriptions', () => tableError(403, '42501'));
    open();
    const card = await screen.findByRole('region', { name: 'Minuti di dettatura' });
    const alert = await within(card).findByRole('alert');
    expect(alert).toHaveTextContent("Errore nel caricamento dei dati dell'abbonamento");
    expect(alert).toHaveTextContent(
      "Verifica dell'abbonamento non riuscita: non hai il permesso per questa operazione.",
    );
    expect(within(card).getByText('30 minuti rimanenti su 30')).toBeVisible();
    server.on('POST', '/functions/v1/subscription', () => json(status));
    await user.click(within(card).getByRole('button', { name: 'Riprova' }));
    expect(await within(card).findByText('150 minuti rimanenti su 600')).toBeVisible();
  });
});
