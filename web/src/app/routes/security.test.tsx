import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '@/shared/testing/axe';
import { aDevice, enrolledCode } from '@/shared/testing/fake-factors';
import { authError, FakeServer, type AccountGiven } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { routes } from '../router';

let server: FakeServer;
const user = userEvent.setup();

beforeEach(() => {
  server = new FakeServer().install();
});

function open(account: AccountGiven = {}, aal: 'aal1' | 'aal2' = 'aal1') {
  const doctor = server.signIn(account, aal);
  renderApp(null, { at: '/app/security', routes });
  return doctor;
}

const button = (name: string) => screen.findByRole('button', { name });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const devices = () => screen.findByRole('list', { name: 'Dispositivi con cui confermi gli accessi' });

async function begin(name = 'Telefono') {
  await user.click(await button('Attiva la verifica'));
  const adding = await dialog('Aggiungi un dispositivo');
  const field = adding.getByLabelText('Nome del dispositivo');
  await user.clear(field);
  if (name) await user.type(field, name);
  await user.click(adding.getByRole('button', { name: 'Continua' }));
  return adding;
}

describe('adding a device', () => {
  it('shows the secret as a picture and as text, and takes the first code', async () => {
    open();
    expect(await screen.findByText('La verifica in due passaggi non è attiva.')).toBeVisible();
    await expectAccessible();
    const adding = await begin('Telefono di studio');
    const picture = await adding.findByRole('img', { name: "Codice QR per l'app di autenticazione" });
    // A colour's bare hash sign would end the address there.
    expect(picture.getAttribute('src')).toMatch(/^data:image\/svg\+xml,%3Csvg[^#]*%23000000/);
    expect(adding.getByRole('status', { name: 'Chiave segreta' })).toHaveTextContent('JBSW Y3DP EHPK 3PXP');
    await expectAccessible();
    await user.type(adding.getByLabelText('Codice di verifica'), '12');
    await user.click(adding.getByRole('button', { name: 'Conferma' }));
    expect(adding.getByText('Il codice ha sei cifre.')).toBeVisible();
    await user.clear(adding.getByLabelText('Codice di verifica'));
    await user.type(adding.getByLabelText('Codice di verifica'), '111111');
    await user.click(adding.getByRole('button', { name: 'Conferma' }));
    expect(await adding.findByRole('alert')).toHaveTextContent('Il codice non è corretto o è già stato usato.');
    await user.type(adding.getByLabelText('Codice di verifica'), enrolledCode);
    await user.click(adding.getByRole('button', { name: 'Conferma' }));
    expect(within(await devices()).getByText('Telefono di studio')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    // The button that began it has given way to the list.
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Verifica in due passaggi' })).toHaveFocus());
    await expectAccessible();
  });

  it('asks for a name, and says when it is taken', async () => {
    const { factors } = open({ factors: [aDevice({ friendly_name: 'Tablet' })] }, 'aal2');
    await user.click(await button('Aggiungi un dispositivo'));
    const adding = await dialog('Aggiungi un dispositivo');
    await user.click(adding.getByRole('button', { name: 'Continua' }));
    expect(adding.getByText('Scrivi un nome per il dispositivo')).toBeVisible();
    await user.type(adding.getByLabelText('Nome del dispositivo'), 'Tablet');
    await user.click(adding.getByRole('button', { name: 'Continua' }));
    expect(await adding.findByText('Hai già un dispositivo con questo nome: scrivine un altro.')).toBeVisible();
    expect(factors).toHaveLength(1);
  });

  it('leaves nothing on the server when it is given up, and nothing in the way of a new beginning', async () => {
    const { factors } = open({ factors: [aDevice({ friendly_name: 'Telefono', status: 'unverified' })] });
    const adding = await begin();
    await adding.findByLabelText('Codice di verifica');
    expect(factors).toHaveLength(1);
    await user.click(adding.getByRole('button', { name: 'Annulla' }));
    await waitFor(() => expect(factors).toHaveLength(0));
    expect(screen.getByText('La verifica in due passaggi non è attiva.')).toBeVisible();
  });

  it('says that a list which cannot be read is not empty', async () => {
    server.on('GET', '/auth/v1/user', () => authError(500, 'unexpected_failure'));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Errore nel caricamento dei dispositivi');
    server.off('GET', '/auth/v1/user');
    await user.click(await button('Riprova'));
    expect(await button('Attiva la verifica')).toBeVisible();
  });
});

describe('removing a device', () => {
  it('asks first; the last one takes the second step away', async () => {
    const { factors } = open({ factorCode: '123456' }, 'aal2');
    expect(within(await devices()).getByText(/^Aggiunto il 21\/11\/2026 alle \d\d:30$/)).toBeVisible();
    await user.click(await button('Rimuovi'));
    const removal = await dialog('Rimuovere il dispositivo?');
    expect(removal.getByText(/per accedere basterà la password/)).toBeVisible();
    await expectAccessible();
    await user.click(removal.getByRole('button', { name: 'Annulla' }));
    expect(factors).toHaveLength(1);
    await user.click(await button('Rimuovi'));
    await user.click((await dialog('Rimuovere il dispositivo?')).getByRole('button', { name: 'Rimuovi' }));
    expect(await screen.findByText('La verifica in due passaggi non è attiva.')).toBeVisible();
    expect(factors).toHaveLength(0);
  });

  it('leaves the focus at the heading of the devices, for the button that was pressed is gone', async () => {
    open({ factors: [aDevice({ friendly_name: 'Tablet' })] }, 'aal2');
    const remove = within((await within(await devices()).findByText('Tablet')).closest('li')!);
    await user.click(remove.getByRole('button', { name: 'Rimuovi' }));
    await user.click((await dialog('Rimuovere il dispositivo?')).getByRole('button', { name: 'Rimuovi' }));
    expect(await screen.findByText('La verifica in due passaggi non è attiva.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Verifica in due passaggi' })).toHaveFocus());
  });

  it('asks for a fresh code where the server demands one', async () => {
    const { factors } = open({ factorCode: '123456' }, 'aal2');
    const address = `/auth/v1/factors/${factors[0]!.id}`;
    server.on('DELETE', address, () => authError(422, 'insufficient_aal'));
    await user.click(await button('Rimuovi'));
    const removal = await dialog('Rimuovere il dispositivo?');
    await user.click(removal.getByRole('button', { name: 'Rimuovi' }));
    const code = await removal.findByLabelText('Codice di verifica');
    expect(code).toHaveFocus();
    server.off('DELETE', address);
    await user.type(code, '999999');
    await user.click(removal.getByRole('button', { name: 'Rimuovi' }));
    expect(await removal.findByRole('alert')).toHaveTextContent(
      'Errore durante la rimozione: il codice non è corretto',
    );
    await user.clear(removal.getByLabelText('Codice di verifica'));
    await user.type(removal.getByLabelText('Codice di verifica'), '123456');
    await user.click(removal.getByRole('button', { name: 'Rimuovi' }));
    expect(await screen.findByText('La verifica in due passaggi non è attiva.')).toBeVisible();
  });

  it('then asks for the code of another device above the page', async () => {
    open({ factors: [aDevice(), aDevice({ friendly_name: 'Tablet', code: '777777' })] }, 'aal2');
    const phone = within((await within(await devices()).findByText('telefono')).closest('li')!);
    await user.click(phone.getByRole('button', { name: 'Rimuovi' }));
    const removal = await dialog('Rimuovere il dispositivo?');
    expect(removal.getByText(/ti chiederemo il codice di un altro/)).toBeVisible();
    await user.click(removal.getByRole('button', { name: 'Rimuovi' }));
    const lapsed = await dialog('La sessione è scaduta');
    await user.type(await lapsed.findByLabelText('Codice di verifica'), '777777');
    await user.click(lapsed.getByRole('button', { name: 'Verifica' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(within(await devices()).getByText('Tablet')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Verifica in due passaggi' })).toHaveFocus());
  });
});

it('is found beneath the groups of the menu', async () => {
  open();
  expect(await screen.findByRole('link', { name: 'Sicurezza' })).toHaveAttribute('aria-current', 'page');
});
