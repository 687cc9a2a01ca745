import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '@/shared/testing/axe';
import { authError, FakeServer, json } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { RequireSession } from '../guards';
import { Component as Login } from './login';

let server: FakeServer;
const user = userEvent.setup();

beforeEach(() => {
  server = new FakeServer().install();
});

const patientPage = '/app/patients/p1';

/** The sign-in page, reached from the page of a patient whose session is gone. */
function openFromPatient() {
  const guarded = (
    <RequireSession>
      <span>paziente</span>
    </RequireSession>
  );
  renderApp(null, {
    at: patientPage,
    routes: [
      { path: patientPage, element: guarded },
      { path: '/login', element: <Login /> },
    ],
  });
}

function openAtOnce() {
  renderApp(<Login />, { at: '/login' });
}

async function openSignUp(open = openAtOnce) {
  open();
  await user.click(await screen.findByRole('tab', { name: 'Registrati' }));
}

async function fillSignUp(values: { name?: string; email?: string; password?: string; confirmation?: string } = {}) {
  const { name = 'Anna Verdi', email = 'anna@example.it', password = 'segreta', confirmation = password } = values;
  if (name) await user.type(screen.getByLabelText('Nome completo'), name);
  if (email) await user.type(screen.getByLabelText('Email'), email);
  if (password) await user.type(screen.getByLabelText('Password'), password);
  if (confirmation) await user.type(screen.getByLabelText('Conferma password'), confirmation);
  await user.click(screen.getByRole('button', { name: 'Registrati' }));
}

