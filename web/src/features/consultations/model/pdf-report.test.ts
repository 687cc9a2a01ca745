import { describe, expect, it } from 'vitest';
import { reportSections } from '@/shared/api/database';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { writeReport, type PdfCanvas } from './pdf-report';
import { reportAsHtml, reportAsText, reportFileName, type Consultation } from './report';

const millimetresPerLetter = 2;

/** Notes what is written where. */
class Paper implements PdfCanvas {
  /** How wide each text may be, as it was broken into lines. */
  readonly widths: number[] = [];
  readonly written: { text: string; x: number; y: number; page: number }[] = [];
  private pages = 1;
  private page = 1;

  setFont = () => this;
  setFontSize = () => this;
  setTextColor = () => this;
  setDrawColor = () => this;
  line = () => this;
  splitTextToSize(text: string, width: number): string[] {
    this.widths.push(width);
    const perLine = Math.floor(width / millimetresPerLetter);
    return text.match(new RegExp(`.{1,${perLine}}`, 'gs')) ?? [''];
  }
  text(text: string, x: number, y: number, options?: { align?: 'left' | 'right' }) {
    const width = text.length * millimetresPerLetter;
    this.written.push({ text, x: options?.align === 'right' ? x - width : x, y, page: this.page });
  }
  addPage() {
    this.pages += 1;
    this.page = this.pages;
  }
  setPage(page: number) {
    this.page = page;
  }
  getNumberOfPages() {
    return this.pages;
  }
  texts() {
    return this.written.map(({ text }) => text);
  }
}

function consultation(change: Partial<Consultation> = {}): Consultation {
  return {
    ...(Object.fromEntries(reportSections.map((section) => [section, null])) as Pick<
      Consultation,
      (typeof reportSections)[number]
    >),
    id: 'c1',
    patient_id: 'p1',
    user_id: 'u1',
    created_at: '2026-11-21T13:05:00Z',
    audio_url: null,
    transcription: null,
    medical_report: null,
    gdpr_consent: true,
    visita: 'prima_visita',
    duration_seconds: 60,
    evidence: null,
    reviewed_at: null,
    reviewed_by: null,
    report_versions: [],
    patient: { first_name: 'Maria', last_name: 'Rossi', birth_date: '1980-01-31' },
    ...change,
  };
}

function printed(change: Partial<Consultation> = {}): Paper {
  const paper = new Paper();
  writeReport(paper, consultation(change), { doctor: 'Dott.ssa Anna Neri', contact: 'anna@example.it' });
  return paper;
}

