import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '@/shared/testing/axe';
import { authError, FakeServer, type Account } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { Component as ResetPassword } from './reset-password';

const link = '/reset-password?type=recovery&access_token=token-of-the-link';
const tooLong =
  'La password è troppo lunga: al massimo 72 caratteri, e ogni lettera accentata o emoji conta per due o più.';
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
    ['Èsempio12', 'Deve contenere almeno una lettera maiuscola'],
    ['ESEMPIò12', 'Deve contenere almeno una lettera minuscola'],
    ['Aa1😀😀😀', 'La password deve essere di almeno 8 caratteri'],
    [`Aa1${'è'.repeat(35)}`, tooLong],
  ])('must be strong: %s', async (password, message) => {
    renderApp(<ResetPassword />, { at: link });
    await submit(password);
    expect(await screen.findByText(message)).toBeVisible();
    expect(server.callsTo('PUT', '/auth/v1/user')).toHaveLength(0);
  });

  it('has no requirement ticked off that the server finds unmet', async () => {
    renderApp(<ResetPassword />, { at: link });
    await user.type(await screen.findByLabelText('Nuova password'), 'È1');
    const requirements = within(screen.getByRole('list', { name: 'Requisiti della password' }));
    expect(requirements.getByText(/maiuscola/)).toHaveTextContent('da soddisfare');
    expect(requirements.getByText(/numero/)).toHaveTextContent(/: soddisfatto$/);
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

describe('the new password of an account with a second factor', () => {
  const home = window.location.href;
  let doctor: Account;

  /** Opens the page as the server's redirect does: the token in the query, its whole session in the fragment. */
  function openLink() {
    const { access_token: token, refresh_token: refresh } = server.sessionOf(doctor);
    const address = `/reset-password?type=recovery&access_token=${token}`;
    const session = `access_token=${token}&refresh_token=${refresh}&expires_in=3600&token_type=bearer&type=recovery`;
    window.history.replaceState(null, '', `${address}#${session}`);
    return renderApp(<ResetPassword />, { at: address });
  }

  async function enterCode(code: string) {
    await user.type(await screen.findByLabelText('Codice di verifica'), code);
    await user.click(screen.getByRole('button', { name: 'Verifica' }));
  }

  beforeEach(() => {
    doctor = server.addAccount({ factorCode: '123456' });
  });

  afterEach(() => {
    window.history.replaceState(null, '', home);
  });

  it('is set once the code is given', async () => {
    openLink();
    await screen.findByLabelText('Codice di verifica');
    expect(screen.queryByLabelText('Nuova password')).toBeNull();
    await expectAccessible();
    await enterCode('654321');
    expect(await screen.findByRole('alert')).toHaveTextContent('Il codice non è corretto o è già stato usato.');
    await enterCode('123456');
    await submit('Nuova1234');
    expect(await screen.findByRole('status')).toHaveTextContent('Password aggiornata con successo!');
    expect(doctor.password).toBe('Nuova1234');
    expect(await screen.findByTestId('address', {}, { timeout: 4_000 })).toHaveTextContent('/login');
  });

  it('is not asked for the code of whoever else is signed in on this browser', async () => {
    server.signIn({ email: 'altra@example.it', factorCode: '111111' });
    server.on('PUT', '/auth/v1/user', () => new Response('{}', { status: 200 }));
    renderApp(<ResetPassword />, { at: link });
    await submit('Nuova1234');
    await screen.findByRole('status');
    expect(server.callsTo('PUT', '/auth/v1/user')[0]?.headers.get('authorization')).toBe('Bearer token-of-the-link');
  });

  it('is given up without the code: the session of the link ends', async () => {
    openLink();
    await user.click(await screen.findByRole('button', { name: 'Torna al login' }));
    expect(await screen.findByTestId('address')).toHaveTextContent('/login');
    await expect.poll(() => server.callsTo('POST', '/auth/v1/logout')).toHaveLength(1);
  });

  it('says that the code is missing where the link brought no session that could be raised', async () => {
    const { access_token: token } = server.sessionOf(doctor);
    renderApp(<ResetPassword />, { at: `/reset-password?type=recovery&access_token=${token}` });
    await submit('Nuova1234');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Serve il codice della verifica in due passaggi. Richiedi un nuovo link di reset password e aprilo in questo browser.',
    );
    expect(doctor.password).toBe('Segreta123');
  });
});
