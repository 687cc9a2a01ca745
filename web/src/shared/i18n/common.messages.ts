/** Words that more than one screen uses. */
export const common = {
  product: 'Scriba',
  actions: {
    save: 'Salva',
    cancel: 'Annulla',
    edit: 'Modifica',
    delete: 'Elimina',
    close: 'Chiudi',
    retry: 'Riprova',
    refresh: 'Aggiorna',
    back: 'Indietro',
    clear: 'Cancella la ricerca',
  },
  loading: 'Caricamento in corso…',
  missing: '-',
  unknown: 'Sconosciuto',
  sessionInvalid: 'Sessione utente non valida. Effettua nuovamente il login.',
  required: 'Compila tutti i campi obbligatori',
  date: { placeholder: 'gg/mm/aaaa', invalid: 'Scrivi la data come gg/mm/aaaa' },
  requestId: (id: string) => `Codice della richiesta: ${id}`,
  password: { show: 'Mostra password', hide: 'Nascondi password' },
  pager: {
    label: 'Pagine',
    page: (page: number) => `Pagina ${page}`,
    previous: 'Pagina precedente',
    next: 'Pagina successiva',
  },
  offline: 'Sei senza connessione. Quello che hai già scritto resta qui; le novità si caricano appena torna la rete.',
  notFound: {
    title: 'Pagina non trovata',
    text: "L'indirizzo non corrisponde a nessuna pagina di Scriba.",
    link: "Torna all'inizio",
  },
  crash: {
    title: 'Qualcosa si è interrotto',
    text: 'La pagina ha incontrato un errore imprevisto. I dati già salvati sono al sicuro: ricarica la pagina per continuare.',
    reload: 'Ricarica la pagina',
  },
  unavailable: {
    title: 'Il server non risponde',
    text: 'Scriba non riesce a raggiungere il server. Nulla è andato perso: controlla la connessione e riprova.',
  },
} as const;
