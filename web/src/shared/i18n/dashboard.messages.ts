export const dashboard = {
  title: 'Dashboard',
  refreshing: 'Aggiornamento in corso...',
  patients: {
    title: 'Pazienti',
    newThisWeek: 'nuovi questa settimana',
    all: 'Vedi tutti',
  },
  consultations: {
    title: 'Consultazioni',
    notes: 'Note create',
    all: 'Vedi tutte',
  },
  recentPatients: {
    title: 'Pazienti Recenti',
    registered: (date: string) => `Registrato il ${date}`,
    empty: 'Nessun paziente registrato.',
    hint: 'Da qui comincia il lavoro con Scriba.',
    addFirst: 'Aggiungi il primo paziente',
  },
  recentNotes: {
    title: 'Consultazioni Recenti',
    untitled: 'Consultazione',
    view: 'Visualizza referto',
    empty: 'Nessuna consultazione registrata.',
    hint: 'Registra una visita: il referto comparirà qui.',
    recordFirst: 'Registra la prima visita',
  },
} as const;
