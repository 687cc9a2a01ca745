import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { subscription as words } from '@/shared/i18n/subscription.messages';
import { expectAccessible } from '@/shared/testing/axe';
import { FakeServer, json, tableError } from '@/shared/testing/fake-server';
import type { RecordedCall } from '@/shared/testing/fake-tables';
import { renderApp } from '@/shared/testing/render';
import { PlanCards } from '@/features/subscription/components/PlanCards';
import { RequireSession } from '../guards';
import { Component as Subscription } from './subscription';

let server: FakeServer;
let plan: string;
let changeAnswer: () => Response;
const user = userEvent.setup();

function open() {
  return renderApp(
    <RequireSession>
      <Subscription />
    </RequireSession>,
    { at: '/app/subscription' },
  );
}

beforeEach(() => {
  plan = 'free';
  changeAnswer = () => {
    plan = 'basic';
    return json({ success: true, subscriptionId: 's-1' });
  };
  server = new FakeServer().install();
  server.signIn();
  server.on('POST', '/functions/v1/subscription', ({ body }: RecordedCall) =>
    (body as { action: string }).action === 'changePlan'
      ? changeAnswer()
      : json({ id: 's', plan, monthlyMinutes: 30, minutesUsed: 30, minutesRemaining: 0, price: 0, error: null }),
  );
});

describe('the subscription', () => {
  it('shows the four plans and the use', async () => {
    open();
    expect(await screen.findByText('0 minuti rimanenti su 30')).toBeVisible();
    for (const name of ['Free', 'Basic', 'Advanced', 'Enterprise']) {
      expect(screen.getByRole('heading', { name })).toBeVisible();
    }
    expect(screen.getByRole('meter', { name: 'Minuti utilizzati' })).toBeVisible();
    expect(screen.getByText(/^Minuti disponibili esauriti\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Contattaci' })).toHaveAttribute('href', expect.stringMatching(/^mailto:/));
    expect(screen.getByRole('link', { name: 'Gestisci fatturazione' })).toBeVisible();
    await expectAccessible();
  });

  it('says that the month does not load where it would look unused, and tries again', async () => {
    const days = '/rest/v1/rpc/minutes_charged';
    server.on('POST', days, () => tableError(503, 'busy'));
    open();
    const month = within(await screen.findByRole('region', { name: words.usage.chart }));
    expect(await month.findByRole('alert')).toBeVisible();
    expect(month.queryByText(words.usage.chartEmpty)).toBeNull();
    server.on('POST', days, () => json([0, 0, 0]));
    await user.click(month.getByRole('button', { name: 'Riprova' }));
    expect(await month.findByText(words.usage.chartEmpty)).toBeVisible();
  });

  it('shows the prices of the list inside the application, and Enterprise on request, as its only way is a mail', async () => {
    server.on('GET', '/config.json', () =>
      json({
        anonKey: 'k',
        publicUrl: '',
        version: '1',
        prices: { free: 0, basic: 9.99, advanced: 19.99, enterprise: 49.99 },
      }),
    );
    open();
    expect(await within(await screen.findByRole('article', { name: 'Basic' })).findByText('9,99 €/mese')).toBeVisible();
    expect(within(screen.getByRole('article', { name: 'Enterprise' })).getByText('Su richiesta')).toBeVisible();
  });

  it('activates a plan and shows the new one after a second and a half', async () => {
    open();
    await user.click(await screen.findByRole('button', { name: 'Attiva Basic' }));
    expect(await screen.findByText('Il piano Basic è attivo.')).toBeVisible();
    expect(screen.getByText('Piano Free')).toBeVisible();
    expect(await screen.findByText('Piano Basic', {}, { timeout: 3_000 })).toBeVisible();
  });

  describe('where plans can be paid', () => {
    const assign = vi.fn();

    beforeEach(() => {
      assign.mockClear();
      server.on('GET', '/config.json', () =>
        json({ anonKey: 'k', publicUrl: '', version: '1', checkout: { advanced: 'https://pay.example/advanced' } }),
      );
      vi.stubGlobal('location', { origin: window.location.origin, href: window.location.href, assign });
    });

    afterEach(() => {
      vi.unstubAllGlobals();
    });

    it.each([
      ['refuses', () => json({ success: false, error: 'payment needed' })],
      ['fails', () => json({ error: 'down' }, 503)],
    ])('goes to the checkout of the plan when the server %s', async (_what, answer) => {
      changeAnswer = answer;
      open();
      await user.click(await screen.findByRole('button', { name: 'Attiva Advanced' }));
      await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/advanced'));
    });

    it.each([
      [
        'the session is gone',
        () => json({ error: 'Sessione non valida', code: 'unauthorized' }, 401),
        'Sessione non valida',
      ],
      [
        'the answer is lost',
        () => {
          throw new TypeError('Failed to fetch');
        },
        'Il server non è raggiungibile. Controlla la connessione e riprova: nulla è andato perso.',
      ],
    ])('asks for no payment when %s', async (_what, answer, message) => {
      changeAnswer = answer;
      open();
      await user.click(await screen.findByRole('button', { name: 'Attiva Advanced' }));
      expect(await screen.findByRole('alert')).toHaveTextContent(message);
      expect(assign).not.toHaveBeenCalled();
    });
  });

  it('shows no price before it is known which list holds', async () => {
    let answer: (response: Response) => void = () => undefined;
    server.on('GET', '/config.json', () => new Promise<Response>((resolve) => (answer = resolve)));
    renderApp(<PlanCards current="free" />);
    expect(await screen.findByRole('heading', { name: 'Basic' })).toBeVisible();
    expect(screen.queryByText(/€/)).not.toBeInTheDocument();
    answer(json({ anonKey: 'k', publicUrl: '', version: '1', prices: { basic: 9.99, advanced: 19.99 } }));
    expect(await screen.findByText('9,99 €/mese')).toBeVisible();
  });

  it.each([
    [
      'the billing portal of the operator',
      { billingPortal: 'https://pay.example/portal' },
      'https://pay.example/portal',
    ],
    ['whoever runs the service, where there is no portal', {}, 'mailto:info@scriba.example'],
  ])('leads to %s', async (_what, settings, address) => {
    server.on('GET', '/config.json', () => json({ anonKey: 'k', publicUrl: '', version: '1', ...settings }));
    open();
    await screen.findAllByText(/€\/mese/);
    expect(screen.getByRole('link', { name: 'Gestisci fatturazione' })).toHaveAttribute('href', address);
  });

  it('says what else went wrong in its own words', async () => {
    changeAnswer = () => json({ error: 'try again', code: 'busy' }, 503);
    open();
    await user.click(await screen.findByRole('button', { name: 'Attiva Basic' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Il server è molto occupato. Riprova tra qualche istante.',
    );
  });

  it('says so when there is no session any more', async () => {
    changeAnswer = () => json({ error: 'Sessione non valida', code: 'unauthorized' }, 401);
    open();
    await user.click(await screen.findByRole('button', { name: 'Attiva Basic' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Sessione non valida');
  });

  it('says that the change failed when there is nowhere to pay', async () => {
    changeAnswer = () => json({ error: 'no' }, 403);
    open();
    await user.click(await screen.findByRole('button', { name: 'Attiva Basic' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Errore durante il cambio piano. Riprova più tardi.');
    expect(screen.getByRole('link', { name: 'info@scriba.example' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^mailto:info@scriba\.example/),
    );
    await expectAccessible();
  });
});
