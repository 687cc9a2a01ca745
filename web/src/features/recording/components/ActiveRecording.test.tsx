import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetConfig } from '@/shared/api/config';
import { FakeServer, json } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { idleState, type Failure, type RecordingState } from '../model/recording-state';
import { ActiveRecording } from './ActiveRecording';
import { FollowedRecording } from './FollowedRecording';

const identity = {
  recordingId: 'c5f2b7f4-6f0e-4a6b-9a57-0f6f5a3d1c33',
  userId: 'u1',
  patientId: 'p1',
  visita: 'prima_visita',
  source: 'recording',
} as const;

let server: FakeServer;
beforeEach(() => {
  forgetConfig();
  server = new FakeServer().install();
  server.signIn();
});
afterEach(() => vi.unstubAllGlobals());

function show(change: Partial<RecordingState>, source: 'recording' | 'upload' = 'recording', filename?: string) {
  const named = { ...identity, source, ...(filename ? { filename } : {}) };
  renderApp(<ActiveRecording state={{ ...idleState, phase: 'stopping', identity: named, ...change }} />);
}

const row = {
  id: identity.recordingId,
  state: 'recording',
  error_code: null,
  pieces_done: 2,
  pieces_total: null,
  duration_seconds: null,
  transcribed_seconds: 40,
  partial_transcript: 'Buongiorno',
  updated_at: '2026-11-21T10:05:00Z',
};

const waiting = (deliveryProblem: Failure): Partial<RecordingState> => ({ delivery: 'waiting', deliveryProblem });

describe('what the doctor reads while audio is on its way', () => {
  it.each([
    [
      'no network',
      waiting({ code: 'network', message: '' }),
      'recording',
      "Il server non è raggiungibile. L'audio è al sicuro in questo browser e sarà inviato appena possibile.",
    ],
    [
      'a time-out of a file',
      waiting({ code: 'upload_timeout', message: '' }),
      'upload',
      'Il caricamento non si è concluso entro 30 secondi e sarà ritentato. Se continua, usa un file più piccolo.',
    ],
    [
      'a time-out of a large file',
      { ...waiting({ code: 'upload_timeout', message: '' }), storedBytes: 100 * 1024 * 1024 },
      'upload',
      'Il caricamento non si è concluso entro 102 secondi e sarà ritentato.',
    ],
    [
      'a time-out of a recording',
      waiting({ code: 'upload_timeout', message: '' }),
      'recording',
      "Il server non ha risposto entro 60 secondi. L'audio è al sicuro in questo browser",
    ],
    [
      'an error of the server on a file',
      waiting({ code: 'internal', message: '', status: 500 }),
      'upload',
      "errore (HTTP 500). L'invio sarà ritentato; se continua, converti il file in M4A o comprimilo in MP3 a 96 kbps.",
    ],
    [
      'an error of the server on a recording',
      waiting({ code: 'busy', message: '', status: 503 }),
      'recording',
      "errore (HTTP 503). L'audio è al sicuro in questo browser",
    ],
    [
      'a busy server on a file, which no other file would mend',
      waiting({ code: 'busy', message: '', status: 503 }),
      'upload',
      "errore (HTTP 503). L'audio è al sicuro in questo browser",
    ],
    [
      'a request that expired',
      waiting({ code: 'request_expired', message: '', status: 408 }),
      'upload',
      'La richiesta è scaduta prima che il server la completasse.',
    ],
    [
      'a full disk of the server',
      waiting({ code: 'disk_full', message: '', status: 507 }),
      'recording',
      "Lo spazio sul server è esaurito. Avvisa chi gestisce l'installazione. L'audio è al sicuro in questo browser",
    ],
    [
      'a session that ended',
      { phase: 'recording', delivery: 'signed-out' },
      'recording',
      "La sessione è scaduta. La registrazione continua e l'audio resta al sicuro in questo browser",
    ],
    [
      'a code of the second factor that is missing',
      { phase: 'recording', delivery: 'signed-out', deliveryProblem: { code: 'second_factor_required', message: '' } },
      'recording',
      "Serve il codice della verifica in due passaggi. La registrazione continua e l'audio resta al sicuro",
    ],
    [
      'a server that takes no more while the microphone is on',
      { phase: 'recording', delivery: 'refused', deliveryProblem: { code: 'upload_closed_early', message: '' } },
      'recording',
      "Il server ha concluso questa registrazione prima di ricevere tutto l'audio: la consultazione che ne nasce è incompleta. La registrazione continua",
    ],
    [
      'a store that does not come back',
      { endedBy: 'store-lost' },
      'recording',
      "Questo browser non riesce più a conservare l'audio e la registrazione è stata chiusa",
    ],
    [
      'the longest recording',
      { endedBy: 'time-over' },
      'recording',
      'La registrazione ha raggiunto la durata massima ed è stata chiusa',
    ],
    ['a full store', { endedBy: 'storage-full' }, 'recording', 'Lo spazio di questo dispositivo è esaurito'],
  ] satisfies [string, Partial<RecordingState>, 'recording' | 'upload', string][])(
    'of %s',
    async (_what, change, source, sentence) => {
      show(change, source);
      expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    },
  );

  it('is how far an upload has come, how long it will take, and how to give it up', async () => {
    show(
      { storedBytes: 400, sentBytes: 100, delivery: 'sending', sendingSince: Date.now() - 10_000 },
      'upload',
      'visita.mp3',
    );
    await waitFor(() =>
      expect(screen.getByRole('list', { name: 'Avanzamento' })).toHaveTextContent(
        /in corso, 25% inviato, ancora 00:3\d circa/,
      ),
    );
    expect(screen.getByRole('button', { name: 'Annulla caricamento' })).toBeVisible();
  });

  it.each([
    ['audio_unreadable', 'visita.m4a', 'Il file M4A non può essere elaborato. Convertilo in MP3 a 96 kbps e riprova.'],
    ['audio_unreadable', 'visita.mp3', "L'audio non è leggibile."],
    ['minutes_exhausted', undefined, 'Minuti disponibili esauriti.'],
    ['empty_transcript', undefined, 'Trascrizione vuota ricevuta dal server'],
  ])('is why it failed: %s of %s', async (code, filename, sentence) => {
    show({ phase: 'failed', failure: { code, message: '' } }, filename ? 'upload' : 'recording', filename);
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  });
});

