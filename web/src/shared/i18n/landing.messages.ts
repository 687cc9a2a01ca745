/** The public page. */
export const landing = {
  pageTitle: 'Il referto si scrive mentre visiti',
  nav: { label: 'Sezioni', features: 'Funzionalità', how: 'Come funziona', pricing: 'Prezzi', signIn: 'Accedi' },
  hero: {
    title: 'Visita il paziente. Il referto lo scrive Scriba.',
    text: 'Registra la visita: Scriba la trascrive, la analizza e prepara un referto in nove sezioni, legato alla scheda del paziente. Tu lo rileggi, lo correggi e lo firmi.',
    action: 'Prova gratis per 7 giorni',
    note: 'Fino al 60% di tempo risparmiato nella documentazione. Precisione della trascrizione superiore al 98%.',
    sampleTitle: 'Referto',
    sample: [
      { heading: 'Motivo della visita', text: 'Controllo del peso a tre mesi dalla prima visita.' },
      { heading: 'Storia ponderale', text: 'Da 88,2 a 84,5 kg. Altezza 172 cm, BMI 28,6.' },
      { heading: 'Abitudini alimentari', text: 'Colazione regolare, cena spesso dopo le 21.' },
    ],
    sampleEvidence: '«…la sera purtroppo ceno sempre dopo le nove…»',
  },
  why: {
    title: 'Perché scegliere Scriba',
    items: [
      {
        title: 'Risparmia tempo',
        text: 'Fino al 60% di tempo in meno per la documentazione: la visita finisce e il referto è già scritto.',
      },
      {
        title: 'Intelligenza artificiale al tuo servizio',
        text: 'Ogni frase del referto rimanda alle parole dette. Nulla è inventato, e ciò che non ha prova è segnalato.',
      },
      {
        title: 'Sicurezza',
        text: 'Dati protetti con crittografia e trattati in conformità al GDPR. Ogni medico vede solo i propri pazienti.',
      },
    ],
  },
  features: {
    title: 'Funzionalità',
    items: [
      {
        title: 'Registrazione della visita',
        text: "Dal browser, senza installare nulla, o caricando un file audio. L'audio è al sicuro dal primo secondo, anche se cade la rete.",
      },
      {
        title: 'Analisi avanzata con IA',
        text: 'Peso, altezza, pressione, esami e punti critici riconosciuti nel parlato e messi al loro posto, con la frase che li prova.',
      },
      {
        title: 'Referti intelligenti',
        text: 'Nove sezioni ordinate, da correggere, copiare, stampare o scaricare in PDF, sempre legate alla scheda del paziente.',
      },
    ],
  },
  how: {
    title: 'Come funziona',
    steps: [
      { title: 'Registra', text: 'Scegli il paziente, raccogli il consenso e avvia la registrazione.' },
      { title: 'Trascrivi', text: 'La voce diventa testo mentre parlate, in italiano.' },
      { title: 'Analizza', text: 'Le informazioni cliniche sono riconosciute e collegate alle parole dette.' },
      { title: 'Referta', text: 'Il referto in nove sezioni è pronto da rileggere e firmare.' },
    ],
  },
  pricing: {
    title: 'Prezzi',
    start: 'Inizia ora',
    contact: 'Contattaci',
    contactSubject: 'Scriba Enterprise',
  },
  faq: {
    title: 'Domande frequenti',
    items: [
      {
        question: 'Serve una carta di credito per la prova?',
        answer: 'No. La prova gratuita di 7 giorni non richiede alcuna carta di credito.',
      },
      {
        question: 'I dati dei miei pazienti sono al sicuro?',
        answer:
          'Sì. Testi clinici e audio sono cifrati, ogni medico accede soltanto ai propri pazienti e il trattamento è conforme al GDPR. La registrazione parte solo dopo il consenso del paziente.',
      },
      {
        question: 'Quanto è precisa la trascrizione?',
        answer:
          'La precisione della trascrizione supera il 98% con un audio chiaro. Il referto resta sempre modificabile, e la trascrizione è accanto per ogni verifica.',
      },
      {
        question: 'Posso cambiare piano o smettere quando voglio?',
        answer:
          'Sì. Il piano si cambia dalla pagina Abbonamento in ogni momento e i minuti già usati nel mese restano contati una volta sola.',
      },
    ],
  },
  closing: {
    title: 'Torna a guardare il paziente, non lo schermo',
    text: 'Bastano un microfono e un minuto per cominciare.',
    action: 'Inizia la prova gratuita',
  },
  footer: { privacy: 'Privacy', rights: (year: number) => `© ${year} Scriba` },
} as const;
