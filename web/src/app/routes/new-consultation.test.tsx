import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chunkStore } from '@/features/recording/capture/the-recorder';
import { sessionStorageKey } from '@/shared/api/client';
import { expectAccessible } from '@/shared/testing/axe';
import { FakeServer, json, tableError } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { notifySuccess } from '@/shared/ui/notify';
import { routes } from '../router';
import { closePractice, maria, openPractice, showNewConsultation as show } from './new-consultation.fixture';

let server: FakeServer;
let doctor: string;
beforeEach(() => {
  ({ server, doctor } = openPractice());
});
afterEach(() => closePractice(doctor));

async function consent() {
  const user = userEvent.setup();
  await user.click(await screen.findByRole('checkbox', { name: /^Il paziente acconsente/ }));
  return user;
}

describe('the consent', () => {
  it('says beside it where the sound is heard', async () => {
    const first = show();
    expect(await screen.findByText('Trascrizione: su questo server')).toBeVisible();
    first.unmount();
    server.on('POST', '/rest/v1/rpc/speech_engine', () => json({ host: 'gpu.example.org', is_remote: true }));
    show();
    expect(await screen.findByText('Trascrizione: presso gpu.example.org')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: /^Il paziente acconsente/ })).not.toBeChecked();
  });
});

describe('the consent', () => {
  it('is that of one patient', async () => {
    show(`?patientId=${maria}`);
    const user = await consent();
    const box = screen.getByRole('checkbox', { name: /^Il paziente acconsente/ });
    expect(box).toBeChecked();
    await user.click(await screen.findByRole('combobox', { name: 'Paziente' }));
    await user.click(await screen.findByRole('option', { name: /Zeno, Carlo/, hidden: true }));
    expect(box).not.toBeChecked();
  });
});

describe('the choice of the visit', () => {
  it('lists patients by last name and preselects the one in the address', async () => {
    show(`?patientId=${maria}`);
    const field = await screen.findByRole('combobox', { name: 'Paziente' });
    await waitFor(() => expect(field).toHaveValue('Bianchi, Maria'));
    await userEvent.click(field);
    expect((await screen.findAllByRole('option', { hidden: true })).map((option) => option.textContent)).toEqual([
      'Bianchi, Maria31/01/1980',
      'Zeno, Carlo31/01/1980',
      'Prima visita',
      'Visita di controllo',
    ]);
    expect(screen.getByRole('option', { name: 'Zeno, Carlo', hidden: true })).toBeInTheDocument();
    expect(field).toHaveAccessibleDescription('Data di nascita: 31/01/1980');
    await expectAccessible();
  });

  it('tells namesakes apart by their date of birth, in the list and once chosen', async () => {
    const namesake = { user_id: doctor, first_name: 'Carlo', last_name: 'Zeno', birth_date: '1990-06-24' };
    server.tables.patients?.push({ id: crypto.randomUUID(), ...namesake });
    show();
    const field = await screen.findByRole('combobox', { name: 'Paziente' });
    await userEvent.click(field);
    expect(await screen.findByRole('option', { name: 'Zeno, Carlo 31/01/1980', hidden: true })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('option', { name: 'Zeno, Carlo 24/06/1990', hidden: true }));
    expect(field).toHaveValue('Zeno, Carlo');
    expect(field).toHaveAccessibleDescription('Data di nascita: 24/06/1990');
  });

  it('lets the server search the patients, and give them page by page', async () => {
    for (let index = 0; index < 60; index += 1) {
      const last_name = `Rossi${String(index).padStart(2, '0')}`;
      server.tables.patients?.push({
        id: crypto.randomUUID(),
        user_id: doctor,
        first_name: 'Ada',
        last_name,
        birth_date: '1990-01-01',
      });
    }
    show();
    const user = userEvent.setup();
    const field = await screen.findByRole('combobox', { name: 'Paziente' });
    await user.type(field, 'maria bian');
    const asked = () => server.callsTo('GET', '/rest/v1/patients').map(({ query }) => query);
    await waitFor(() =>
      expect(asked().map((query) => query.getAll('or'))).toContainEqual([
        '(first_name.ilike."%maria%",last_name.ilike."%maria%")',
        '(first_name.ilike."%bian%",last_name.ilike."%bian%")',
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('option', { name: /^Rossi00, Ada/, hidden: true })).toBeNull());
    await user.click(await screen.findByRole('option', { name: /^Bianchi, Maria/, hidden: true }));
    expect(field).toHaveValue('Bianchi, Maria');
    expect(asked().every((query) => query.get('limit') === '50' || query.has('id'))).toBe(true);
  });

  it('says what to do where there are no patients, and where none has the name', async () => {
    server.tables.patients = [];
    show();
    const user = userEvent.setup();
    const field = await screen.findByRole('combobox', { name: 'Paziente' });
    await user.click(field);
    expect(await screen.findByText('Non hai ancora pazienti: aggiungi il primo per iniziare.')).toBeInTheDocument();
    await user.type(field, 'zzz');
    expect(await screen.findByText('Nessun paziente con questo nome')).toBeInTheDocument();
  });

  it('tells why the patients were not loaded, and loads them again', async () => {
    server.on('GET', '/rest/v1/patients', () => tableError(403, '42501'));
    show();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Errore nel caricamento dei pazienti: non hai il permesso per questa operazione.',
    );
    server.off('GET', '/rest/v1/patients');
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Riprova' }));
    await user.click(screen.getByRole('combobox', { name: 'Paziente' }));
    expect(await screen.findByRole('option', { name: /^Zeno, Carlo/, hidden: true })).toBeInTheDocument();
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'nessuno'])(
    'says so when the patient of the address is not in the list, and clears the choice: %s',
    async (other) => {
      show(`?patientId=${other}`);
      expect(await screen.findByText('Paziente non trovato. Seleziona un paziente dalla lista.')).toBeVisible();
      expect(screen.getByRole('combobox', { name: 'Paziente' })).toHaveValue('');
      // The server's refusal of what is no id would stand in the console.
      expect(server.calls.filter(({ query }) => query.get('id') === 'eq.nessuno')).toHaveLength(0);
    },
  );

  it('allows neither recording nor upload without consent', async () => {
    show();
    expect(await screen.findByRole('button', { name: 'Avvia registrazione' })).toBeDisabled();
    expect(screen.getByLabelText('Carica file audio')).toBeDisabled();
    await consent();
    expect(screen.getByRole('button', { name: 'Avvia registrazione' })).toBeEnabled();
    expect(screen.getByLabelText('Carica file audio')).toBeEnabled();
  });

  it('asks for a patient before it records', async () => {
    show();
    const user = await consent();
    await user.click(screen.getByRole('button', { name: 'Avvia registrazione' }));
    expect(await screen.findByText('Seleziona un paziente prima di procedere')).toBeVisible();
  });
});

