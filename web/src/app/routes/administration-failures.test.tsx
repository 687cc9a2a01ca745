import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { errorSentence } from '@/shared/i18n/errors.messages';
import { FakeServer, json, tableError } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { routes } from '../router';
import { anUnreadNotice, noActivity, openAs, rpc, theDoctor } from './administration.fixture';

let server: FakeServer;
const user = userEvent.setup();

beforeEach(() => {
  server = new FakeServer().install();
});

describe('a page of several parts without its server', () => {
  const parts: [string, string][] = [
    ['GET', '/rest/v1/subscription_plans'],
    ['GET', '/rest/v1/user_subscriptions'],
    ['POST', rpc('activity_report')],
  ];

  it('says so once, and tries everything again at one press', async () => {
    for (const [method, path] of parts) server.on(method, path, () => Promise.reject(new TypeError('fetch failed')));
    openAs('superadmin', server, '/app/billing');
    await waitFor(() => parts.forEach(([method, path]) => expect(server.callsTo(method, path)).not.toHaveLength(0)));
    expect(await screen.findByText(/^Il server non è raggiungibile/)).toBeVisible();
    await waitFor(() => expect(document.querySelectorAll('[class*="Skeleton"]')).toHaveLength(0));
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(screen.queryByText(/^I giorni sono quelli/), 'no note on charts that are not there').toBeNull();

    for (const [method, path] of parts) server.off(method, path);
    server.on('POST', rpc('activity_report'), () => json({ buckets: [], total: noActivity }));
    await user.click(screen.getByRole('button', { name: 'Riprova' }));
    expect(await screen.findByText('Nessun periodo a pagamento.')).toBeVisible();
    expect(await screen.findAllByText('Nessun dato nel periodo.')).toHaveLength(2);
    expect(screen.getByText(/^I giorni sono quelli/)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('says each thing that fails for a reason of its own', async () => {
    server.on('POST', rpc('activity_report'), () => Promise.reject(new TypeError('fetch failed')));
    server.on('GET', '/rest/v1/user_subscriptions', () => tableError(500, 'internal'));
    openAs('superadmin', server, '/app/billing');
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Riprova' })).toHaveLength(2));
  });
});

describe('a notice', () => {
  it('that cannot be marked as read stays, and says why', async () => {
    const { id } = server.signIn();
    server.tables.notices?.push(anUnreadNotice(id));
    server.on('PATCH', '/rest/v1/notices', () => tableError(503, 'busy'));
    renderApp(null, { at: '/app/medications', routes });
    const banner = within(await screen.findByRole('region', { name: 'Nuovo avviso' }));
    await user.click(banner.getByRole('button', { name: 'Segna come letto' }));
    expect(await banner.findByRole('alert')).toHaveTextContent(errorSentence('busy'));
    expect(banner.getByText('Manutenzione')).toBeVisible();
  });
});

describe('a change of somebody that is confirmed with two presses', () => {
  it.each([
    ['Ruolo', 'admin', 'PATCH', '/rest/v1/users'],
    ['Piano', 'enterprise', 'POST', rpc('assign_plan')],
  ])('is written once: %s', async (name, choice, method, path) => {
    const { id } = server.addAccount(theDoctor);
    let answer: () => void = () => undefined;
    server.on(method, path, () => new Promise((resolve) => (answer = () => resolve(json([{ id }])))));
    openAs('superadmin', server, '/app/admin');
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
