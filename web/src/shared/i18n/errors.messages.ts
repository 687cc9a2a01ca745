import { toApiError } from '@/shared/api/errors';

const tryLater = 'Riprova tra qualche istante.';

/** The Italian sentence for each stable code: what happened and what to do. */
const sentences: Readonly<Record<string, string>> = {
  network: 'Il server non è raggiungibile. Controlla la connessione e riprova: nulla è andato perso.',
  not_authenticated: 'Utente non autenticato',
  internal: `Si è verificato un errore del server. ${tryLater}`,
  unexpected_failure: `Si è verificato un errore del server. ${tryLater}`,
  busy: `Il server è molto occupato. ${tryLater}`,
  deadline_exceeded: `Il server ha impiegato troppo tempo. ${tryLater}`,
  disk_full: "Lo spazio sul server è esaurito. Avvisa chi gestisce l'installazione.",

  invalid_credentials: 'Email o password non corretti.',
  email_not_confirmed: "L'indirizzo email non è ancora confermato. Apri il link che ti abbiamo inviato.",
  user_banned: "Questo account è sospeso. Contatta l'assistenza.",
  user_already_exists: 'Esiste già un account con questo indirizzo email.',
  email_exists: 'Esiste già un account con questo indirizzo email.',
  signup_disabled: 'Le nuove registrazioni sono chiuse.',
  weak_password: 'La password è troppo debole.',
  same_password: 'La nuova password deve essere diversa da quella attuale.',
  over_request_rate_limit: 'Troppi tentativi. Attendi qualche minuto e riprova.',
  over_email_send_rate_limit: 'Troppe email richieste. Attendi qualche minuto e riprova.',
  otp_expired: 'Il link non è più valido. Richiedine uno nuovo.',
  validation_failed: 'Alcuni dati non sono validi. Controllali e riprova.',
  bad_jwt: 'La sessione è scaduta. Accedi di nuovo.',
  session_not_found: 'La sessione è scaduta. Accedi di nuovo.',
  session_expired: 'La sessione è scaduta. Accedi di nuovo.',
  refresh_token_not_found: 'La sessione è scaduta. Accedi di nuovo.',
  PGRST301: 'La sessione è scaduta. Accedi di nuovo.',
  PGRST303: 'La sessione è scaduta. Accedi di nuovo.',
  unauthorized: 'La sessione è scaduta. Accedi di nuovo.',

  mfa_verification_failed: 'Il codice non è corretto o è già stato usato. Attendi il prossimo e riprova.',
  mfa_challenge_expired: 'La richiesta è scaduta. Riprova con il codice attuale.',
  mfa_factor_not_found: "L'account non ha più la verifica in due passaggi. Accedi di nuovo.",
  insufficient_aal: 'Serve il codice della verifica in due passaggi. Accedi di nuovo.',
  second_factor_required: 'Serve il codice della verifica in due passaggi. Accedi di nuovo.',

  PGRST116: 'Il dato richiesto non esiste o non è più disponibile.',
  '42501': 'Non hai il permesso per questa operazione.',
  forbidden: 'Non hai il permesso per questa operazione.',
  not_admin: 'Non hai il permesso per questa operazione.',
  '22P02': 'Uno dei valori inseriti non è valido.',
  '22003': 'Uno dei numeri inseriti è fuori dai limiti.',
  '22007': 'Una delle date inserite non è valida.',
  '22008': 'Una delle date inserite non è valida.',
  '22001': 'Uno dei testi inseriti è troppo lungo.',
  '23502': 'Compila tutti i campi obbligatori',
  '23503': "L'elemento è collegato ad altri dati o non esiste più.",
  '23505': 'Esiste già un elemento uguale.',
  '23514': 'Uno dei valori inseriti non è ammesso.',
  not_found: 'Il dato richiesto non esiste o non è più disponibile.',
  request_too_large: 'I dati inviati superano la dimensione massima.',
  EntityTooLarge: 'Il file supera la dimensione massima di 100 MB.',
  storage_quota_exceeded:
    "Lo spazio del tuo account è esaurito. Elimina l'audio che non serve più, oppure chiedi più spazio a chi gestisce l'installazione.",
  InvalidMimeType: 'Il file selezionato non è un file audio valido.',
  NoSuchKey: 'Il file non esiste o non è più disponibile.',

  report_changed: "Il referto è stato cambiato altrove: rileggilo com'è ora.",

  consent_required: 'Serve il consenso del paziente alla registrazione.',
  patient_not_found: 'Paziente non trovato.',
  minutes_exhausted:
    'Minuti disponibili esauriti. Per continuare a registrare consultazioni, è necessario aggiornare il piano di abbonamento.',
  upload_closed_early:
    "Il server ha concluso questa registrazione prima di ricevere tutto l'audio: la consultazione che ne nasce è incompleta.",
  ResourceAlreadyExists: 'Il server ha già concluso questa registrazione.',
  audio_beginning_gone:
    'La prima parte di questo audio è solo sul server: quella rimasta qui, da sola, non si può inviare né salvare.',
  recording_not_found: 'La registrazione non esiste o non è più disponibile.',
  recording_state_conflict: 'La registrazione è già in elaborazione.',
  empty_file: 'Il file è vuoto.',
  not_audio: 'Il file selezionato non è un file audio valido.',
  video_not_accepted: "Il file contiene un video. Carica solo l'audio della visita.",
  audio_unreadable: "L'audio non è leggibile. Converti il file in MP3, M4A o WAV e riprova.",
  audio_too_long: 'La registrazione è troppo lunga.',
  no_speech: 'Nella registrazione non si sente parlare nessuno.',
  empty_transcript: 'Nessuna trascrizione disponibile da analizzare',
  speech_engine_missing:
    "Nessun motore di trascrizione è configurato. L'audio è al sicuro: puoi scrivere o incollare il testo della visita.",
  speech_engine_unreachable:
    "Il motore di trascrizione non risponde. L'audio è al sicuro e la trascrizione sarà ritentata.",
  speech_engine_refused: "Il motore di trascrizione ha rifiutato l'audio. L'audio è al sicuro.",
  transcript_invalid: 'Nessuna trascrizione valida ricevuta dal server',
  save_failed: `L'audio e la trascrizione sono al sicuro. ${tryLater}`,
  speech_timeout: "La trascrizione ha impiegato troppo tempo. L'audio è al sicuro: riprova con un file più piccolo.",
  language_model_failed: "Il modello linguistico non ha risposto. Riprova l'analisi.",
};

/** The sentence for a bare code, such as the `error_code` of a recording. */
export function errorSentence(code: string): string {
  return sentences[code] ?? `Si è verificato un errore imprevisto (${code}). ${tryLater}`;
}

/** Whether a code has a sentence of its own. */
export function hasSentence(code: string): boolean {
  return code in sentences;
}

/** Refusals that share a code with others, by the server's own words. */
const sentencesByMessage: Readonly<Record<string, string>> = {
  'Patient ID is required': 'Seleziona un paziente prima di salvare la consultazione',
};

/** What to show for whatever a call threw. */
export function describeError(error: unknown): string {
  const { code, message } = toApiError(error);
  return sentencesByMessage[message] ?? errorSentence(code);
}
