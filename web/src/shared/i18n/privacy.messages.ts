/** Who answers for the data, until the operator has written it into the configuration. */
const unnamedController = {
  name: '[Titolare del trattamento: da indicare nella configurazione]',
  address: '[sede]',
};

interface Controller {
  name: string;
  address: string;
}

/** What the operator's settings decide. */
interface Keeping {
  /** `keep`, `after-report`, or days after the visit. */
  audioRetention?: string;
  /** How long the lines of the audit log stay; 0 is for ever. */
  auditLogDays?: number;
}

function audioKept(choice: string | undefined): string {
  const rule = 'audio delle visite: ';
  const always = 'il medico può eliminarlo in ogni momento, anche da solo, senza eliminare il referto';
  if (choice === 'after-report')
    return `${rule}fino al salvataggio del referto, poi è eliminato automaticamente; ${always};`;
  const days = Number(choice);
  if (!Number.isInteger(days) || days <= 0) return `${rule}finché il medico titolare non lo elimina; ${always};`;
  return `${rule}${days === 1 ? 'un giorno' : `${days} giorni`} dalla visita, poi è eliminato automaticamente; ${always};`;
}

function logKept(days: number | undefined): string {
  if (days === 0) return 'registri di sicurezza: senza un termine fissato, per la durata del servizio;';
  if (days === undefined) return 'registri di sicurezza: per il tempo stabilito dal gestore;';
  return `registri di sicurezza: ${days === 1 ? 'un giorno' : `${days} giorni`};`;
}

interface PolicySection {
  title: string;
  paragraphs: readonly string[];
  points?: readonly string[];
}