describe('the PDF of a report', () => {
  it('has letterhead, patient, the nine headings in order, signature and page number', () => {
    const texts = printed({ attivita_fisica: 'Attività più leggera perché è stanca.' }).texts();
    expect(texts.slice(0, 2)).toEqual(['Dott.ssa Anna Neri', 'anna@example.it']);
    expect(texts).toEqual(expect.arrayContaining(['Maria Rossi', '31/01/1980', 'Prima visita', 'Firma del medico']));
    const headings = reportSections.map((section) => words.sections[section]);
    expect(texts.filter((text) => headings.includes(text as never))).toEqual(headings);
    expect(texts).toContain('Attività più leggera perché è stanca.');
    expect(texts.at(-1)).toBe('pagina 1 di 1');
  });

  it('says plainly what was not discussed', () => {
    expect(
      printed()
        .texts()
        .filter((text) => text === 'Non emerso durante la visita'),
    ).toHaveLength(9);
  });

  it('does not deny that a section was spoken about whose text the doctor took out, nor do its copies', () => {
    const spoken = { evidence: { discussed: { attivita_fisica: true } } };
    const missing = (texts: string[]) => texts.filter((text) => text === 'Non emerso durante la visita').length;
    expect(missing(printed(spoken).texts())).toBe(8);
    expect(printed(spoken).texts()).toContain('Nulla da riportare');
    expect(reportAsText(consultation(spoken))).toContain('ATTIVITÀ FISICA\nNulla da riportare');
    expect(reportAsHtml(consultation(spoken))).toContain('<h2>Attività fisica</h2><p>Nulla da riportare</p>');
  });

  it('says which values are in doubt and whether it leads to no words, and so do its copies', () => {
    const checks = [
      { key: 'peso_kg', message: 'Peso 84 kg, ma 64 kg nella scheda.', state: 'open' },
      { key: 'altezza', message: 'Altezza 170 cm.', state: 'confirmed' },
    ];
    const doubtful = {
      evidence: { checks, reported_share: 0.5 },
      motivo_visita: 'Controllo.',
      transcription: 'Buongiorno.',
    };
    const notes = [
      'Valori da confermare: Peso 84 kg, ma 64 kg nella scheda.',
      'Le frasi di questo referto non sono collegate alle parole della visita.',
      'Non ancora revisionato dal medico',
      'Parte della trascrizione su cui si basa il referto: 50%.',
    ];
    expect(printed(doubtful).texts()).toEqual(expect.arrayContaining(notes));
    for (const note of notes) {
      expect(reportAsText(consultation(doubtful))).toContain(note);
      expect(reportAsHtml(consultation(doubtful))).toContain(note);
    }
    expect(printed(doubtful).texts().join(' ')).not.toContain('Altezza');
    expect(printed().texts().join(' ')).not.toMatch(/Valori da confermare|non sono collegate/);
  });

  it('says whether the doctor has reviewed it, and how much of the visit it rests on', () => {
    expect(printed().texts()).toContain('Non ancora revisionato dal medico');
    const texts = printed({ reviewed_at: '2026-11-22T09:30:00', evidence: { reported_share: 0.634 } }).texts();
    expect(texts).toContain('Revisionato dal medico il 22/11/2026, 09:30');
    expect(texts).toContain('Parte della trascrizione su cui si basa il referto: 63%.');
  });

  it('says which stretches of the visit nobody transcribed, and so do its copies', () => {
    const marks = [
      { mark: 'not_transcribed', start: 190, end: 240 },
      { mark: 'cut_off', start: 600, end: 600 },
    ];
    const notes = [
      'Tratti della visita non trascritti: 03:10–04:00.',
      "L'audio di questa visita è incompleto: il referto non tiene conto di ciò che manca.",
    ];
    const heardInPart = { evidence: { transcript: { marks } } };
    expect(printed(heardInPart).texts()).toEqual(expect.arrayContaining(notes));
    for (const note of notes) {
      expect(reportAsText(consultation(heardInPart))).toContain(note);
      expect(reportAsHtml(consultation(heardInPart))).toContain(note);
    }
    expect(printed().texts().join(' ')).not.toContain('non trascritti');
  });

  it('keeps the mark of what is to be verified', () => {
    expect(printed({ storia_medica: 'Assume metformina. [da verificare]' }).texts()).toContain(
      'Assume metformina. [da verificare]',
    );
  });

  it('marks what the doctor wrote and says what the marks mean', () => {
    const evidence = {
      sections: { storia_medica: [{ text: 'Assume metformina.', evidence: [[0, 5]], source: 'said', support: 'ok' }] },
    };
    const texts = printed({
      storia_medica: 'Assume metformina.\nAllergica alle noci. [da verificare]',
      evidence,
    }).texts();
    expect(texts).toEqual(expect.arrayContaining(['Assume metformina.', 'Allergica alle noci. [da verificare] †']));
    expect(texts).toContain('† Frase scritta o modificata dal medico.');
    expect(printed({ storia_medica: 'Assume metformina.', evidence }).texts().join(' ')).not.toContain('†');
  });

  it('gives the signature no page of its own when the text ends at the foot of one', () => {
    const endingAt = (lines: number) =>
      printed({ note_specialista: Array.from({ length: lines }, (_, index) => `Riga ${index}`).join('\n') });
    for (let lines = 1; lines < 40; lines += 1) {
      const { written } = endingAt(lines);
      const signature = written.find(({ text }) => text === 'Firma del medico');
      const last = written.filter(({ text }) => text.startsWith('Riga')).at(-1);
      expect(signature!.page === last!.page || signature!.y < 60).toBe(true);
      if (last!.y <= 250) expect(signature!.page).toBe(last!.page);
    }
  });

  it('keeps every line between the margins, 170 mm apart, however long a name is', () => {
    const patient = {
      first_name: 'Maria Immacolata '.repeat(5).trim(),
      last_name: 'Bianchi'.repeat(12),
      birth_date: null,
    };
    const paper = printed({ patient, storia_medica: 'Una storia lunga '.repeat(40) });
    expect(Math.max(...paper.widths)).toBe(170);
    for (const { text, x } of paper.written) {
      expect(x).toBeGreaterThanOrEqual(20);
      expect(x + text.length * millimetresPerLetter).toBeLessThanOrEqual(190);
    }
    const facts = paper.written.filter(({ x }) => x === 60);
    expect(facts.map(({ text }) => text).join('')).toContain('Bianchi'.repeat(12));
    expect(new Set(facts.map(({ y }) => y)).size).toBe(facts.length);
  });

  it('turns the page beyond 250 and numbers every page', () => {
    const paper = printed({ storia_medica: Array.from({ length: 120 }, (_, index) => `Riga ${index}`).join('\n') });
    const body = paper.written.filter(({ y }) => y < 285);
    expect(Math.max(...body.map(({ y }) => y))).toBeLessThanOrEqual(280);
    expect(body.filter(({ text }) => text.startsWith('Riga')).every(({ y }) => y <= 250)).toBe(true);
    const pages = paper.getNumberOfPages();
    expect(pages).toBeGreaterThan(2);
    expect(paper.texts().filter((text) => text.startsWith('pagina'))).toEqual(
      Array.from({ length: pages }, (_, index) => `pagina ${index + 1} di ${pages}`),
    );
  });
});

describe('the name of the file', () => {
  it('is the last name in lower case and the date', () => {
    expect(reportFileName('Rossi', '2026-11-21T13:05:00Z')).toBe('referto_rossi_2026-11-21.pdf');
    expect(reportFileName("D'Angelo De/Luca", '2026-11-21T13:05:00Z')).toBe("referto_d'angelo_de_luca_2026-11-21.pdf");
  });
});
