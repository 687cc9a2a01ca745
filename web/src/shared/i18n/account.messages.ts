import { afterColon } from './after-colon';

/** The doctor's own account: its safety. */
export const account = {
  title: 'Sicurezza',
  factors: {
    title: 'Verifica in due passaggi',
    intro:
      "Oltre alla password, l'accesso chiede un codice che cambia ogni trenta secondi e che solo la tua app di autenticazione conosce. Chi scopre la password, senza il codice non vede i dati dei pazienti.",
    listLabel: 'Dispositivi con cui confermi gli accessi',
    none: 'La verifica in due passaggi non è attiva.',
    noneHint:
      "Serve un'app di autenticazione sul telefono: Google Authenticator, Microsoft Authenticator, 2FAS o un'altra che legga i codici QR.",
    activate: 'Attiva la verifica',
    addAnother: 'Aggiungi un dispositivo',
    onlyOne: 'Aggiungi un secondo dispositivo: se perdi o cambi il telefono potrai ancora accedere.',
    unnamed: 'Dispositivo senza nome',
    added: (date: string, time: string) => `Aggiunto il ${date} alle ${time}`,
    remove: 'Rimuovi',
    loadError: (reason: string) => `Errore nel caricamento dei dispositivi: ${afterColon(reason)}`,
  },
  enrolment: {
    title: 'Aggiungi un dispositivo',
    name: 'Nome del dispositivo',
    nameHint: "Per riconoscerlo nell'elenco.",
    defaultName: 'Telefono',
    nameRequired: 'Scrivi un nome per il dispositivo',
    nameTooLong: 'Il nome può avere al massimo 60 caratteri',
    nameTaken: 'Hai già un dispositivo con questo nome: scrivine un altro.',
    tooMany: 'Hai raggiunto il numero massimo di dispositivi. Rimuovine uno prima di aggiungerne un altro.',
    next: 'Continua',
    preparing: 'Preparazione...',
    scan: "Apri l'app di autenticazione e inquadra il codice QR.",
    qrCode: "Codice QR per l'app di autenticazione",
    orType: "Se non puoi inquadrarlo, scrivi questa chiave nell'app:",
    secret: 'Chiave segreta',
    copy: 'Copia la chiave',
    copied: 'Chiave copiata',
    copyFailed: 'Il browser non permette di copiare: seleziona la chiave e copiala a mano.',
    openApp: "Apri nell'app di questo dispositivo",
    codeHint: "Le sei cifre che l'app mostra ora.",
    confirm: 'Conferma',
    confirming: 'Verifica in corso...',
    gone: "La richiesta è scaduta o è stata annullata in un'altra finestra. Chiudi e ricomincia.",
    done: (name: string) => `${name}: dispositivo aggiunto. I prossimi accessi chiederanno il codice.`,
  },
  removal: {
    title: 'Rimuovere il dispositivo?',
    last: (name: string) =>
      `${name} è l'unico dispositivo: senza, la verifica in due passaggi si disattiva e per accedere basterà la password.`,
    other: (name: string) =>
      `${name} non potrà più confermare gli accessi. Dopo ti chiederemo il codice di un altro dei tuoi dispositivi.`,
    codeNeeded: 'Per sicurezza, conferma con un codice attuale.',
    busy: 'Rimozione...',
    done: (name: string) => `${name}: dispositivo rimosso.`,
    failed: (reason: string) => `Errore durante la rimozione: ${afterColon(reason)}`,
  },
} as const;
