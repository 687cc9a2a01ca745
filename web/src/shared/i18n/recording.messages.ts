import { afterColon } from './after-colon';
import { common } from './common.messages';
import { errorSentence } from './errors.messages';

/** New consultation: choice of the patient, recording, upload, progress. */
export const recording = {
  title: 'Nuova consultazione',
  fields: {
    patient: 'Paziente',
    patientPlaceholder: 'Cognome, Nome',
    patientHint: 'Cerca per cognome o per nome.',
    bornOn: (date: string) => `Data di nascita: ${date}`,
    noPatient: 'Nessun paziente con questo nome',
    noPatients: 'Non hai ancora pazienti: aggiungi il primo per iniziare.',
    addPatient: 'Aggiungi nuovo paziente',
    visit: 'Tipo di visita',
    visits: { prima_visita: 'Prima visita', visita_controllo: 'Visita di controllo' },
    consent: 'Il paziente acconsente alla registrazione audio e al trattamento dei dati (GDPR)',
    heardHere: 'Trascrizione: su questo server',
    heardAt: (host: string) => `Trascrizione: presso ${host}`,
  },
  setup: 'Visita',
  consentGiven: 'Consenso del paziente registrato',
  sound: 'Audio della visita',
  start: 'Avvia registrazione',
  stop: 'Interrompi registrazione',
  pause: 'Metti in pausa',
  resume: 'Riprendi',
  shortcut: 'Da tastiera: Alt + R per avviare e interrompere.',
  upload: 'Carica file audio',
  uploadHint: 'MP3, WAV o M4A; consigliati al massimo 5 MB e 15 minuti.',
  or: 'oppure',
  toPlans: 'Vedi i piani',
  cancelUpload: 'Annulla caricamento',
  needsConsent: 'Per registrare o caricare un file serve il consenso del paziente.',
  timer: 'Tempo registrato',
  waveform: 'Livello del microfono',
  microphone: {
    label: 'Microfono',
    system: 'Predefinito del sistema',
    test: 'Prova il microfono',
    stopTest: 'Termina la prova',
    speak: 'Parla: la barra deve muoversi. Durante la prova non si registra nulla.',
  },
  states: {
    idle: 'Pronto per registrare',
    recording: 'Registrazione in corso',
    paused: 'Registrazione in pausa',
    interrupted: 'Registrazione interrotta',
    stopping: "Invio dell'audio in corso",
    sendingFile: 'Caricamento del file in corso',
    processing: 'Elaborazione in corso',
    saved: 'Consultazione salvata',
    failed: 'Elaborazione non riuscita',
  },
  safe: {
    recording: "L'audio è messo al sicuro ogni secondo, in questo browser e sul server.",
    recordingHere: "L'audio è messo al sicuro ogni secondo in questo browser.",
    sending: "L'audio è al sicuro in questo browser. Tieni aperta la pagina finché l'invio è completo.",
    processing: 'Puoi lasciare la pagina: il referto sarà pronto nella scheda del paziente.',
  },
  progress: {
    title: 'Avanzamento',
    steps: {
      capture: 'Registrazione audio',
      transcription: 'Trascrizione',
      analysis: 'Analisi',
      report: 'Generazione referto',
      saving: 'Salvataggio',
    },
    states: { waiting: 'in attesa', active: 'in corso', done: 'completato', error: 'errore' },
    pieces: (done: number, total: number) => `${done} di ${total} parti trascritte`,
    partial: 'Trascrizione parziale',
    behind: (lag: string, wait: string) =>
      `La trascrizione è indietro di ${lag} rispetto alla visita: alla fine serviranno ancora ${wait} circa. L'audio è al sicuro e potrai lasciare la pagina.`,
    engineTimeout: (seconds: number) =>
      `Il motore di trascrizione non ha risposto entro ${seconds} secondi: la richiesta sarà ripetuta. L'audio è al sicuro.`,
    engineTrouble: (sentence: string) => `${sentence} La registrazione continua.`,
    notFollowed:
      'Il server sta già trascrivendo dal vivo tutte le registrazioni che può. Questa è al sicuro: sarà trascritta quando la interrompi, o prima se si libera un posto.',
    uploaded: (percent: number) => `${percent}% inviato`,
    remaining: (duration: string) => `ancora ${duration} circa`,
  },
  debug: {
    show: 'Dettagli di debug',
    recordingId: 'Registrazione',
    phase: 'Stato locale',
    serverState: 'Stato sul server',
    delivery: 'Invio',
    bytes: 'Byte conservati / inviati',
    problem: 'Ultimo problema',
    none: 'nessuno',
  },
  advice: {
    slow: "Il file supera 5 MB: l'elaborazione può richiedere alcuni minuti.",
    convert: 'Il file supera 8 MB: conviene convertirlo in M4A o comprimerlo (MP3 a 96 kbps) prima di caricarlo.',
    long: "Il file dura più di 15 minuti: l'elaborazione richiederà più tempo.",
    duration: (text: string, isEstimate: boolean) => `Durata ${isEstimate ? 'stimata' : 'rilevata'}: ${text}`,
  },
  warnings: {
    silent: 'Non sento nessuno da 15 secondi. Controlla che il microfono sia quello giusto e non sia disattivato.',
    muted: 'Il microfono è disattivato dal sistema o dal dispositivo. Riattivalo: la registrazione continua.',
    stalled: 'Dal microfono non arriva più audio. Controlla il collegamento: la registrazione prova a continuare.',
    replaced: 'Il microfono è cambiato. La registrazione continua con quello disponibile.',
    slept:
      'Il dispositivo o la pagina si sono fermati per qualche tempo: quello che è stato detto nel frattempo può mancare. La registrazione continua.',
    'time-nearly-over':
      'La registrazione sta per raggiungere la durata massima: alla fine sarà chiusa e inviata. Potrai avviarne subito una nuova.',
    'storage-nearly-full':
      "Lo spazio di questo dispositivo è quasi esaurito. Libera spazio: l'audio già inviato è al sicuro.",
  },
  endings: {
    'time-over':
      "La registrazione ha raggiunto la durata massima ed è stata chiusa: l'audio è al sicuro e il referto sarà generato. Per continuare avviane un'altra.",
    'storage-full':
      "Lo spazio di questo dispositivo è esaurito e la registrazione è stata chiusa: l'audio fin qui è al sicuro. Libera spazio e avviane un'altra.",
    'store-lost':
      "Questo browser non riesce più a conservare l'audio e la registrazione è stata chiusa: quello che ha conservato è al sicuro. Ricarica la pagina e avviane un'altra.",
  },
  delivery: {
    waiting: "Il server non è raggiungibile. L'audio è al sicuro in questo browser e sarà inviato appena possibile.",
    'signed-out':
      "La sessione è scaduta. La registrazione continua e l'audio resta al sicuro in questo browser: accedi di nuovo per inviarlo.",
    'code-needed':
      "Serve il codice della verifica in due passaggi. La registrazione continua e l'audio resta al sicuro in questo browser: inserisci il codice per inviarlo.",
    refused: (sentence: string) =>
      `${sentence} La registrazione continua e l'audio resta al sicuro in questo browser: alla fine potrai inviarlo o salvarlo.`,
    retry: 'Riprova ora',
    serverError: (status: number, isFile: boolean) =>
      isFile && status === 500
        ? `Il server ha risposto con un errore (HTTP ${status}). L'invio sarà ritentato; se continua, converti il file in M4A o comprimilo in MP3 a 96 kbps.`
        : `Il server ha risposto con un errore (HTTP ${status}). L'audio è al sicuro in questo browser e l'invio sarà ritentato.`,
    timeout: (seconds: number, isFile: boolean) =>
      isFile
        ? `Il caricamento non si è concluso entro ${seconds} secondi e sarà ritentato. Se continua, usa un file più piccolo.`
        : `Il server non ha risposto entro ${seconds} secondi. L'audio è al sicuro in questo browser e l'invio sarà ritentato.`,
    kept: "L'audio è al sicuro in questo browser e l'invio sarà ritentato.",
    unreadable:
      "Questo browser non riesce a rileggere l'audio che conserva. L'audio resta qui e l'invio sarà ritentato.",
    expired: "La richiesta è scaduta prima che il server la completasse. L'audio è al sicuro e l'invio sarà ritentato.",
  },
  mayBeForgotten:
    "Questo dispositivo ha poco spazio e il browser potrebbe cancellare l'audio non ancora inviato: prima di registrare senza rete, libera spazio.",
  interruptedNow:
    "Il microfono non risponde più. L'audio registrato finora è al sicuro: ricollegalo e riprendi, oppure interrompi.",
  found: {
    title: 'Registrazioni interrotte',
    failed:
      "Questo browser non riesce a leggere l'audio che conserva: non è stato possibile verificare se ci sono registrazioni interrotte.",
    text: (patient: string, duration: string, when: string) =>
      `${patient}: ${duration} di audio del ${when}, conservati in questo browser.`,
    file: (patient: string, name: string, when: string) => `${patient}: file ${name} del ${when}, non ancora inviato.`,
    send: 'Invia e completa',
    endedThere:
      'Il server ha concluso questa registrazione con meno audio di quello conservato qui. Puoi inviarla intera come nuova consultazione, con i suoi minuti, oppure salvarla.',
    sendAsNew: 'Invia come nuova',
    discard: 'Scarta',
    save: "Salva l'audio",
    ownedElsewhere: "Un'altra scheda sta già lavorando a questa registrazione.",
  },
  discard: {
    title: 'Scartare la registrazione?',
    text: "L'audio della visita non sarà trascritto e non ci sarà un referto.",
    goOn: 'Scarta',
    sureTitle: "Eliminare l'audio per sempre?",
    sureText: "È la seconda e ultima conferma: dopo non sarà possibile recuperare l'audio.",
    sure: 'Elimina per sempre',
    cancel: 'Annulla',
    done: 'Registrazione scartata.',
    failed: "Questo browser non è riuscito a eliminare l'audio. Ricarica la pagina e riprova.",
  },
  open: {
    title: 'Consultazioni in lavorazione',
    failed: (message: string) => `Non è stato possibile verificare se ci sono consultazioni in lavorazione. ${message}`,
    startedAt: (when: string) => `del ${when}`,
    saved: 'Il referto è pronto.',
    openPatient: 'Apri la scheda del paziente',
    elsewhere:
      "Risulta in registrazione in un altro browser o su un altro dispositivo. Se lì è ancora aperta continua da sola; se è stata interrotta puoi completarla con l'audio arrivato al server.",
    complete: "Completa con l'audio arrivato",
    completing: {
      title: "Completare con l'audio arrivato?",
      text: "Il referto sarà generato dall'audio che il server ha già. Se l'altro dispositivo sta ancora registrando questa visita, quello che sarà detto da adesso non ne farà parte.",
      go: 'Completa',
      cancel: 'Annulla',
    },
  },
  waiting: {
    title: "L'audio è al sicuro, in attesa di trascrizione",
    typeLabel: 'Trascrizione della visita',
    typeHint: 'Scrivi o incolla qui il testo della visita: il referto sarà generato da questo.',
    typeSubmit: 'Genera il referto dal testo',
    typeEmpty: 'Nessuna trascrizione disponibile da analizzare',
    retry: 'Riprova',
    offer: (date: string, time: string) =>
      `C'è una trascrizione che hai scritto e non inviato, del ${date}, ore ${time}.`,
    unsent: {
      title: 'Uscire senza inviare?',
      text: 'La trascrizione che hai scritto non è stata ancora inviata e andrà persa.',
      keptText:
        'La trascrizione che hai scritto non è stata ancora inviata. Resta come bozza in questo browser finché non esci da Scriba.',
      leave: 'Esci senza inviare',
      stay: 'Resta qui',
    },
  },
  leave: {
    title: 'Registrazione in corso',
    text: "Se lasci la pagina la registrazione si interrompe e l'audio fin qui viene inviato per il referto.",
    stay: 'Resta sulla pagina',
    go: 'Interrompi e invia',
  },
  beside: (count: number) =>
    count === 1
      ? "Una registrazione precedente è ancora in invio: l'audio è al sicuro in questo browser."
      : `${count} registrazioni precedenti sono ancora in invio: l'audio è al sicuro in questo browser.`,
  unsettled: (count: number) =>
    count === 1
      ? "Una registrazione non è conclusa: l'audio è al sicuro e attende una tua decisione."
      : `${count} registrazioni non sono concluse: l'audio è al sicuro e attende una tua decisione.`,
  unsettledOpen: 'Vedi registrazioni',
  another: 'Nuova registrazione',
  saved: 'Consultazione salvata.',
  validation: {
    patient: 'Seleziona un paziente prima di procedere',
    patientUnknown: 'Paziente non trovato. Seleziona un paziente dalla lista.',
    notAudio: 'Il file selezionato non è un file audio valido.',
  },
  errors: {
    patients: (message: string) => `Errore nel caricamento dei pazienti: ${afterColon(message)}`,
    start: (message: string) => `Errore durante l'avvio della registrazione: ${afterColon(message)}`,
    processing: (message: string) => `Elaborazione fallita: ${message}`,
    save: (message: string) =>
      `Errore durante il salvataggio: Salvataggio della consultazione non riuscito: ${afterColon(message)}`,
    noValidTranscript: (message: string) => `Nessuna trascrizione valida ricevuta dal server. ${message}`,
    invalidTranscript:
      "Nessuna trascrizione valida ricevuta dal server. L'audio è al sicuro e la trascrizione sarà ritentata.",
    subscription: (message: string) => `Verifica dell'abbonamento non riuscita: ${afterColon(message)}`,
    noMicrophone: 'nessun microfono collegato. Collegane uno e riprova.',
    microphoneBusy:
      'il microfono non risponde. Chiudi gli altri programmi che lo usano, controlla il collegamento e riprova.',
    microphone: "È necessario l'accesso al microfono per la registrazione. Abilitalo nelle impostazioni del browser.",
    format: 'Nessun formato audio supportato dal browser.',
    elsewhere: "Un'altra scheda di questo browser sta già registrando: continua lì, oppure interrompila prima.",
    emptyTranscript: 'Trascrizione vuota ricevuta dal server',
    transcription: (status: number, detail: string) => `Errore trascrizione (${status}): ${afterColon(detail)}`,
    transcriptionTimeout: (seconds: number) =>
      `La trascrizione non si è conclusa entro ${seconds} secondi. L'audio è al sicuro e la trascrizione sarà ritentata; se continua, usa un file più piccolo.`,
    unreadableM4a: 'Il file M4A non può essere elaborato. Convertilo in MP3 a 96 kbps e riprova.',
    leftOpen:
      "La registrazione è finita, ma questo browser non riesce a concluderne l'audio. Ricarica la pagina e riprova.",
    cancel: 'Il caricamento non è stato annullato: questo browser non riesce a eliminare il file. Riprova.',
    kept: "L'audio resta in questo browser: lo trovi in questa pagina, tra le registrazioni interrotte.",
  },
} as const;