describe('what the doctor reads of an engine that does not keep up', () => {
  it('is that it does not answer, and that the recording goes on', async () => {
    server.tables.recordings?.push({ ...row, transcribed_seconds: 0, error_code: 'speech_engine_unreachable' });
    show({ phase: 'recording', isRegistered: true });
    expect(
      await screen.findByText(/Il motore di trascrizione non risponde\..* La registrazione continua\./),
    ).toBeVisible();
  });

  it('is after how long it gave no answer, without advice on a file that there is not', async () => {
    server.on('GET', '/config.json', () => json({ anonKey: 'anon', speechTimeoutSeconds: 90 }));
    server.tables.recordings?.push({ ...row, transcribed_seconds: 0, error_code: 'speech_timeout' });
    show({ phase: 'recording', isRegistered: true });
    const notice = await screen.findByText(/non ha risposto entro 90 secondi: .* La registrazione continua\./);
    expect(notice).not.toHaveTextContent('file');
  });

  it('is that others are heard first, where the server has no place left', async () => {
    server.tables.recordings?.push({ ...row, transcribed_seconds: 0, error_code: 'busy' });
    show({ phase: 'recording', isRegistered: true });
    expect(
      await screen.findByText(/^Il server sta già trascrivendo dal vivo tutte le registrazioni che può\./),
    ).toBeVisible();
  });

  it('is how long a finished visit still takes, at the speed that the engine has shown', async () => {
    server.tables.recordings?.push({ ...row, state: 'transcribing', duration_seconds: 400, transcribed_seconds: 40 });
    show({ phase: 'processing', isRegistered: true, delivery: 'done' });
    expect(await screen.findByText('Buongiorno')).toBeVisible();
    Object.assign(server.tables.recordings?.[0] ?? {}, {
      transcribed_seconds: 100,
      updated_at: '2026-11-21T10:07:00Z',
      pieces_done: 5,
    });
    // 60 seconds in two minutes: the 300 that are left take ten.
    await waitFor(
      () => expect(screen.getByRole('list')).toHaveTextContent('Trascrizionein corso, ancora 10:00 circa'),
      {
        timeout: 20_000,
      },
    );
  });
});

describe('what the doctor reads of a transcription that came to nothing', () => {
  it.each([
    ['upload', 'audio/mp4', 'Il file M4A non può essere elaborato. Convertilo in MP3 a 96 kbps e riprova.'],
    ['upload', 'audio/x-m4a', 'Il file M4A non può essere elaborato. Convertilo in MP3 a 96 kbps e riprova.'],
    ['upload', 'audio/mpeg', "l'audio non è leggibile."],
    ['recording', 'audio/mp4', "l'audio non è leggibile."],
  ])('is about an M4A where the server has one: %s of %s', async (source, mime, sentence) => {
    server.tables.recordings?.push({ ...row, source, mime, state: 'failed', error_code: 'audio_unreadable' });
    renderApp(<FollowedRecording id={identity.recordingId} />);
    expect(await screen.findByRole('alert')).toHaveTextContent(`Elaborazione fallita: ${sentence}`);
  });

  it('lets the doctor type what an engine did not hear', async () => {
    server.tables.recordings?.push({ ...row, state: 'failed', error_code: 'empty_transcript' });
    renderApp(<FollowedRecording id={identity.recordingId} />);
    expect(await screen.findByRole('textbox', { name: 'Trascrizione della visita' })).toBeVisible();
  });

  it.each([
    ['failed', 'empty_transcript', 'Elaborazione fallita: Trascrizione vuota ricevuta dal server'],
    ['failed', 'no_speech', 'Nessuna trascrizione valida ricevuta dal server'],
    [
      'waiting',
      'transcript_invalid',
      "Nessuna trascrizione valida ricevuta dal server. L'audio è al sicuro e la trascrizione sarà ritentata.",
    ],
    ['waiting', 'speech_engine_refused', "Errore trascrizione (502): il motore di trascrizione ha rifiutato l'audio."],
    ['waiting', 'speech_timeout', 'La trascrizione non si è conclusa entro 90 secondi.'],
    ['waiting', 'speech_timeout', 'se continua, usa un file più piccolo.'],
  ] as const)('%s with %s: %s', async (state, code, sentence) => {
    server.on('GET', '/config.json', () => json({ anonKey: 'anon', speechTimeoutSeconds: 90 }));
    server.tables.recordings?.push({ ...row, state, error_code: code });
    show({ phase: 'processing', isRegistered: true, delivery: 'done' });
    expect(await screen.findByText((text) => text.includes(sentence))).toBeVisible();
  });
});
