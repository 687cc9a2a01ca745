/** Privacy policy and cookie banner. */
export const legal = {
  cookie: {
    label: 'Cookie',
    text: 'Scriba usa solo dati tecnici del browser, necessari per accedere e lavorare: nessun cookie di profilazione, nessun tracciamento di terzi.',
    accept: 'Accetta tutti',
    dismiss: 'Chiudi',
    link: 'Privacy policy',
  },
} as const;
