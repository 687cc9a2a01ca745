import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '@/shared/testing/axe';
import { FakeServer, json } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { Component as Landing } from './landing';
import { Component as Privacy } from './privacy';
import { Component as PublicArea } from './public-area';

const user = userEvent.setup();
let server: FakeServer;

function open(at = '/') {
  return renderApp(null, {
    at,
    routes: [
      {
        Component: PublicArea,
        children: [
          { path: '/', Component: Landing },
          { path: '/privacy', Component: Privacy },
        ],
      },
    ],
  });
}

beforeEach(() => {
  server = new FakeServer().install();
});

describe('the landing page', () => {
  it('leads to its sections and to the sign-in', async () => {
    open();
    for (const [name, id] of [
      ['Funzionalità', 'features'],
      ['Come funziona', 'how-it-works'],
      ['Prezzi', 'pricing'],
    ] as const) {
      expect(await screen.findByRole('link', { name })).toHaveAttribute('href', `#${id}`);
      expect(document.getElementById(id)).toBeInTheDocument();
    }
    expect(document.getElementById('faq')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Accedi' })).toHaveAttribute('href', '/login');
    expect(screen.getByRole('link', { name: 'Prova gratis per 7 giorni' })).toHaveAttribute('href', '/login');
    expect(screen.getByRole('link', { name: 'Inizia la prova gratuita' })).toHaveAttribute('href', '/login');
    await expectAccessible();
  });

  it('hands the session of a mailed link on, where its own address was not allowed', async () => {
    const { router } = open('/#access_token=a.b.c&refresh_token=r&type=signup');
    expect(await screen.findByTestId('address')).toHaveTextContent('/app');
    expect(router.state.location.hash).toContain('access_token=a.b.c');
  });

  it('has four plans with their figures', async () => {
    open();
    for (const [name, price, ...features] of [
      ['Free', 'Gratuito', '30 minuti al mese', '1 utente', 'Durata 30 giorni'],
      ['Basic', '99 €/mese', '600 minuti al mese', '1 utente', '7 giorni di prova gratuita'],
      ['Advanced', '199 €/mese', '1200 minuti al mese', '5 utenti', 'Assistenza prioritaria'],
      ['Enterprise', 'Su richiesta', 'Minuti illimitati', 'Utenti illimitati', 'Attivazione su contatto'],
    ] as const) {
      const plan = within((await screen.findByRole('heading', { name, level: 3 })).closest('li')!);
      expect(await plan.findByText(price)).toBeVisible();
      expect(plan.getAllByRole('listitem').map((item) => item.textContent)).toEqual(features);
    }
    const enterprise = screen.getByRole('heading', { name: 'Enterprise', level: 3 }).closest('li')!;
    expect(within(enterprise).queryByRole('link', { name: 'Inizia ora' })).not.toBeInTheDocument();
    expect(within(enterprise).getByRole('link')).toHaveAttribute('href', expect.stringMatching(/^mailto:/));
  });

  it('shows the prices that the operator configured', async () => {
    server.on('GET', '/config.json', () =>
      json({
        anonKey: 'k',
        publicUrl: '',
        version: '1',
        landingPrices: { free: 0, basic: 79, advanced: 149.5, enterprise: null },
      }),
    );
    open();
    expect(await screen.findByText('79 €/mese')).toBeVisible();
    expect(screen.getByText('149,50 €/mese')).toBeVisible();
  });

  it('keeps the shipped prices out of sight until it is known that they hold', async () => {
    let answer: (response: Response) => void = () => undefined;
    server.on('GET', '/config.json', () => new Promise<Response>((resolve) => (answer = resolve)));
    open();
    expect(await screen.findByText('99 €/mese')).toHaveAttribute('data-pending');
    answer(json({ anonKey: 'k', publicUrl: '', version: '1' }));
    await waitFor(() => expect(screen.getByText('99 €/mese')).not.toHaveAttribute('data-pending'));
  });

  it('shows the shipped prices where the configuration cannot be read', async () => {
    server.on('GET', '/config.json', () => json({}, 403));
    open();
    await waitFor(() => expect(screen.getByText('99 €/mese')).not.toHaveAttribute('data-pending'), { timeout: 5_000 });
  });

  it('opens and closes the answers', async () => {
    open();
    const question = await screen.findByRole('button', { name: 'Serve una carta di credito per la prova?' });
    expect(question).toHaveAttribute('aria-expanded', 'false');
    await user.click(question);
    expect(question).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByText(/non richiede alcuna carta di credito/)).toBeVisible();
    await user.click(question);
    expect(screen.getByText(/non richiede alcuna carta di credito/)).not.toBeVisible();
  });

  it('sends a signed-in doctor to the dashboard', async () => {
    server.signIn();
    open();
    expect(await screen.findByTestId('address')).toHaveTextContent('/app');
  });

  it('sends a recovery link to the new password, also for a signed-in doctor', async () => {
    server.signIn();
    open('/?type=recovery&access_token=x');
    expect(await screen.findByTestId('address')).toHaveTextContent('/reset-password?type=recovery&access_token=x');
  });
});

describe('the cookie banner', () => {
  it('is remembered once accepted', async () => {
    const { unmount } = open();
    const banner = await screen.findByRole('region', { name: 'Cookie' });
    expect(within(banner).getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', '/privacy');
    await user.click(within(banner).getByRole('button', { name: 'Accetta tutti' }));
    expect(screen.queryByRole('region', { name: 'Cookie' })).not.toBeInTheDocument();
    unmount();
    open();
    await screen.findByRole('link', { name: 'Accedi' });
    expect(screen.queryByRole('region', { name: 'Cookie' })).not.toBeInTheDocument();
  });

  it('comes back after it was only closed', async () => {
    const { unmount } = open();
    await user.click(await screen.findByRole('button', { name: 'Chiudi' }));
    expect(screen.queryByRole('region', { name: 'Cookie' })).not.toBeInTheDocument();
    unmount();
    open();
    expect(await screen.findByRole('region', { name: 'Cookie' })).toBeVisible();
  });
});

describe('the privacy policy', () => {
  it('has its eight sections and a way back', async () => {
    open('/privacy');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'Introduzione',
      'Dati raccolti',
      'Utilizzo dei dati',
      'Cookie',
      'Conservazione',
      "Diritti dell'interessato",
      'Sicurezza',
      'Contatti',
    ]);
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: 'Indietro' }));
    expect(await screen.findByRole('link', { name: 'Accedi' })).toBeVisible();
  });
});
