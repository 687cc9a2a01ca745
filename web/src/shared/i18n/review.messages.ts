import { afterColon } from './after-colon';

/** Who wrote a report, what is in doubt, and the doctor's word that it was read: on the screen and on paper. */
const fallbacks: Readonly<Record<string, string>> = {
  unreachable: 'il modello linguistico non era raggiungibile',
  timeout: 'il modello linguistico non ha risposto in tempo',
  http_error: 'il modello linguistico ha risposto con un errore',
  refused: 'il modello linguistico si è rifiutato di scrivere',
  truncated: 'la risposta del modello linguistico era incompleta',
  malformed: 'la risposta del modello linguistico non era leggibile',
  rejected: 'nessuna frase del modello linguistico ha superato i controlli',
};

export const review = {
  writer: {
    builtin: "Scritto dall'analizzatore integrato, senza modello linguistico.",
    fallback: (reason: string) =>
      `Scritto dall'analizzatore integrato: ${fallbacks[reason] ?? 'il modello linguistico non ha scritto il referto'}.`,
    model: (model: string, host: string) =>
      `Scritto dal modello linguistico ${[model, host && `(${host})`].filter(Boolean).join(' ')}: ogni frase è stata confrontata con le parole della visita.`,
    replaced: (count: number) =>
      count === 1
        ? '1 frase non ha superato i controlli: al suo posto ci sono le parole della visita.'
        : `${count} frasi non hanno superato i controlli: al loro posto ci sono le parole della visita.`,
  },
  section: { discussed: 'discusso', notDiscussed: 'non discusso' },
  checks: {
    title: 'Valori da confermare',
    hint: 'Non concordano con i dati già noti. Confermali uno per uno, oppure correggi il referto.',
    quote: (words: string) => `Dalle parole della visita: «${words}»`,
    confirmed: 'Valori confermati dal medico',
  },
  mark: 'Segna come revisionato',
  reopen: 'Riapri la revisione',
  reviewed: (date: string, time: string) => `Revisionato dal medico il ${date}, ${time}`,
  notReviewed: 'Non ancora revisionato dal medico',
  done: 'Referto revisionato.',
  reopened: 'Revisione riaperta.',
  failed: (message: string) => `Revisione non riuscita: ${afterColon(message)}`,
  region: 'Revisione',
} as const;