describe('signing in', () => {
  it('has one thing that is named after the password', async () => {
    openAtOnce();
    expect(await screen.findAllByLabelText(/password/i)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Mostra i caratteri' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
    expect(screen.getByRole('button', { name: 'Nascondi i caratteri' })).toBeVisible();
  });

  it('leads to the dashboard', async () => {
    server.addAccount({ email: 'dott.rossi@example.it', password: 'Segreta123' });
    renderApp(<Login />, { at: '/login' });
    await user.type(await screen.findByLabelText('Email'), 'dott.rossi@example.it');
    await user.type(screen.getByLabelText('Password'), 'Segreta123');
    await user.click(screen.getByRole('button', { name: 'Accedi' }));
    expect(await screen.findByTestId('address')).toHaveTextContent('/app');
  });

  it('leads back to the page that was asked for', async () => {
    server.addAccount();
    openFromPatient();
    await user.type(await screen.findByLabelText('Email'), 'dott.rossi@example.it');
    await user.type(screen.getByLabelText('Password'), 'Segreta123');
    await user.click(screen.getByRole('button', { name: 'Accedi' }));
    expect(await screen.findByText('paziente')).toBeVisible();
  });

  it('shows the one-time link message for a wrong password, and keeps what was typed', async () => {
    renderApp(<Login />, { at: '/login' });
    await user.type(await screen.findByLabelText('Email'), 'dott.rossi@example.it');
    await user.type(screen.getByLabelText('Password'), 'sbagliata');
    await user.click(screen.getByRole('button', { name: 'Accedi' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Per motivi di sicurezza, abbiamo inviato un link di accesso alla tua email. Controlla la tua casella di posta.',
    );
    expect(screen.getByLabelText('Email')).toHaveValue('dott.rossi@example.it');
  });

  it('says that no session came back', async () => {
    server.on('POST', '/auth/v1/token', () => json({ user: { id: '1' } }));
    renderApp(<Login />, { at: '/login' });
    await user.type(await screen.findByLabelText('Email'), 'a@example.it');
    await user.type(screen.getByLabelText('Password'), 'x');
    await user.click(screen.getByRole('button', { name: 'Accedi' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Errore durante il login. Per favore riprova più tardi.',
    );
  });

  it('sends a signed-in doctor to the dashboard', async () => {
    server.signIn();
    renderApp(<Login />, { at: '/login' });
    expect(await screen.findByTestId('address')).toHaveTextContent('/app');
  });

  it('sends a recovery link on to the new password', async () => {
    renderApp(<Login />, { at: '/login?type=recovery&access_token=abc' });
    expect(await screen.findByTestId('address')).toHaveTextContent('/reset-password?type=recovery&access_token=abc');
  });

  it('is accessible in its three modes', async () => {
    renderApp(<Login />, { at: '/login' });
    await screen.findByLabelText('Email');
    await expectAccessible();
    await user.click(screen.getByRole('tab', { name: 'Registrati' }));
    await expectAccessible();
    await user.click(screen.getByRole('tab', { name: 'Accedi' }));
    await user.click(screen.getByRole('button', { name: 'Password dimenticata?' }));
    await expectAccessible();
  });

  it('tells whether the server answers', async () => {
    renderApp(<Login />, { at: '/login' });
    await user.click(await screen.findByRole('button', { name: 'Testa connessione backend' }));
    expect(await screen.findByText('Connessione riuscita: Scriba 0.1.0 risponde correttamente.')).toBeVisible();
  });
});

describe('signing up', () => {
  it('greets, opens the free plan and moves on after a second and a half', async () => {
    await openSignUp();
    await fillSignUp();
    expect(await screen.findByText('Registrazione completata!')).toBeVisible();
    expect(screen.getByText(/Benvenuto in Scriba/)).toBeVisible();
    expect(server.callsTo('POST', '/rest/v1/rpc/create_free_subscription_for_user')).toHaveLength(1);
    expect(server.callsTo('POST', '/auth/v1/signup')[0]?.body).toMatchObject({
      email: 'anna@example.it',
      data: { full_name: 'Anna Verdi' },
    });
    expect(await screen.findByTestId('address', {}, { timeout: 3_000 })).toHaveTextContent('/app');
  });

  it('welcomes to the product also where the address is confirmed first', async () => {
    server.on('POST', '/auth/v1/signup', () => json({ id: crypto.randomUUID(), email: 'anna@example.it' }));
    await openSignUp();
    await fillSignUp();
    expect(await screen.findByText('Registrazione completata!')).toBeVisible();
    expect(screen.getByText(/^Benvenuto in Scriba: .* apri il link che abbiamo inviato/)).toBeVisible();
  });

  it('leads a new doctor to the dashboard, not to the page that somebody else had open', async () => {
    await openSignUp(openFromPatient);
    await fillSignUp();
    expect(await screen.findByTestId('address', {}, { timeout: 3_000 })).toHaveTextContent(/^\/app$/);
  });

  it('inserts the free plan itself when the procedure fails', async () => {
    server.on('POST', '/rest/v1/rpc/create_free_subscription_for_user', () => json({ code: 'PGRST202' }, 404));
    await openSignUp();
    await fillSignUp();
    await waitFor(() => expect(server.tables.user_subscriptions).toHaveLength(1));
    expect(server.tables.user_subscriptions?.[0]).toMatchObject({ tier: 'free', monthly_minutes: 30, price: 0 });
  });

  it.each([
    [{ confirmation: 'diversa' }, 'Le password non coincidono'],
    [{ name: ' A ' }, 'Per favore inserisci il tuo nome completo'],
    [{ password: 'corta' }, 'La password deve essere di almeno 6 caratteri'],
    [{ password: '😀😀😀' }, 'La password deve essere di almeno 6 caratteri'],
    [
      { password: 'è'.repeat(37) },
      'La password è troppo lunga: al massimo 72 caratteri, e ogni lettera accentata o emoji conta per due o più.',
    ],
    [{ email: 'non-una-email' }, 'Inserisci un indirizzo email valido'],
    [{ email: '' }, 'Compila tutti i campi obbligatori'],
  ])('refuses %o with "%s"', async (values, message) => {
    await openSignUp();
    await fillSignUp(values);
    expect(await screen.findByText(message)).toBeVisible();
    expect(server.callsTo('POST', '/auth/v1/signup')).toHaveLength(0);
  });

  it('says when the address already has an account', async () => {
    server.addAccount({ email: 'anna@example.it' });
    await openSignUp();
    await fillSignUp();
    expect(await screen.findByRole('alert')).toHaveTextContent('Esiste già un account con questo indirizzo email.');
  });

  it.each([
    [() => authError(500, 'unexpected_failure'), "Errore durante la creazione dell'account. Riprova più tardi."],
    [() => authError(422, 'captcha_strange'), 'Errore durante la registrazione'],
  ])('shows the general message of a failed sign-up (%#)', async (answer, message) => {
    server.on('POST', '/auth/v1/signup', answer);
    await openSignUp();
    await fillSignUp();
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
  });
});

describe('asking for a new password', () => {
  async function openReset() {
    renderApp(<Login />, { at: '/login' });
    await user.click(await screen.findByRole('button', { name: 'Password dimenticata?' }));
  }

  it('answers the same for every address', async () => {
    await openReset();
    await user.type(screen.getByLabelText('Email'), 'chi@example.it');
    await user.click(screen.getByRole('button', { name: 'Invia Email di Reset' }));
    expect(await screen.findByRole('status')).toHaveTextContent(
      "Se l'indirizzo email esiste, riceverai le istruzioni per reimpostare la password.",
    );
    expect(server.callsTo('POST', '/auth/v1/recover')[0]?.query.get('redirect_to')).toMatch(/\/reset-password$/);
  });

  it('wants an address', async () => {
    await openReset();
    await user.click(screen.getByRole('button', { name: 'Invia Email di Reset' }));
    expect(await screen.findByText('Inserisci il tuo indirizzo email per reimpostare la password')).toBeVisible();
  });

  it('says when the mail could not be sent', async () => {
    server.on('POST', '/auth/v1/recover', () => authError(500, 'unexpected_failure'));
    await openReset();
    await user.type(screen.getByLabelText('Email'), 'chi@example.it');
    await user.click(screen.getByRole('button', { name: 'Invia Email di Reset' }));
    expect(await screen.findByRole('alert')).toHaveTextContent("Errore durante l'invio dell'email di reset.");
  });

  it('goes back to the sign-in', async () => {
    await openReset();
    await user.click(screen.getByRole('button', { name: 'Torna al login' }));
    expect(screen.getByRole('button', { name: 'Accedi' })).toBeVisible();
  });
});
