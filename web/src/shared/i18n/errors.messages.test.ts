import { expect, it } from 'vitest';
import { ApiError } from '@/shared/api/errors';
import { consultations } from './consultations.messages';
import { describeError, errorSentence } from './errors.messages';
import { patients } from './patients.messages';
import { processingProblem } from './recording.messages';

function refusal(code: string, message: string) {
  return new ApiError({ code, message, status: 400 });
}

it('says in Italian what the server refuses in the words of the specification', () => {
  expect(describeError(refusal('validation_failed', 'Patient ID is required'))).toBe(
    'Seleziona un paziente prima di salvare la consultazione',
  );
  expect(describeError(refusal('not_authenticated', 'User not authenticated'))).toBe('Utente non autenticato');
});

it('shows a code that nobody named yet', () => {
  expect(describeError(refusal('something_new', 'new'))).toContain('(something_new)');
});

it('goes on in small letters after a colon', () => {
  const unreachable = describeError(refusal('network', 'Failed to fetch'));
  expect(patients.errors.load(unreachable)).toMatch(
    /^Errore nel caricamento dei dati: il server non è raggiungibile\. C/,
  );
  expect(consultations.errors.pdf('PDF vuoto.')).toBe('Il PDF non è stato creato: PDF vuoto.');
  expect(processingProblem('audio_unreadable')).toMatch(/^Elaborazione fallita: l'audio non è leggibile\./);
});

it('quotes the messages of the specification as they stand', () => {
  expect(patients.errors.save(errorSentence('not_authenticated'))).toBe(
    'Errore durante il salvataggio: Utente non autenticato',
  );
  expect(processingProblem('not_audio')).toBe('Elaborazione fallita: Il file selezionato non è un file audio valido.');
  expect(processingProblem('empty_transcript')).toBe('Elaborazione fallita: Trascrizione vuota ricevuta dal server');
  expect(processingProblem('speech_engine_refused')).toMatch(/^Elaborazione fallita: Errore trascrizione \(502\): il /);
});
