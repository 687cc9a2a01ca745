import type { ReportSection } from '@/shared/api/database';
import { afterColon } from './after-colon';

/** The history of consultations and the report: on the screen, on paper and in the PDF. */
const sections: Readonly<Record<ReportSection, string>> = {
  motivo_visita: 'Motivo della visita',
  storia_medica: 'Storia medica',
  storia_ponderale: 'Storia ponderale',
  abitudini_alimentari: 'Abitudini alimentari',
  attivita_fisica: 'Attività fisica',
  fattori_psi: 'Fattori psicologici',
  esami_parametri: 'Esami e parametri',
  punti_critici: 'Punti critici',
  note_specialista: 'Note dello specialista',
};

export const consultations = {
  sections,
  visits: { prima_visita: 'Prima visita', visita_controllo: 'Visita di controllo' },
  untitled: 'Consultazione',
  toVerify: 'da verificare',
  notDiscussed: 'Non emerso durante la visita',
  nothingToReport: 'Nulla da riportare',
  history: {
    title: 'Storico consultazioni',
    viewReport: 'Visualizza referto completo',
    downloadAudio: 'Scarica audio',
    duration: (text: string) => `durata ${text}`,
    empty: 'Nessuna consultazione registrata.',
    emptyHint: 'Registra o carica la prima visita: il referto comparirà qui.',
    recordFirst: 'Registra la prima visita',
  },
  page: {
    title: 'Storico',
    search: 'Cerca per paziente o motivo della visita',
    total: (count: string) => `${count} totali`,
    showAll: 'Mostra tutte le consultazioni',
    noMatch: 'Nessuna consultazione trovata.',
    noMatchHint: 'Prova con un altro nome o con una parola del motivo della visita.',
  },
  errors: {
    load: (message: string) => `Errore nel caricamento delle consultazioni: ${afterColon(message)}`,
    save: (message: string) => `Errore durante il salvataggio: ${afterColon(message)}`,
    audio: (message: string) => `L'audio non è disponibile: ${afterColon(message)}`,
    pdf: (message: string) => `Il PDF non è stato creato: ${afterColon(message)}`,
    copy: 'Il browser non ha permesso la copia. Seleziona il testo e copialo dalla tastiera.',
  },
  report: {
    title: 'Referto',
    actions: {
      edit: 'Modifica',
      versions: 'Versioni',
      save: 'Salva',
      cancel: 'Annulla',
      copy: 'Copia',
      pdf: 'Scarica PDF',
      print: 'Stampa',
      close: 'Chiudi',
    },
    saved: 'Referto aggiornato.',
    unchanged: "Nessuna modifica: il referto resta com'è.",
    changedElsewhere: (disputed: readonly string[]) =>
      [
        'Il referto è stato cambiato altrove mentre lo modificavi, e non è stato sovrascritto.',
        disputed.length > 0 ? `Sezioni cambiate qui e altrove: ${disputed.join(', ')}.` : '',
        'Rileggi il testo, poi salva di nuovo.',
      ]
        .filter(Boolean)
        .join(' '),
    copied: 'Referto copiato.',
    audio: 'Audio della visita',
    transcript: 'Trascrizione',
    noTranscript: 'La trascrizione non è disponibile.',
    playLine: 'Invio per ascoltare le parole da cui viene la frase.',
    showLine: 'Invio per leggere le parole da cui viene la frase.',
    playSentence: 'Invio per ascoltare la frase, frecce su e giù per passare alle altre.',
    player: {
      hint: 'Premi una frase del referto o della trascrizione per ascoltarla.',
      play: 'Riproduci',
      pause: 'Pausa',
      back: 'Indietro di 5 secondi',
      forward: 'Avanti di 5 secondi',
      position: "Posizione nell'audio",
      positionOf: (position: string, duration: string) => `${position} di ${duration}`,
      speed: 'Velocità',
      speeds: { 1: '1×', 1.25: '1,25×', 1.5: '1,5×', 2: '2×' },
      unreachable:
        "L'audio non arriva più dal server. Controlla la connessione e premi Riproduci: continua dal punto in cui era.",
      unplayable: "Il browser non riesce a riprodurre l'audio. Puoi scaricarlo e ascoltarlo con un altro programma.",
      none: "Di questa visita non c'è audio: ci sono la trascrizione e il referto.",
      removed: "L'audio di questa visita è stato eliminato. Trascrizione e referto restano.",
      removedOn: (date: string) =>
        `L'audio di questa visita è stato eliminato il ${date}. Trascrizione e referto restano.`,
      deletion: {
        name: 'Elimina audio',
        title: "Eliminare l'audio della visita?",
        text: "L'audio di questa visita sarà eliminato per sempre: non si potrà più ascoltare né scaricare. Trascrizione e referto restano.",
        busy: 'Eliminazione in corso...',
        done: 'Audio eliminato.',
        failed: (message: string) => `L'audio non è stato eliminato: ${afterColon(message)}`,
      },
      retention: {
        kept: "L'audio resta conservato con la visita.",
        afterReport:
          "L'audio sarà eliminato tra pochi minuti, ora che il referto è salvato. Trascrizione e referto restano.",
        until: (date: string) => `L'audio sarà eliminato il ${date}. Trascrizione e referto restano.`,
      },
    },
    showWords: (text: string) => `Mostra le parole della visita: ${text}`,
    words: 'Dalle parole della visita',
    computed: 'Valore calcolato da quanto detto',
    rule: (reason: string) => `Regola: ${reason}`,
    byDoctor: 'modificato dal medico',
    withoutEvidence:
      'Le frasi di questo referto non sono collegate alle parole della visita: confrontale con la trascrizione.',
    unheard: (stretches: readonly string[]) =>
      stretches.length === 1
        ? `Un tratto della visita non è stato trascritto (${stretches[0]}): ascoltalo prima di firmare.`
        : `Alcuni tratti della visita non sono stati trascritti (${stretches.join(', ')}): ascoltali prima di firmare.`,
    cutOff:
      "L'audio di questa visita è incompleto: una parte non si è potuta leggere, e il referto non ne tiene conto.",
    omissions: 'Detto ma non riportato',
    share: (percent: string) => `Parte della trascrizione su cui si basa il referto: ${percent}%.`,
    draftKept: 'Bozza conservata in questo browser',
    unsaved: {
      title: 'Modifiche non salvate',
      text: 'Le modifiche non sono ancora nel referto. Se chiudi ora, restano in questo browser come bozza da riprendere.',
      stay: 'Continua a modificare',
      leave: 'Chiudi senza salvare',
    },
    offer: {
      text: (date: string, time: string) => `Ci sono modifiche non salvate del ${date}, ore ${time}.`,
      moved: 'Nel frattempo il referto è cambiato: prima di salvare, confronta con il testo attuale.',
    },
    emptySection: 'Scrivi qui, o lascia vuoto',
    versions: {
      title: 'Versioni del referto',
      empty: 'Sezione vuota',
      none: 'Questo referto non ha ancora un testo.',
      failed: (message: string) => `Errore nel caricamento delle versioni: ${afterColon(message)}`,
      first: 'Prima stesura',
      name: (number: number) => `Versione ${number}`,
      current: 'attuale',
      sameAs: (number: number) => `come la versione ${number}`,
      readCurrent: 'Il testo attuale.',
      compared: (name: string) => `${name} a confronto con il testo attuale: − non c'è più, + è stato aggiunto.`,
      gone: "Non c'è più: ",
      added: 'Aggiunto dopo: ',
      restore: 'Ripristina questa versione',
      restored: (number: number) => (number === 1 ? 'Prima stesura ripristinata.' : `Versione ${number} ripristinata.`),
    },
  },
  document: {
    title: 'Referto della visita',
    doctor: 'Medico',
    patient: 'Paziente',
    birthDate: 'Data di nascita',
    visitDate: 'Data della visita',
    visitType: 'Tipo di visita',
    byDoctorMark: '†',
    byDoctorNote: '† Frase scritta o modificata dal medico.',
    toVerifyNote: '[da verificare] Frase senza riscontro sufficiente nella trascrizione della visita.',
    unheardNote: (stretches: readonly string[]) => `Tratti della visita non trascritti: ${stretches.join(', ')}.`,
    cutOffNote: "L'audio di questa visita è incompleto: il referto non tiene conto di ciò che manca.",
    checksNote: (checks: readonly string[]) => `Valori da confermare: ${checks.join(' ')}`,
    withoutEvidenceNote: 'Le frasi di questo referto non sono collegate alle parole della visita.',
    unsavedNote:
      'Stampato durante una modifica non ancora salvata: questo foglio può non corrispondere al referto conservato.',
    signature: 'Firma del medico',
    page: (page: number, pages: number) => `pagina ${page} di ${pages}`,
  },
} as const;
