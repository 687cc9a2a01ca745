/** Reports over time. */
export const activity = {
  period: 'Periodo',
  periods: { year: '12 mesi', quarter: '90 giorni', month: '30 giorni' },
  total: 'Totale',
  series: {
    consultations: 'Consultazioni',
    minutes: 'Minuti addebitati',
    active_doctors: 'Medici attivi',
    new_users: 'Nuovi utenti',
    paid_months: 'Periodi a pagamento',
    revenue: 'Ricavi',
  },
  hints: {
    consultations: 'salvate nel periodo e ancora presenti',
    minutes: 'anche di consultazioni poi eliminate',
    active_doctors: 'con almeno una consultazione; nel totale ognuno conta una volta',
    new_users: 'account creati nel periodo',
    paid_months: 'periodi con un prezzo, iniziati nel periodo',
    revenue: 'somma dei prezzi dei periodi iniziati; gli incassi sono del fornitore di pagamenti',
  },
  none: 'Nessun dato nel periodo.',
  spoken: (bucket: string, value: string) => `${bucket}: ${value}`,
  download: 'Scarica CSV',
  calendar: 'I giorni sono quelli del server (UTC).',
} as const;
