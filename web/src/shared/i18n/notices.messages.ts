/** What the administrators wrote to the doctor. */
export const notices = {
  open: (unread: number) =>
    unread === 0 ? 'Avvisi' : unread === 1 ? 'Avvisi, 1 da leggere' : `Avvisi, ${unread} da leggere`,
  title: 'Avvisi',
  close: 'Chiudi avvisi',
  banner: 'Nuovo avviso',
  read: 'Leggi',
  markRead: 'Segna come letto',
  markAllRead: 'Segna tutti come letti',
  unread: 'Da leggere',
  sentAt: (date: string, time: string) => `${date}, ${time}`,
  empty: 'Nessun avviso.',
  emptyHint: 'Qui arrivano le comunicazioni di chi gestisce il servizio.',
} as const;
