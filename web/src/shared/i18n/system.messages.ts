/** How the installation is. */
export const system = {
  title: 'Stato del sistema',
  speech: {
    title: 'Motore di trascrizione',
    states: { ready: 'Pronto', starting: 'In avvio', unreachable: 'Non raggiungibile', missing: 'Non configurato' },
    local: "L'audio resta su questo server.",
    remote: "L'audio è inviato a un servizio esterno.",
  },
  model: {
    title: 'Modello linguistico',
    configured: 'Configurato: scrive il referto dalle frasi trovate nella trascrizione.',
    builtIn: "Nessun modello esterno: i referti sono scritti dall'analizzatore integrato.",
  },
  queue: {
    title: 'Coda di lavoro',
    jobs: (running: string, due: string) => `In corso: ${running}. In attesa: ${due}.`,
    oldest: (duration: string) => `Il più vecchio attende da ${duration}.`,
    recordings: (underWay: string, waiting: string, failed: string) =>
      `Registrazioni in elaborazione: ${underWay}, in attesa del motore: ${waiting}, fallite: ${failed}.`,
  },
  disk: {
    title: 'Spazio su disco',
    used: 'Spazio occupato',
    free: (free: string, total: string) => `Liberi ${free} GB di ${total} GB`,
    scarce: 'Lo spazio sta per finire: liberane o aggiungine.',
    unknown: 'Spazio non misurabile.',
  },
  mail: {
    title: 'Posta',
    delivered: 'Le email partono da un server SMTP.',
    outbox: 'Nessun server SMTP: le email restano nella cartella outbox del server.',
  },
  server: {
    title: 'Server',
    version: (version: string) => `Versione ${version}`,
    database: (name: string) => `Database ${name}`,
    days: (count: number) => (count === 1 ? '1 giorno' : `${count} giorni`),
    hours: (count: number) => (count === 1 ? '1 ora' : `${count} ore`),
    minutes: (count: number) => (count === 1 ? '1 minuto' : `${count} minuti`),
    and: (larger: string, smaller: string) => `${larger} e ${smaller}`,
    uptime: (duration: string) => `Attivo da ${duration}`,
  },
} as const;