/** The privacy policy (articles 13 and 14 GDPR, d.lgs. 196/2003 as amended by d.lgs. 101/2018). */
export const privacy = {
  title: 'Informativa sulla privacy',
  back: 'Indietro',
  updated: 'Ultimo aggiornamento: novembre 2026',
  sections: (
    email: string,
    controller: Controller = unnamedController,
    keeping: Keeping = {},
  ): readonly PolicySection[] => [
    {
      title: 'Introduzione',
      paragraphs: [
        `Questa informativa spiega come ${controller.name}, ${controller.address}, tratta i dati personali attraverso Scriba, l'applicazione con cui i medici registrano le visite e ne ottengono trascrizione e referto. È resa ai sensi degli articoli 13 e 14 del Regolamento (UE) 2016/679 (GDPR) e del d.lgs. 196/2003, come modificato dal d.lgs. 101/2018.`,
        "Per i dati dei medici che usano il servizio il gestore è titolare del trattamento. Per i dati dei pazienti titolare è il medico o la struttura che li ha in cura: il gestore li tratta soltanto per suo conto, come responsabile del trattamento ai sensi dell'articolo 28 del GDPR, secondo le sue istruzioni.",
      ],
    },
    {
      title: 'Dati raccolti',
      paragraphs: ['Scriba raccoglie soltanto i dati che servono al suo funzionamento:'],
      points: [
        'dati del medico: nome completo, indirizzo email, password (conservata solo in forma cifrata e non reversibile), piano di abbonamento e minuti utilizzati;',
        'dati del paziente inseriti dal medico: nome e cognome, data di nascita, genere, recapiti, peso, altezza e note;',
        'dati della visita, che comprendono dati relativi alla salute: registrazione audio, trascrizione, referto, tipo e durata della visita, momento e testo del consenso;',
        'dati tecnici: data e ora degli accessi, indirizzo di rete ed errori, nei registri di sicurezza che non contengono dati clinici.',
      ],
    },
    {
      title: 'Utilizzo dei dati',
      paragraphs: ['I dati sono trattati per le finalità e con le basi giuridiche seguenti:'],
      points: [
        'fornire il servizio al medico: esecuzione del contratto (art. 6, par. 1, lett. b GDPR);',
        'documentare la visita: finalità di cura (art. 9, par. 2, lett. h GDPR), sotto la responsabilità di un professionista tenuto al segreto;',
        'registrare la voce del paziente: consenso esplicito raccolto dal medico prima della registrazione (art. 9, par. 2, lett. a GDPR), revocabile in ogni momento;',
        'proteggere il servizio e adempiere agli obblighi di legge, anche fiscali (art. 6, par. 1, lett. c ed f GDPR).',
      ],
    },
    {
      title: 'Cookie',
      paragraphs: [
        "Scriba non usa cookie di profilazione né strumenti di tracciamento di terzi e non carica risorse da altri siti. Nella memoria del browser conserva soltanto ciò che è strettamente necessario: la sessione di accesso, le preferenze dello schermo, la scelta fatta sull'avviso dei cookie, le modifiche a un referto non ancora salvate (per 60 giorni al più) e, durante una registrazione, l'audio non ancora arrivato al server. Per questi strumenti tecnici il consenso non è richiesto (art. 122 del d.lgs. 196/2003 e Linee guida del Garante del 10 giugno 2021).",
      ],
    },
    {
      title: 'Conservazione',
      paragraphs: ['I dati sono conservati per il tempo necessario alle finalità indicate:'],
      points: [
        "dati dell'account: per la durata del contratto e poi per i termini di prescrizione e gli obblighi fiscali (dieci anni per i documenti contabili);",
        'dati dei pazienti, trascrizioni e referti: finché il medico titolare non li elimina, nel rispetto dei termini di conservazione della documentazione sanitaria che si applicano a lui;',
        audioKept(keeping.audioRetention),
        logKept(keeping.auditLogDays),
        'copie di sicurezza: finché il gestore le conserva; ciò che è stato eliminato ne esce quando la copia scade, e dopo un ripristino è eliminato di nuovo.',
      ],
    },
    {
      title: "Diritti dell'interessato",
      paragraphs: [
        "L'interessato può chiedere l'accesso ai propri dati, la rettifica, la cancellazione, la limitazione del trattamento e la portabilità, opporsi al trattamento e revocare il consenso senza pregiudicare i trattamenti già avvenuti (articoli 15-22 del GDPR). Il referto è sempre scritto e confermato da un medico: non vi sono decisioni basate unicamente su trattamenti automatizzati.",
        "Il medico che vuole cancellare il proprio account con tutti i dati, o riceverne una copia, lo chiede al gestore ai recapiti in fondo a questa informativa. Un paziente che revoca il consenso alla registrazione lo dice al medico, che elimina l'audio della visita.",
        'I pazienti si rivolgono al medico o alla struttura che li ha in cura. In ogni caso è possibile proporre reclamo al Garante per la protezione dei dati personali (www.garanteprivacy.it).',
      ],
    },
    {
      title: 'Sicurezza',
      paragraphs: [
        "I testi clinici e l'audio sono cifrati quando sono conservati, con chiavi distinte per ciascun medico, e le comunicazioni viaggiano su connessioni protette. Ogni medico accede soltanto ai propri pazienti. Chi amministra il servizio non vede i dati clinici nell'applicazione. Il gestore, che custodisce il server e la sua chiave, può aprirli per dare seguito a una richiesta del medico o del paziente (copia dei dati): ogni esportazione è annotata nel registro delle attività. I dati restano sul server dell'installazione: se il gestore ha configurato un motore di trascrizione o un modello linguistico esterno, il medico vede il primo accanto al consenso di ogni nuova consultazione e il secondo nel referto, e il fornitore è nominato responsabile del trattamento.",
        'In caso di violazione dei dati si applicano gli articoli 33 e 34 del GDPR.',
      ],
    },
    {
      title: 'Contatti',
      paragraphs: [
        `Per ogni domanda su questa informativa e per esercitare i propri diritti: ${controller.name}, ${controller.address}, email ${email}.`,
      ],
    },
  ],
} as const;
