import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '@/shared/testing/axe';
import { FakeServer, tableError } from '@/shared/testing/fake-server';
import { aPatient } from '@/shared/testing/people';
import { renderApp } from '@/shared/testing/render';
import { RequireSession } from '../guards';
import { Component as NewPatient } from './new-patient';
import { Component as PatientDetail } from './patient-detail';

let server: FakeServer;
const user = userEvent.setup();

beforeEach(() => {
  server = new FakeServer().install();
  server.signIn();
});

describe('a new patient', () => {
  async function openForm() {
    const view = renderApp(<NewPatient />, { at: '/app/new-patient' });
    await screen.findByRole('heading', { name: 'Nuovo paziente' });
    return view;
  }

  async function fillRequired() {
    await user.type(screen.getByLabelText('Nome'), '  Nicolò ');
    await user.type(screen.getByLabelText('Cognome'), "D'Angelo");
    await user.type(screen.getByLabelText('Data di nascita'), '31/01/1980');
    await user.selectOptions(screen.getByLabelText('Genere'), 'Maschio');
  }

  const save = () => user.click(screen.getByRole('button', { name: 'Salva paziente' }));

  it('is stored with trimmed texts, numbers and nulls, and its page opens', async () => {
    await openForm();
    await fillRequired();
    await user.type(screen.getByLabelText('Peso (kg)'), '84,5');
    await user.type(screen.getByLabelText('Altezza (cm)'), '172');
    await save();
    expect(await screen.findByTestId('address')).toHaveTextContent(/^\/app\/patients\/.+/);
    expect(server.tables.patients?.[0]).toMatchObject({
      user_id: server.accounts[0]?.id,
      first_name: 'Nicolò',
      last_name: "D'Angelo",
      birth_date: '1980-01-31',
      gender: 'male',
      email: null,
      phone: null,
      weight: 84.5,
      height: 172,
      notes: null,
    });
  });

  it('asks before the page is left with something written, and not when Annulla is pressed', async () => {
    const { router } = await openForm();
    await user.type(screen.getByLabelText('Nome'), 'Anna');
    void router.navigate('/app/history');
    const question = within(await screen.findByRole('dialog', { name: 'Uscire senza salvare?' }));
    await user.click(question.getByRole('button', { name: 'Resta qui' }));
    expect(screen.getByLabelText('Nome')).toHaveValue('Anna');
    await user.click(screen.getByRole('button', { name: 'Annulla' }));
    expect(await screen.findByTestId('address')).toHaveTextContent('/app/patients');
  });

  it('needs name, surname, birth date and gender', async () => {
    await openForm();
    await user.type(screen.getByLabelText('Nome'), 'Anna');
    await save();
    expect(await screen.findByRole('alert')).toHaveTextContent('Compila tutti i campi obbligatori');
    expect(screen.getByLabelText('Cognome')).toHaveFocus();
    expect(server.callsTo('POST', '/rest/v1/patients')).toHaveLength(0);
    await expectAccessible();
  });

  it.each([
    ['Peso (kg)', '500,1', 'Il peso va da 0 a 500 kg, con al massimo un decimale'],
    ['Peso (kg)', '80,55', 'Il peso va da 0 a 500 kg, con al massimo un decimale'],
    ['Altezza (cm)', '301', "L'altezza va da 0 a 300 cm, con al massimo un decimale"],
    ['Altezza (cm)', 'alto', "L'altezza va da 0 a 300 cm, con al massimo un decimale"],
    ['Email', 'senza-chiocciola', 'Inserisci un indirizzo email valido'],
  ])('refuses %s "%s"', async (field, value, message) => {
    await openForm();
    await fillRequired();
    await user.type(screen.getByLabelText(field), value);
    await save();
    expect(await screen.findByText(message)).toBeVisible();
    expect(server.callsTo('POST', '/rest/v1/patients')).toHaveLength(0);
  });

  it.each([
    ['1980-01-31', '31/01/1980'],
    ['31011980', '31/01/1980'],
    ['1.2.1980', '01/02/1980'],
  ])('takes the birth date written as %s', async (typed, tidy) => {
    await openForm();
    await user.type(screen.getByLabelText('Data di nascita'), typed);
    await user.tab();
    expect(screen.getByLabelText('Data di nascita')).toHaveValue(tidy);
  });

  it.each([
    ['31/02/1980', /gg\/mm\/aaaa/],
    ['01/01/2999', /futuro/],
  ])('refuses the birth date %s', async (typed, message) => {
    await openForm();
    await fillRequired();
    await user.clear(screen.getByLabelText('Data di nascita'));
    await user.type(screen.getByLabelText('Data di nascita'), typed);
    await save();
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('keeps what was typed when the server refuses', async () => {
    server.on('POST', '/rest/v1/patients', () => tableError(400, '23514'));
    await openForm();
    await fillRequired();
    await save();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Errore durante il salvataggio: uno dei valori inseriti non è ammesso.',
    );
    expect(screen.getByLabelText('Cognome')).toHaveValue("D'Angelo");
  });

  it('asks also while it is being saved, and tells on another page that it was refused', async () => {
    let refuse: () => void = () => undefined;
    server.on('POST', '/rest/v1/patients', async () => {
      await new Promise<void>((resolve) => (refuse = resolve));
      return tableError(400, '23514');
    });
    const { router } = await openForm();
    await fillRequired();
    await save();
    void router.navigate('/app/history');
    const question = within(await screen.findByRole('dialog', { name: 'Salvataggio in corso' }));
    await user.click(question.getByRole('button', { name: 'Esci lo stesso' }));
    expect(await screen.findByTestId('address')).toHaveTextContent('/app/history');
    refuse();
    expect(
      await screen.findByText('Errore durante il salvataggio: uno dei valori inseriti non è ammesso.'),
    ).toBeInTheDocument();
  });

  it('needs a doctor who is signed in', async () => {
    localStorage.clear();
    await openForm();
    await fillRequired();
    await save();
    expect(await screen.findByRole('alert')).toHaveTextContent('Utente non autenticato');
  });
});

describe('the page of a patient', () => {
  const id = '22222222-2222-4222-8222-222222222222';

  function openPage(address = id) {
    server.tables.patients?.push(
      aPatient({
        id,
        user_id: server.accounts[0]?.id ?? '',
        weight: 84.5,
        height: 172,
        notes: 'Allergia alla penicillina.',
      }),
    );
    return renderApp(
      <RequireSession>
        <PatientDetail />
      </RequireSession>,
      { at: `/app/patients/${address}`, path: '/app/patients/:patientId' },
    );
  }

  it('shows what is known, with Italian dates and numbers', async () => {
    openPage();
    expect(await screen.findByRole('heading', { level: 1, name: 'Maria Bianchi' })).toBeVisible();
    expect(screen.getByText('15/03/1980')).toBeVisible();
    expect(screen.getByText('84,5 kg')).toBeVisible();
    expect(screen.getByText('28,6')).toBeVisible();
    expect(screen.getByText('Allergia alla penicillina.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Nuova consultazione' })).toHaveAttribute(
      'href',
      `/app/new-consultation?patientId=${id}`,
    );
    await expectAccessible();
  });

  it('changes in place and says so', async () => {
    openPage();
    await user.click(await screen.findByRole('button', { name: 'Modifica' }));
    expect(screen.getByLabelText('Nome')).toHaveFocus();
    const phone = screen.getByLabelText('Telefono');
    await user.type(phone, '333 1234567');
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: 'Salva' }));
    expect(await screen.findByText('333 1234567')).toBeVisible();
    expect(await screen.findByText('Dati del paziente aggiornati')).toBeInTheDocument();
    expect(server.tables.patients?.[0]).toMatchObject({ phone: '333 1234567', weight: 84.5 });
    expect(screen.getByRole('button', { name: 'Modifica' })).toHaveFocus();
  });

  it('drops the changes when they are cancelled', async () => {
    openPage();
    await user.click(await screen.findByRole('button', { name: 'Modifica' }));
    await user.clear(screen.getByLabelText('Nome'));
    await user.click(screen.getByRole('button', { name: 'Annulla' }));
    expect(screen.getByRole('heading', { level: 1, name: 'Maria Bianchi' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Modifica' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Modifica' }));
    expect(screen.getByLabelText('Nome')).toHaveValue('Maria');
  });

  it('deletes the consultations first, then the patient, and returns to the list', async () => {
    server.tables.consultations?.push({ id: 'c-1', patient_id: id });
    openPage();
    await user.click(await screen.findByRole('button', { name: 'Elimina' }));
    const dialog = await screen.findByRole('dialog', { name: 'Eliminare il paziente?' });
    await expectAccessible();
    await user.click(within(dialog).getByRole('button', { name: 'Elimina' }));
    expect(await screen.findByTestId('address')).toHaveTextContent('/app/patients');
    expect(server.tables.consultations).toEqual([]);
    expect(server.tables.patients).toEqual([]);
    const deletions = server.calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
    expect(deletions).toEqual(['/rest/v1/consultations', '/rest/v1/patients']);
  });

  it('keeps the patient when the deletion fails, and says why', async () => {
    server.on('DELETE', '/rest/v1/consultations', () => tableError(403, '42501'));
    openPage();
    await user.click(await screen.findByRole('button', { name: 'Elimina' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Elimina' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      "Errore durante l'eliminazione: non hai il permesso per questa operazione.",
    );
    expect(server.callsTo('DELETE', '/rest/v1/patients')).toHaveLength(0);
    // A question that is asked anew does not begin with the failure of the last.
    await user.click(within(dialog).getByRole('button', { name: 'Annulla' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Elimina' }));
    expect(within(await screen.findByRole('dialog')).queryByRole('alert')).not.toBeInTheDocument();
  });

  it('can be left alone', async () => {
    openPage();
    await user.click(await screen.findByRole('button', { name: 'Elimina' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Annulla' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(server.tables.patients).toHaveLength(1);
  });

  it('says why the data could not be loaded, and loads them again', async () => {
    server.on('GET', '/rest/v1/patients', () => tableError(403, '42501'));
    openPage();
    expect(
      await screen.findByText('Errore nel caricamento dei dati: non hai il permesso per questa operazione.'),
    ).toBeVisible();
    server.off('GET', '/rest/v1/patients');
    await user.click(screen.getByRole('button', { name: 'Riprova' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Maria Bianchi' })).toBeVisible();
  });

  it.each(['33333333-3333-4333-8333-333333333333', 'nessuno'])(
    'says when there is no such patient: %s',
    async (other) => {
      openPage(other);
      expect(await screen.findByRole('heading', { level: 1, name: 'Paziente non trovato.' })).toBeVisible();
      expect(screen.getByRole('link', { name: 'Torna ai pazienti' })).toHaveAttribute('href', '/app/patients');
    },
  );

  it('asks the server only about what can be a patient, for its refusal would stand in the console', async () => {
    openPage('nessuno');
    expect(await screen.findByRole('heading', { level: 1, name: 'Paziente non trovato.' })).toBeVisible();
    expect(server.callsTo('GET', '/rest/v1/patients')).toHaveLength(0);
  });
});