/** Seconds that a piece of a recording may take at the engine, where the server does not say. */
const usualTimeout = 180;
/** What the server answers for an engine that refuses; what the engine itself answered stands in the server's log. */
const refusedStatus = 502;

export interface ProblemDetails {
  /** Whether what was uploaded is an M4A file. */
  isM4a?: boolean | undefined;
  timeoutSeconds?: number | undefined;
}

/** The sentence for an engine that is in trouble while the doctor records: there is no file to make smaller. */
export function liveProblem(code: string, timeoutSeconds = usualTimeout): string {
  const { progress } = recording;
  if (code === 'busy') return progress.notFollowed;
  return progress.engineTrouble(
    code === 'speech_timeout' ? progress.engineTimeout(timeoutSeconds) : errorSentence(code),
  );
}

/** The sentence for a recording that the server gave up: `save_failed` when all was written but the saving. */
export function processingProblem(code: string, details: ProblemDetails = {}): string {
  const { errors } = recording;
  if (code === 'save_failed' || code === 'patient_not_found') return errors.save(errorSentence(code));
  const problem = recordingProblem(code, code, details);
  return errors.processing(problem === errorSentence(code) ? afterColon(problem) : problem);
}

/** The sentence for what kept a recording or an upload from going on. */
export function recordingProblem(code: string, message: string, details: ProblemDetails = {}): string {
  const { errors } = recording;
  switch (code) {
    case 'microphone_denied':
      return errors.microphone;
    case 'microphone_missing':
      return errors.start(errors.noMicrophone);
    case 'microphone_busy':
      return errors.start(errors.microphoneBusy);
    case 'microphone_failed':
      return errors.start(message);
    case 'format_unsupported':
      return errors.format;
    case 'recording_elsewhere':
      return errors.elsewhere;
    case 'recording_left_open':
      return errors.leftOpen;
    case 'not_authenticated':
      return common.sessionInvalid;
    case 'subscription_unverified':
      return errors.subscription(message);
    case 'no_speech':
      return errors.noValidTranscript(errorSentence(code));
    case 'transcript_invalid':
      return errors.invalidTranscript;
    case 'empty_transcript':
      return errors.emptyTranscript;
    case 'speech_timeout':
      return errors.transcriptionTimeout(details.timeoutSeconds ?? usualTimeout);
    case 'speech_engine_refused':
      return errors.transcription(refusedStatus, errorSentence(code));
    case 'audio_unreadable':
      return details.isM4a ? errors.unreadableM4a : errorSentence(code);
    default:
      return errorSentence(code);
  }
}
