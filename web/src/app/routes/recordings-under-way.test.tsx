import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chunkStore } from '@/features/recording/capture/the-recorder';
import { aStoredRecording } from '@/features/recording/capture/stored-recording.fixture';
import { UnsettledNotice } from '@/features/recording/components/UnsettledNotice';
import { errorSentence } from '@/shared/i18n/errors.messages';
import { FakeServer, json } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { closePractice, maria, openPractice, showNewConsultation as show } from './new-consultation.fixture';

const recordingId = 'c5f2b7f4-6f0e-4a6b-9a57-0f6f5a3d1c33';

let server: FakeServer;
let doctor: string;
beforeEach(() => {
  ({ server, doctor } = openPractice());
});
afterEach(() => closePractice(doctor));

function addRecording(change: Record<string, string | number | null>) {
  server.tables.recordings?.push({
    id: recordingId,
    user_id: doctor,
    patient_id: maria,
    visita: 'prima_visita',
    state: 'transcribing',
    pieces_done: 0,
    pieces_total: null,
    transcribed_seconds: 0,
    duration_seconds: null,
    partial_transcript: null,
    error_code: null,
    consultation_id: null,
    created_at: '2026-11-21T10:00:00Z',
    updated_at: new Date().toISOString(),
    ...change,
  });
}

describe('recordings under way', () => {
  it('are found again after a reload, with their steps and the text so far', async () => {
    addRecording({ pieces_done: 2, pieces_total: 5, partial_transcript: 'Buongiorno, come sta?' });
    show();
    const article = await screen.findByRole('article', { name: 'Bianchi, Maria' });
    await waitFor(() => expect(article).toHaveTextContent('Trascrizionein corso, 2 di 5 parti trascritte'));
    expect(article).toHaveTextContent('Buongiorno, come sta?');
  });

  it('say that the report is ready also when it was quicker than the list', async () => {
    addRecording({ state: 'waiting', error_code: 'speech_engine_missing' });
    server.on('POST', '/functions/v1/recording', () => {
      Object.assign(server.tables.recordings?.[0] ?? {}, { state: 'saved' });
      return json({ success: true });
    });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Riprova' }));
    expect(await screen.findByText('Il referto è pronto.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Apri la scheda del paziente' })).toBeVisible();
  });

  it('wait safely without an engine, and go on with a typed transcript', async () => {
    addRecording({ state: 'waiting', error_code: 'speech_engine_missing' });
    server.on('POST', '/functions/v1/recording', () => json({ success: true }));
    show();
    expect(await screen.findByText("L'audio è al sicuro, in attesa di trascrizione")).toBeVisible();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Genera il referto dal testo' }));
    expect(await screen.findByText('Nessuna trascrizione disponibile da analizzare')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Trascrizione della visita' }), 'Peso 84 chili.');
    await user.click(screen.getByRole('button', { name: 'Genera il referto dal testo' }));
    await waitFor(() =>
      expect(server.callsTo('POST', '/functions/v1/recording').map(({ body }) => body)).toEqual([
        { action: 'submitTranscript', recordingId, transcription: 'Peso 84 chili.' },
      ]),
    );
  });

  it('ask before the page is left with a transcript that was typed and not sent', async () => {
    addRecording({ state: 'waiting', error_code: 'speech_engine_missing' });
    const { router } = show();
    const user = userEvent.setup();
    const field = await screen.findByRole('textbox', { name: 'Trascrizione della visita' });
    await user.type(field, 'Peso 84');
    act(() => void router.navigate('/app/patients'));
    const question = within(await screen.findByRole('dialog', { name: 'Uscire senza inviare?' }));
    await user.click(question.getByRole('button', { name: 'Resta qui' }));
    expect(field).toHaveValue('Peso 84');
  });

  it('are not taken for none where the list could not be read', async () => {
    server.on('GET', '/rest/v1/recordings', () => json({ code: '42501', message: '' }, 403));
    show();
    expect(
      await screen.findByText(/^Non è stato possibile verificare se ci sono consultazioni in lavorazione/),
    ).toBeVisible();
  });

  it('keep what the doctor is writing while the engine is tried again', async () => {
    addRecording({ state: 'waiting', error_code: 'speech_engine_unreachable' });
    const { queryClient } = show();
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: 'Trascrizione della visita' }), 'Peso 84');
    for (const state of ['transcribing', 'waiting']) {
      Object.assign(server.tables.recordings?.[0] ?? {}, { state });
      await act(() => queryClient.invalidateQueries({ queryKey: ['recordings'] }));
      const field = screen.getByRole('textbox', { name: 'Trascrizione della visita' });
      expect(field).toHaveValue('Peso 84');
      expect(field).toHaveFocus();
    }
  });

  it('say that only the saving failed, and have it tried again', async () => {
    addRecording({ state: 'failed', error_code: 'save_failed' });
    server.on('POST', '/functions/v1/recording', () => json({ success: true }));
    show();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      "Errore durante il salvataggio: Salvataggio della consultazione non riuscito: l'audio e la trascrizione sono al sicuro.",
    );
    await userEvent.click(screen.getByRole('button', { name: 'Riprova' }));
    await waitFor(() => expect(server.callsTo('POST', '/functions/v1/recording')).toHaveLength(1));
  });

  it('say what failed in plain words, and are discarded only after two questions', async () => {
    addRecording({ state: 'failed', error_code: 'no_speech' });
    server.on('POST', '/functions/v1/recording', () => {
      server.tables.recordings = [];
      return json({ success: true });
    });
    show();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Elaborazione fallita: Nessuna trascrizione valida ricevuta dal server. Nella registrazione non si sente parlare nessuno.',
    );
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Scarta' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(screen.getAllByRole('button', { name: 'Scarta' }).at(-1)!);
    expect(within(dialog).getByRole('alert')).toHaveTextContent('seconda e ultima conferma');
    expect(within(dialog).getByRole('button', { name: 'Annulla' })).toHaveFocus();
    expect(server.callsTo('POST', '/functions/v1/recording')).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Elimina per sempre' }));
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  });

  it('stay, and say why, when discarding failed', async () => {
    addRecording({ state: 'waiting', error_code: 'speech_engine_missing' });
    server.on('POST', '/functions/v1/recording', () => json({ error: 'server error', code: 'disk_full' }, 507));
    show();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Scarta' }));
    await screen.findByRole('dialog');
    await user.click(screen.getAllByRole('button', { name: 'Scarta' }).at(-1)!);
    await user.click(screen.getByRole('button', { name: 'Elimina per sempre' }));
    expect(await screen.findByText(errorSentence('disk_full'))).toBeVisible();
    expect(screen.queryByText('Registrazione scartata.')).not.toBeInTheDocument();
    expect(screen.getByRole('article', { name: 'Bianchi, Maria' })).toBeVisible();
  });
});

