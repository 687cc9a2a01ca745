import { afterColon } from './after-colon';

/** The widget of the minutes and the page of the plans. */
export const subscription = {
  title: 'Abbonamento',
  widget: {
    title: 'Minuti di dettatura',
    manage: 'Gestisci',
    plan: (name: string) => `Piano ${name}`,
    remaining: (remaining: string, monthly: string) => `${remaining} minuti rimanenti su ${monthly}`,
    unlimited: (used: string) => `Minuti illimitati, ${used} utilizzati in questo periodo`,
    loadError: "Errore nel caricamento dei dati dell'abbonamento",
  },
  meter: 'Minuti utilizzati',
  meterValue: (used: string, monthly: string) => `${used} di ${monthly} minuti`,
  meterUnlimited: (used: string) => `${used} minuti, senza limite`,
  verifyFailed: (message: string) => `Verifica dell'abbonamento non riuscita: ${afterColon(message)}`,
  usage: {
    title: 'Il tuo piano',
    period: (end: string) => `Il periodo in corso termina il ${end}.`,
    exhausted:
      'Minuti disponibili esauriti. Per continuare a registrare consultazioni, è necessario aggiornare il piano di abbonamento.',
    chart: 'Minuti per giorno, questo mese',
    chartEmpty: 'Nessuna consultazione in questo mese.',
    chartDay: (day: string, minutes: string) => `${day}: ${minutes} min`,
  },
  plansTitle: 'Piani',
  current: 'Piano attuale',
  activate: (name: string) => `Attiva ${name}`,
  activating: 'Attivazione in corso...',
  activated: (name: string) => `Il piano ${name} è attivo.`,
  contact: 'Contattaci',
  contactSubject: 'Scriba Enterprise',
  portal: 'Gestisci fatturazione',
  changeFailed: 'Errore durante il cambio piano. Riprova più tardi.',
  changeByMail: 'Se il problema continua, scrivi a chi gestisce il servizio:',
  changeSubject: 'Scriba, cambio di piano',
  toCheckout: 'Ti portiamo alla pagina di pagamento.',
  invalidSession: 'Sessione non valida',
} as const;
