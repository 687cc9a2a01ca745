import { common } from './common.messages';

/** Sign in, sign up, reset, diagnosis. */
export const auth = {
  title: 'Accedi a Scriba',
  signInTab: 'Accedi',
  signUpTab: 'Registrati',
  email: 'Email',
  password: 'Password',
  confirmPassword: 'Conferma password',
  fullName: 'Nome completo',
  signIn: 'Accedi',
  signingIn: 'Accesso in corso...',
  signUp: 'Registrati',
  signingUp: 'Registrazione...',
  forgotPassword: 'Password dimenticata?',
  backToLogin: 'Torna al login',
  diagnosticLogin: 'Login diagnostico',
  testConnection: 'Testa connessione backend',
  connection: {
    testing: 'Verifica della connessione...',
    ok: (name: string, version: string) => `Connessione riuscita: ${name} ${version} risponde correttamente.`,
  },
  passwordHint: 'Almeno 6 caratteri.',

  validation: {
    emailInvalid: 'Inserisci un indirizzo email valido',
    passwordRequired: 'Inserisci la password',
    passwordTooShort: 'La password deve essere di almeno 6 caratteri',
    passwordTooLong:
      'La password è troppo lunga: al massimo 72 caratteri, e ogni lettera accentata o emoji conta per due o più.',
    passwordsDiffer: 'Le password non coincidono',
    fullName: 'Per favore inserisci il tuo nome completo',
    resetEmail: 'Inserisci il tuo indirizzo email per reimpostare la password',
  },

  signInErrors: {
    linkSent:
      'Per motivi di sicurezza, abbiamo inviato un link di accesso alla tua email. Controlla la tua casella di posta.',
    linkSentHint: 'Se hai digitato male email o password puoi correggerle e riprovare subito.',
    unexpected: 'Errore imprevisto durante il login.',
    noSession: 'Errore durante il login. Per favore riprova più tardi.',
    failed: 'Si è verificato un errore. Riprova più tardi.',
    crashed: 'Si è verificato un errore imprevisto. Per favore riprova più tardi.',
  },

  signUpErrors: {
    refused: 'Errore durante la registrazione',
    failed: "Errore durante la creazione dell'account. Riprova più tardi.",
  },
  signUpDone: 'Registrazione completata!',
  signUpWelcome: `Benvenuto in ${common.product}: ti portiamo alla tua area di lavoro.`,
  signUpConfirm: `Benvenuto in ${common.product}: per attivare l'account apri il link che abbiamo inviato alla tua email.`,

  secondFactor: {
    intro: 'Questo account ha la verifica in due passaggi: scrivi il codice che mostra la tua app di autenticazione.',
    code: 'Codice di verifica',
    codeInvalid: 'Il codice ha sei cifre.',
    submit: 'Verifica',
  },

  expired: {
    title: 'La sessione è scaduta',
    text: 'Accedi di nuovo per continuare da dove eri: quello che hai scritto è ancora qui.',
  },

  reset: {
    title: 'Reimposta la password',
    intro: "Scrivi l'email del tuo account: riceverai un link per scegliere una nuova password.",
    submit: 'Invia Email di Reset',
    busy: 'Invio in corso...',
    done: "Se l'indirizzo email esiste, riceverai le istruzioni per reimpostare la password.",
    failed: "Errore durante l'invio dell'email di reset.",
  },

  newPassword: {
    title: 'Scegli una nuova password',
    password: 'Nuova password',
    confirm: 'Conferma nuova password',
    requirementsLabel: 'Requisiti della password',
    requirementMet: 'soddisfatto',
    requirementUnmet: 'da soddisfare',
    requirements: {
      length: 'Almeno 8 caratteri',
      upper: 'Almeno una lettera maiuscola',
      lower: 'Almeno una lettera minuscola',
      digit: 'Almeno un numero',
    },
    validation: {
      length: 'La password deve essere di almeno 8 caratteri',
      upper: 'Deve contenere almeno una lettera maiuscola',
      lower: 'Deve contenere almeno una lettera minuscola',
      digit: 'Deve contenere almeno un numero',
    },
    submit: 'Aggiorna password',
    busy: 'Aggiornamento in corso...',
    invalidLink: 'Link di reset non valido. Richiedi un nuovo link di reset password.',
    validationFailed: 'Errore durante la validazione del link. Riprova.',
    codeMissing:
      'Serve il codice della verifica in due passaggi. Richiedi un nuovo link di reset password e aprilo in questo browser.',
    failed: 'Errore durante il reset della password',
    done: 'Password aggiornata con successo! Verrai reindirizzato al login...',
  },

  diagnosis: {
    title: 'Login diagnostico',
    intro: 'Prova un accesso passo per passo e mostra le risposte del server così come sono.',
    submit: 'Esegui diagnosi',
    busy: 'Diagnosi in corso...',
    details: 'Dettagli',
    authenticationFailed: (message: string) => `Errore di autenticazione: ${message}`,
    noUser: 'Nessun dato utente restituito dopo il login.',
    done: 'Accesso riuscito.',
    steps: { connection: 'Connessione', signIn: 'Accesso', user: 'Utente', record: 'Record utente' },
  },
} as const;