describe('a recording that another browser began', () => {
  beforeEach(() => addRecording({ state: 'recording', partial_transcript: 'Buongiorno' }));

  it('is listed, and completed with what has arrived only after a question', async () => {
    server.on('POST', '/functions/v1/recording', () => json({ success: true }));
    show();
    const article = await screen.findByRole('article', { name: 'Bianchi, Maria' });
    await waitFor(() => expect(article).toHaveTextContent('in un altro browser o su un altro dispositivo'));
    expect(article).toHaveTextContent('Registrazione audioin corso');
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: "Completa con l'audio arrivato" }));
    expect(await screen.findByRole('dialog')).toHaveTextContent('quello che sarà detto da adesso non ne farà parte');
    expect(server.callsTo('POST', '/functions/v1/recording')).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Completa' }));
    await waitFor(() =>
      expect(server.callsTo('POST', '/functions/v1/recording').map(({ body }) => body)).toEqual([
        { action: 'complete', recordingId },
      ]),
    );
  });

  it('is announced on the other pages after the sign-in', async () => {
    renderApp(<UnsettledNotice userId={doctor} />);
    expect(await screen.findByText(/^Una registrazione non è conclusa/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Vedi registrazioni' })).toHaveAttribute('href', '/app/new-consultation');
  });
});

describe('a recording that a crash left in the browser', () => {
  beforeEach(async () => {
    await chunkStore.create(aStoredRecording(recordingId, { userId: doctor, patientId: maria, recordedMs: 205_000 }));
  });

  it('is offered with its patient and length', async () => {
    show();
    expect(await screen.findByRole('heading', { name: 'Registrazioni interrotte' })).toBeVisible();
    expect(await screen.findByText(/^Bianchi, Maria \(31\/01\/1980\): 03:25 di audio/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Invia e completa' })).toBeEnabled();
  });

  it('can be saved as a file when the server does not take it', async () => {
    await chunkStore.append(recordingId, new TextEncoder().encode('audio della visita').buffer, 205_000);
    await chunkStore.update(recordingId, { isComplete: true, isRefused: true });
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:saved';
    });
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
    show();
    await userEvent.click(await screen.findByRole('button', { name: "Salva l'audio" }));
    await waitFor(() => expect(click).toHaveBeenCalled());
    expect(saved[0]).toMatchObject({ name: 'visita_2026-11-21.webm', size: 18 });
  });

  it('is sent whole as a new one when the server has ended it with less', async () => {
    await chunkStore.update(recordingId, { isComplete: true, isRefused: true, refusal: 'upload_closed_early' });
    show();
    expect(await screen.findByText(/^Il server ha concluso questa registrazione con meno audio/)).toBeVisible();
    expect(screen.getByRole('button', { name: "Salva l'audio" })).toBeEnabled();
    await userEvent.click(screen.getByRole('button', { name: 'Invia come nuova' }));
    await waitFor(async () => expect(await chunkStore.get(recordingId)).toBeUndefined());
    expect(await chunkStore.list(doctor)).toMatchObject([{ patientId: maria, isComplete: true, isRefused: false }]);
  });

  it('goes when the doctor confirms twice', async () => {
    show();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Scarta' }));
    await user.click((await screen.findAllByRole('button', { name: 'Scarta' })).at(-1)!);
    await user.click(await screen.findByRole('button', { name: 'Elimina per sempre' }));
    await waitFor(async () => expect(await chunkStore.list(doctor)).toEqual([]));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Registrazioni interrotte' })).toBeNull());
  });
});