describe('what keeps a recording from starting', () => {
  function refuseMicrophone(error: DOMException) {
    const mediaDevices = { getUserMedia: () => Promise.reject(error) };
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: mediaDevices });
  }

  async function start() {
    show(`?patientId=${maria}`);
    const user = await consent();
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Paziente' })).toHaveValue('Bianchi, Maria'));
    await user.click(screen.getByRole('button', { name: 'Avvia registrazione' }));
    return screen.findByRole('alert');
  }

  it('is a browser without any supported format', async () => {
    expect(await start()).toHaveTextContent('Nessun formato audio supportato dal browser.');
  });

  it('is a microphone that is not allowed', async () => {
    vi.stubGlobal('MediaRecorder', { isTypeSupported: () => true });
    refuseMicrophone(new DOMException('no', 'NotAllowedError'));
    expect(await start()).toHaveTextContent(
      "È necessario l'accesso al microfono per la registrazione. Abilitalo nelle impostazioni del browser.",
    );
  });

  it.each([
    ['that does not work', 'UnknownError', 'device broken'],
    ['that is not there', 'NotFoundError', 'nessun microfono collegato. Collegane uno e riprova.'],
    [
      'that another program has',
      'NotReadableError',
      'il microfono non risponde. Chiudi gli altri programmi che lo usano, controlla il collegamento e riprova.',
    ],
  ])('is a microphone %s', async (_what, name, reason) => {
    vi.stubGlobal('MediaRecorder', { isTypeSupported: () => true });
    refuseMicrophone(new DOMException('device broken', name));
    expect(await start()).toHaveTextContent(`Errore durante l'avvio della registrazione: ${reason}`);
  });

  it.each([
    ['that this browser has lost', () => localStorage.removeItem(sessionStorageKey)],
    [
      'that the server does not know any more',
      () => server.on('GET', '/rest/v1/user_subscriptions', () => tableError(401, 'PGRST301')),
    ],
  ])('is a session %s: the doctor is led to sign in, reads there why, and reads it once', async (_, loseSession) => {
    const { router } = renderApp(null, { at: `/app/new-consultation?patientId=${maria}`, routes });
    const user = await consent();
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Paziente' })).toHaveValue('Bianchi, Maria'));
    loseSession();
    await user.click(screen.getByRole('button', { name: 'Avvia registrazione' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    const sentence = 'Sessione utente non valida. Effettua nuovamente il login.';
    await screen.findByLabelText('Email');
    expect(screen.getByRole('alert')).toHaveTextContent(sentence);
    server.off('GET', '/rest/v1/user_subscriptions');
    await user.type(screen.getByLabelText('Email'), 'dott.rossi@example.it');
    await user.type(screen.getByLabelText('Password'), 'Segreta123');
    await user.click(screen.getByRole('button', { name: 'Accedi' }));
    expect(await screen.findByRole('combobox', { name: 'Paziente' })).toBeVisible();
    // Toasts are drawn as soon as the page has nothing better to do.
    act(() => notifySuccess('Un avviso di dopo'));
    await screen.findByText('Un avviso di dopo');
    expect(screen.queryByText(sentence)).not.toBeInTheDocument();
  });

  it('is nothing to read about at the sign-in for who has left by choice', async () => {
    const { router } = renderApp(null, { at: '/app/new-consultation', routes });
    await userEvent.click(await screen.findByRole('button', { name: 'Esci' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    await screen.findByLabelText('Email');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('is a month whose minutes are used up', async () => {
    server.tables.user_subscriptions?.push({
      id: crypto.randomUUID(),
      user_id: doctor,
      minutes_used: 30,
      monthly_minutes: 30,
      current_period_end: '2999-01-01T00:00:00Z',
      end_date: '2999-01-01T00:00:00Z',
    });
    const alert = await start();
    expect(alert).toHaveTextContent('Minuti disponibili esauriti.');
    expect(within(alert).getByRole('link', { name: 'Vedi i piani' })).toHaveAttribute('href', '/app/subscription');
  });

  it('is a subscription that cannot be verified', async () => {
    server.on('GET', '/rest/v1/user_subscriptions', () => tableError(400, '42703', 'column unknown'));
    expect(await start()).toHaveTextContent(
      "Verifica dell'abbonamento non riuscita: si è verificato un errore imprevisto (42703).",
    );
  });
});

/** The browser's player, which tells the length of a file. */
function playerOf(duration: number) {
  vi.stubGlobal(
    'Audio',
    class extends EventTarget {
      readonly duration = duration;
      set src(_address: string) {
        setTimeout(() => this.dispatchEvent(new Event('loadedmetadata')));
      }
      removeAttribute() {
        return undefined;
      }
    },
  );
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
}

describe('a file', () => {
  it('that is longer than the minutes left is refused before it is sent', async () => {
    server.tables.user_subscriptions?.push({
      id: crypto.randomUUID(),
      user_id: doctor,
      minutes_used: 20,
      monthly_minutes: 30,
      current_period_end: '2999-01-01T00:00:00Z',
      end_date: '2999-01-01T00:00:00Z',
    });
    playerOf(601);
    show(`?patientId=${maria}`);
    await consent();
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Paziente' })).toHaveValue('Bianchi, Maria'));
    await userEvent.upload(screen.getByLabelText('Carica file audio'), new File(['contenuto'], 'visita.mp3'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Minuti disponibili esauriti.');
    expect(await chunkStore.list(doctor)).toEqual([]);
  });

  it.each([
    ['referto.pdf', 'contenuto', 'Il file selezionato non è un file audio valido.'],
    ['vuoto.mp3', '', 'Il file è vuoto.'],
  ])('%s is refused before it is sent', async (name, content, sentence) => {
    show(`?patientId=${maria}`);
    await consent();
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Paziente' })).toHaveValue('Bianchi, Maria'));
    const field = screen.getByLabelText('Carica file audio');
    await userEvent.upload(field, new File([content], name), { applyAccept: false });
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(await chunkStore.list(doctor)).toEqual([]);
  });
});

describe('advice on files', () => {
  beforeEach(async () => {
    // Refused before anything is sent: only the advice is looked at.
    server.tables.user_subscriptions?.push({
      id: crypto.randomUUID(),
      user_id: doctor,
      minutes_used: 30,
      monthly_minutes: 30,
      current_period_end: '2999-01-01T00:00:00Z',
      end_date: '2999-01-01T00:00:00Z',
    });
    show(`?patientId=${maria}`);
    await screen.findByRole('button', { name: 'Avvia registrazione' });
  });

  it('is there before a file is chosen', () => {
    expect(screen.getByText(/MP3, WAV o M4A; consigliati al massimo 5 MB e 15 minuti\./)).toBeVisible();
  });
});
