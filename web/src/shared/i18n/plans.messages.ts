/** The four plans, as the landing page and the subscription screen describe them. */
export const planWords = {
  names: { free: 'Free', basic: 'Basic', advanced: 'Advanced', enterprise: 'Enterprise' },
  perMonth: (price: string) => `${price}/mese`,
  free: 'Gratuito',
  onRequest: 'Su richiesta',
  minutes: (count: string) => `${count} minuti al mese`,
  unlimitedMinutes: 'Minuti illimitati',
  unlimited: 'illimitati',
  users: (count: number) => (count === 1 ? '1 utente' : `${count} utenti`),
  unlimitedUsers: 'Utenti illimitati',
  notes: {
    free: 'Durata 30 giorni',
    basic: '7 giorni di prova gratuita',
    advanced: 'Assistenza prioritaria',
    enterprise: 'Attivazione su contatto',
  },
} as const;
