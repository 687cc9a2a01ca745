import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '@/shared/testing/axe';
import { authError, FakeServer } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { Component as ResetPassword } from './reset-password';

const link = '/reset-password?type=recovery&access_token=token-of-the-link';
const user = userEvent.setup();
let server: FakeServer;

beforeEach(() => {
  server = new FakeServer().install();
});

async function submit(password: string, confirmation = password) {
  await user.type(await screen.findByLabelText('Nuova password'), password);
  await user.type(screen.getByLabelText('Conferma nuova password'), confirmation);
  await user.click(screen.getByRole('button', { name: 'Aggiorna password' }));
}

describe('the new password', () => {
  it('is set with the token of the link, and the doctor goes to sign in', async () => {
    server.on('PUT', '/auth/v1/user', () => new Response('{}', { status: 200 }));
    renderApp(<ResetPassword />, { at: link });
    await submit('Nuova1234');
    expect(await screen.findByRole('status')).toHaveTextContent(
      'Password aggiornata con successo! Verrai reindirizzato al login...',
    );
    const [call] = server.callsTo('PUT', '/auth/v1/user');
    expect(call?.headers.get('authorization')).toBe('Bearer token-of-the-link');
    expect(call?.body).toEqual({ password: 'Nuova1234' });
    expect(await screen.findByTestId('address', {}, { timeout: 4_000 })).toHaveTextContent('/login');
  });

  it.each([
    '/reset-password',
    '/reset-password?type=signup&access_token=x',
    '/reset-password?type=recovery',
    `${link}&error=access_denied`,
  ])('is refused for the link %s', async (address) => {
    renderApp(<ResetPassword />, { at: address, path: '/reset-password' });
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Link di reset non valido. Richiedi un nuovo link di reset password.',
    );
  });

  it.each([
    ['Corta1', 'La password deve essere di almeno 8 caratteri'],
    ['minuscole1', 'Deve contenere almeno una lettera maiuscola'],
    ['MAIUSCOLE1', 'Deve contenere almeno una lettera minuscola'],
    ['SenzaNumeri', 'Deve contenere almeno un numero'],
  ])('must be strong: %s', async (password, message) => {
    renderApp(<ResetPassword />, { at: link });
    await submit(password);
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('must be written twice alike', async () => {
    renderApp(<ResetPassword />, { at: link });
    await submit('Nuova1234', 'Nuova1235');
    expect(await screen.findByText('Le password non coincidono')).toBeVisible();
  });

  it('leaves no token in the address', async () => {
    const { router } = renderApp(<ResetPassword />, { at: link });
    await screen.findByLabelText('Nuova password');
    await expect.poll(() => router.state.location.search).toBe('');
    expect(screen.getByLabelText('Nuova password')).toBeVisible();
  });

  it('can be shown and hidden', async () => {
    renderApp(<ResetPassword />, { at: link });
    const field = await screen.findByLabelText('Nuova password');
    await user.click(screen.getAllByRole('button', { name: 'Mostra password' })[0]!);
    expect(field).toHaveAttribute('type', 'text');
    await user.click(screen.getAllByRole('button', { name: 'Nascondi password' })[0]!);
    expect(field).toHaveAttribute('type', 'password');
    await expectAccessible();
  });

  it('tells a refusal of the server', async () => {
    server.on('PUT', '/auth/v1/user', () => authError(403, 'bad_jwt'));
    renderApp(<ResetPassword />, { at: link });
    await submit('Nuova1234');
    expect(await screen.findByRole('alert')).toHaveTextContent('Errore durante il reset della password');
  });
});
