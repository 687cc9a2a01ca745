import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '@/shared/api/session';
import { expectAccessible } from '@/shared/testing/axe';
import { authError, FakeServer, json } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { Component as DiagnosticLogin } from './diagnostic-login';
import { Component as Login } from './login';
import { Component as ResetPassword } from './reset-password';

let server: FakeServer;
const user = userEvent.setup();

beforeEach(() => {
  server = new FakeServer().install();
});

async function enter(button: string) {
  await user.type(await screen.findByLabelText('Email'), 'dott.rossi@example.it');
  await user.type(screen.getByLabelText('Password'), 'Segreta123');
  await user.click(screen.getByRole('button', { name: button }));
}

describe('a sign-in that fails', () => {
  it('for a reason nobody foresaw is called unexpected', async () => {
    server.on('POST', '/auth/v1/token', () => authError(400, 'strange_refusal'));
    server.on('POST', '/auth/v1/otp', () => authError(400, 'strange_refusal'));
    renderApp(<Login />, { at: '/login' });
    await enter('Accedi');
    expect(await screen.findByRole('alert')).toHaveTextContent('Errore imprevisto durante il login.');
  });

  it('because the server fails at the link, too, asks to try later', async () => {
    server.on('POST', '/auth/v1/token', () => authError(400, 'invalid_credentials'));
    server.on('POST', '/auth/v1/otp', () => authError(500, 'unexpected_failure'));
    renderApp(<Login />, { at: '/login' });
    await enter('Accedi');
    expect(await screen.findByRole('alert')).toHaveTextContent('Si è verificato un errore. Riprova più tardi.');
  });

  it('before it began, as the configuration cannot be read, says so', async () => {
    server.on('GET', '/config.json', () => new Response('', { status: 500 }));
    renderApp(<Login />, { at: '/login' });
    await enter('Accedi');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Si è verificato un errore imprevisto. Per favore riprova più tardi.',
    );
  });

  it('says meanwhile what it is doing', async () => {
    server.on('POST', '/auth/v1/token', () => new Promise<Response>(() => undefined));
    renderApp(<Login />, { at: '/login' });
    await enter('Accedi');
    expect(await screen.findByRole('button', { name: 'Accesso in corso...' })).toBeInTheDocument();
  });
});

it('says that the mail of a reset is being sent', async () => {
  server.on('POST', '/auth/v1/recover', () => new Promise<Response>(() => undefined));
  renderApp(<Login />, { at: '/login' });
  await user.click(await screen.findByRole('button', { name: 'Password dimenticata?' }));
  await user.type(await screen.findByLabelText('Email'), 'dott.rossi@example.it');
  await user.click(screen.getByRole('button', { name: 'Invia Email di Reset' }));
  expect(await screen.findByRole('button', { name: 'Invio in corso...' })).toBeInTheDocument();
});

it('says that a reset link could not be checked when the server does not answer', async () => {
  server.on('GET', '/config.json', () => new Response('', { status: 500 }));
  renderApp(<ResetPassword />, { at: '/reset-password?type=recovery&access_token=x' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Errore durante la validazione del link. Riprova.');
});

it('refuses to work outside of its context', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  function Stray() {
    useSession();
    return null;
  }
  expect(() => render(<Stray />)).toThrow('Contesto non inizializzato');
});

describe('the diagnostic sign-in', () => {
  it('shows each raw answer, the direct read of the record included, and no token', async () => {
    const { id } = server.addAccount({ email: 'dott.rossi@example.it', password: 'Segreta123' });
    const view = renderApp(<DiagnosticLogin />, { at: '/login-diagnostico' });
    await enter('Esegui diagnosi');
    const details = await screen.findByRole('region', { name: 'Dettagli' });
    expect(details).toHaveTextContent(id);
    expect(screen.getByRole('region', { name: 'Record utente' })).toHaveTextContent('"role": "doctor"');
    expect(view.container).not.toHaveTextContent('eyJ');
    expect(screen.getByRole('link', { name: 'Torna al login' })).toHaveAttribute('href', '/login');
    await expectAccessible();
  });

  it("gives the server's own words for a refusal", async () => {
    renderApp(<DiagnosticLogin />, { at: '/login-diagnostico' });
    await enter('Esegui diagnosi');
    expect(await screen.findByRole('alert')).toHaveTextContent('Errore di autenticazione: Invalid login credentials');
  });

  it('says when the answer held no user', async () => {
    server.on('POST', '/auth/v1/token', () => json({ access_token: 'x', token_type: 'bearer' }));
    renderApp(<DiagnosticLogin />, { at: '/login-diagnostico' });
    await enter('Esegui diagnosi');
    expect(await screen.findByRole('alert')).toHaveTextContent('Nessun dato utente restituito dopo il login.');
  });
});
