import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '@/shared/api/database';
import { FakeServer, json, tableError } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { routes } from '../router';

let server: FakeServer;
const user = userEvent.setup();

beforeEach(() => {
  server = new FakeServer().install();
});

function open(at: string, role: Role = 'superadmin') {
  const { id } = server.signIn({ email: 'ada@example.it' });
  const own = server.tables.users?.find((row) => row.id === id);
  if (own) own.role = role;
  return renderApp(null, { at, routes });
}

const rpc = (name: string) => `/rest/v1/rpc/${name}`;

describe('a page of several parts without its server', () => {
  const parts: [string, string][] = [
    ['GET', '/rest/v1/subscription_plans'],
    ['GET', '/rest/v1/user_subscriptions'],
    ['POST', rpc('activity_report')],
  ];

  it('says so once, and tries everything again at one press', async () => {
    for (const [method, path] of parts) server.on(method, path, () => Promise.reject(new TypeError('fetch failed')));
    open('/app/billing');
    await waitFor(() => parts.forEach(([method, path]) => expect(server.callsTo(method, path)).not.toHaveLength(0)));
    expect(await screen.findByText(/^Il server non è raggiungibile/)).toBeVisible();
    await waitFor(() => expect(document.querySelectorAll('[class*="Skeleton"]')).toHaveLength(0));
    expect(screen.getAllByRole('alert')).toHaveLength(1);

    for (const [method, path] of parts) server.off(method, path);
    const total = { consultations: 0, active_doctors: 0, minutes: 0, new_users: 0, paid_months: 0, revenue: 0 };
    server.on('POST', rpc('activity_report'), () => json({ buckets: [], total }));
    await user.click(screen.getByRole('button', { name: 'Riprova' }));
    expect(await screen.findByText('Nessun periodo a pagamento.')).toBeVisible();
    expect(await screen.findAllByText('Nessun dato nel periodo.')).toHaveLength(2);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('says each thing that fails for a reason of its own', async () => {
    server.on('POST', rpc('activity_report'), () => Promise.reject(new TypeError('fetch failed')));
    server.on('GET', '/rest/v1/user_subscriptions', () => tableError(500, 'internal'));
    open('/app/billing');
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Riprova' })).toHaveLength(2));
  });
});

describe('a notice', () => {
  it('that cannot be marked as read stays, and says why', async () => {
    const { id } = server.signIn();
    server.tables.notices?.push({
      id: crypto.randomUUID(),
      user_id: id,
      subject: 'Manutenzione',
      body: 'Domenica alle 6.',
      created_at: '2026-11-20T09:30:00.000000+00:00',
      read_at: null,
    });
    server.on('PATCH', '/rest/v1/notices', () => tableError(503, 'busy'));
    renderApp(null, { at: '/app/medications', routes });
    const banner = within(await screen.findByRole('region', { name: 'Nuovo avviso' }));
    await user.click(banner.getByRole('button', { name: 'Segna come letto' }));
    expect(await banner.findByRole('alert')).toHaveTextContent(/\w/);
    expect(banner.getByText('Manutenzione')).toBeVisible();
  });
});

describe('a change of somebody that is confirmed with two presses', () => {
  it.each([
    ['Ruolo', 'admin', 'PATCH', '/rest/v1/users'],
    ['Piano', 'enterprise', 'POST', rpc('assign_plan')],
  ])('is written once: %s', async (name, choice, method, path) => {
    const { id } = server.addAccount({ email: 'anna@example.it', password: 'Segreta123', full_name: 'Anna Neri' });
    let answer: () => void = () => undefined;
    server.on(method, path, () => new Promise((resolve) => (answer = () => resolve(json([{ id }])))));
    open('/app/admin');
    await user.selectOptions(await screen.findByRole('combobox', { name: `${name} di anna@example.it` }), choice);
    await user.dblClick(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Conferma' }));
    await waitFor(() => expect(server.callsTo(method, path)).not.toHaveLength(0));
    const busy = within(screen.getByRole('dialog')).getByRole('button', { name: 'Conferma' });
    expect(busy).toBeDisabled();
    answer();
    expect(await screen.findByText(`${name} di anna@example.it aggiornato.`)).toBeInTheDocument();
    expect(server.callsTo(method, path)).toHaveLength(1);
  });
});
