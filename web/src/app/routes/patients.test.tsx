import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RequireSession } from '../guards';
import { expectAccessible } from '@/shared/testing/axe';
import { FakeServer, tableError } from '@/shared/testing/fake-server';
import { aPatient } from '@/shared/testing/people';
import { renderApp } from '@/shared/testing/render';
import { Component as Patients } from './patients';

let server: FakeServer;
const user = userEvent.setup();

function open(at = '/app/patients') {
  return renderApp(
    <RequireSession>
      <Patients />
    </RequireSession>,
    { at },
  );
}

function add(...rows: Parameters<typeof aPatient>[0][]) {
  const owner = server.accounts[0]?.id ?? '';
  server.tables.patients?.push(...rows.map((row) => aPatient({ user_id: owner, ...row })));
}

/** Every question about the width is answered as a telephone does. */
function standOnPhone() {
  const answer = Object.assign(window.matchMedia(''), { matches: true });
  vi.spyOn(window, 'matchMedia').mockReturnValue(answer);
}

beforeEach(() => {
  server = new FakeServer().install();
  server.signIn();
});
afterEach(() => vi.restoreAllMocks());

describe('the list of patients', () => {
  it('shows each patient with age, birth date and contacts, a dash for what is missing', async () => {
    add({ first_name: 'Maria', last_name: 'Bianchi', birth_date: '1980-03-15', email: 'maria@example.it' });
    open();
    const row = (await screen.findByRole('link', { name: 'Maria Bianchi' })).closest('tr')!;
    expect(within(row).getByText('15/03/1980')).toBeVisible();
    expect(within(row).getByText(/^\d+ anni$/)).toBeVisible();
    expect(within(row).getByText('maria@example.it')).toBeVisible();
    expect(within(row).getByText('-')).toBeVisible();
    expect(within(row).getByText('MB')).toBeInTheDocument();
    expect(await screen.findByText('1 totali')).toBeVisible();
    await expectAccessible();
  });

  it('shows the contacts below the name where they have no columns', async () => {
    standOnPhone();
    add({ first_name: 'Maria', last_name: 'Bianchi', email: 'maria@example.it', phone: '333 1234567' });
    open();
    const row = (await screen.findByRole('link', { name: 'Maria Bianchi' })).closest('tr')!;
    expect(within(row).getByText('maria@example.it')).toBeVisible();
    expect(within(row).getByText('333 1234567')).toBeVisible();
    expect(screen.queryByRole('columnheader', { name: 'Telefono' })).not.toBeInTheDocument();
  });

  it('shows nothing below the name for contacts that are missing', async () => {
    standOnPhone();
    add(
      { first_name: 'Maria', last_name: 'Bianchi' },
      { first_name: 'Anna', last_name: 'Verdi', phone: '333 1234567' },
    );
    open();
    const row = (await screen.findByRole('link', { name: 'Maria Bianchi' })).closest('tr')!;
    const other = screen.getByRole('link', { name: 'Anna Verdi' }).closest('tr')!;
    expect(within(row).queryByText('-')).not.toBeInTheDocument();
    expect(within(other).queryByText('-')).not.toBeInTheDocument();
    expect(within(other).getByText('333 1234567')).toBeVisible();
  });

  it('is sorted by last name and asks the server for one page only', async () => {
    add({ last_name: 'Verdi' }, { last_name: 'Albani' });
    open();
    await screen.findByRole('link', { name: 'Maria Albani' });
    const names = screen.getAllByRole('link', { name: /^Maria/ }).map((link) => link.textContent);
    expect(names).toEqual(['Maria Albani', 'Maria Verdi']);
    const list = server.callsTo('GET', '/rest/v1/patients').at(-1);
    expect(list?.query.get('limit')).toBe('25');
    expect(list?.query.get('order')).toMatch(/^last_name\.asc/);
    expect(list?.query.get('user_id')).toBe(`eq.${server.accounts[0]?.id ?? ''}`);
  });

  it('opens a patient by a click anywhere on the row', async () => {
    add({ id: 'p-1', phone: '333 1234567' });
    open();
    await user.click(await screen.findByText('333 1234567'));
    expect(await screen.findByTestId('address')).toHaveTextContent('/app/patients/p-1');
  });

  it('starts a consultation for the patient of the row', async () => {
    add({ id: 'p-1' });
    open();
    await user.click(await screen.findByRole('link', { name: 'Nuova Consultazione' }));
    expect(await screen.findByTestId('address')).toHaveTextContent('/app/new-consultation?patientId=p-1');
  });

  it.each([
    ['NICOLÒ', 'Nicolò Rossi'],
    ['rossi nic', 'Nicolò Rossi'],
    ['nico@', 'Nicolò Rossi'],
    ['3331', 'Nicolò Rossi'],
    ["d'an", "Anna D'Angelo"],
    ['a, b)', 'Anna, b) Strana'],
  ])('finds by "%s"', async (search, expected) => {
    add(
      { first_name: 'Nicolò', last_name: 'Rossi', email: 'nico@example.it', phone: '+39 3331' },
      { first_name: 'Anna', last_name: "D'Angelo" },
      { first_name: 'Anna, b)', last_name: 'Strana' },
    );
    open();
    await screen.findByRole('link', { name: 'Nicolò Rossi' });
    await user.type(screen.getByRole('searchbox', { name: 'Cerca pazienti...' }), search);
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
    expect(screen.getByRole('link', { name: expected })).toBeVisible();
  });

  it('keeps the focus while the doctor pauses and goes on typing, and empties the search', async () => {
    add({ first_name: 'Nicolò', last_name: 'Rossi' }, { first_name: 'Anna', last_name: 'Verdi' });
    open();
    await screen.findByRole('link', { name: 'Anna Verdi' });
    const box = screen.getByRole('searchbox');
    await user.type(box, 'ro');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Anna Verdi' })).not.toBeInTheDocument());
    expect(box).toHaveFocus();
    await user.keyboard('ssi');
    expect(box).toHaveValue('rossi');
    await user.clear(box);
    expect(await screen.findByRole('link', { name: 'Anna Verdi' })).toBeVisible();
    expect(box).toHaveFocus();
  });

  it('shows the last page where the one of the address is past the end', async () => {
    add(...Array.from({ length: 25 }, (_, index) => ({ first_name: `Paziente ${index}` })));
    open('/app/patients?pagina=2');
    expect(await screen.findByRole('link', { name: /^Paziente 24 / })).toBeVisible();
  });

  it('does not say that there are no patients while a search is taken back', async () => {
    add({ first_name: 'Nicolò', last_name: 'Rossi' });
    open('/app/patients?cerca=zzz');
    expect(await screen.findByText('Nessun paziente trovato.')).toBeVisible();
    server.on('GET', '/rest/v1/patients', () => new Promise(() => undefined));
    await user.click(screen.getByRole('button', { name: 'Mostra tutti i pazienti' }));
    await waitFor(() => expect(screen.queryByText('Nessun paziente trovato.')).not.toBeInTheDocument());
    expect(screen.queryByText('Nessun paziente registrato.')).not.toBeInTheDocument();
  });

  it('takes percent and underscore literally', async () => {
    add({ first_name: 'Nicolò' });
    open();
    await screen.findByRole('link', { name: 'Nicolò Bianchi' });
    await user.type(screen.getByRole('searchbox'), '%_');
    expect(await screen.findByText('Nessun paziente trovato.')).toBeVisible();
  });

  it('filters by gender', async () => {
    add(
      { first_name: 'Luca', gender: 'male' },
      { first_name: 'Sara', gender: 'female' },
      { first_name: 'Robin', gender: 'other' },
    );
    open();
    await screen.findByRole('link', { name: 'Luca Bianchi' });
    await user.click(screen.getByRole('radio', { name: 'Uomini' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Sara Bianchi' })).not.toBeInTheDocument());
    expect(screen.getByRole('link', { name: 'Luca Bianchi' })).toBeVisible();
    expect(screen.getByText('3 totali')).toBeVisible();
  });

  it('says what to do when there is nobody yet', async () => {
    open();
    expect(await screen.findByText('Nessun paziente registrato.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Aggiungi Paziente' })).toHaveAttribute('href', '/app/new-patient');
    expect(screen.getByRole('link', { name: 'Aggiungi il primo paziente' })).toHaveAttribute(
      'href',
      '/app/new-patient',
    );
    await expectAccessible();
  });

  it('leads back to everyone when a search finds nobody', async () => {
    add({});
    open('/app/patients?cerca=zzz');
    await user.click(await screen.findByRole('button', { name: 'Mostra tutti i pazienti' }));
    expect(await screen.findByRole('link', { name: 'Maria Bianchi' })).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  it('pages on the server', async () => {
    add(...Array.from({ length: 30 }, (_, index) => ({ last_name: `Cognome${String(index).padStart(2, '0')}` })));
    open();
    await user.click(await screen.findByRole('button', { name: 'Pagina 2' }));
    expect(await screen.findByRole('link', { name: 'Maria Cognome29' })).toBeVisible();
    expect(server.callsTo('GET', '/rest/v1/patients').at(-1)?.query.get('offset')).toBe('25');
  });

  it('shows a failure with its reason and tries again', async () => {
    server.on('GET', '/rest/v1/patients', () => tableError(403, '42501'));
    open();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Errore nel caricamento dei dati: non hai il permesso per questa operazione.');
    add({});
    server.off('GET', '/rest/v1/patients');
    await user.click(within(alert).getByRole('button', { name: 'Riprova' }));
    expect(await screen.findByRole('link', { name: 'Maria Bianchi' })).toBeVisible();
  });

  it('adds an invented patient', async () => {
    open();
    await user.click(await screen.findByRole('button', { name: 'Crea Paziente Test' }));
    expect(await screen.findByText('1 totali')).toBeVisible();
    const [patient] = server.tables.patients!;
    expect(patient).toMatchObject({ user_id: server.accounts[0]?.id });
    expect(patient?.birth_date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });
});

it('keeps the origin of a visitor who is not signed in', async () => {
  localStorage.clear();
  const { router } = open('/app/patients?cerca=rossi');
  expect(await screen.findByTestId('address')).toHaveTextContent('/login');
  expect(router.state.location.state).toMatchObject({ from: { pathname: '/app/patients', search: '?cerca=rossi' } });
});
