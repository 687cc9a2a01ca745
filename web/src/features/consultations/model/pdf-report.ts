import { consultations as words } from '@/shared/i18n/consultations.messages';
import {
  missingText,
  printedLine,
  reportFacts,
  reportNotes,
  reportOwner,
  reportSectionsOf,
  type Consultation,
} from './report';

/** What is used of jsPDF: millimetres, points for the size of letters. */
export interface PdfCanvas {
  setFont: (family: string, style: 'normal' | 'bold') => unknown;
  setFontSize: (points: number) => unknown;
  setTextColor: (grey: number) => unknown;
  setDrawColor: (grey: number) => unknown;
  splitTextToSize: (text: string, width: number) => string[];
  text: (text: string, x: number, y: number, options?: { align?: 'left' | 'right' }) => unknown;
  line: (x1: number, y1: number, x2: number, y2: number) => unknown;
  addPage: () => unknown;
  setPage: (page: number) => unknown;
  getNumberOfPages: () => number;
}

/** A4 with margins of 20 mm: text 170 wide, a new page once the next line would begin below 250. */
const left = 20;
const textWidth = 170;
const right = left + textWidth;
/** The column of the labels above the sections. */
const labelWidth = 40;
/** What the number of the page needs at the foot. */
const pageNumberWidth = 40;
const top = 24;
const lastLine = 250;
const footer = 285;
/** Where the signature may stand at the lowest, clear of the footer. */
const lowestClosing = 280;
const signatureGap = 12;
const signatureHeight = signatureGap + 5;
const family = 'Inter';
const black = 20;
const grey = 95;

interface Style {
  size: number;
  weight: 'normal' | 'bold';
  colour?: number;
  /** Millimetres from one line to the next. */
  leading: number;
}

const styles = {
  doctor: { size: 13, weight: 'bold', leading: 6 },
  small: { size: 9, weight: 'normal', colour: grey, leading: 4.5 },
  title: { size: 15, weight: 'bold', leading: 8 },
  fact: { size: 10, weight: 'normal', leading: 5.5 },
  heading: { size: 11.5, weight: 'bold', leading: 6.5 },
  body: { size: 10.5, weight: 'normal', leading: 5.4 },
  missing: { size: 10.5, weight: 'normal', colour: grey, leading: 5.4 },
} satisfies Record<string, Style>;

/** A pen that knows where it stands and turns the page by itself. */
class Pen {
  y = top;
  private readonly canvas: PdfCanvas;

  constructor(canvas: PdfCanvas) {
    this.canvas = canvas;
  }

  use({ size, weight, colour = black }: Style): void {
    this.canvas.setFont(family, weight);
    this.canvas.setFontSize(size);
    this.canvas.setTextColor(colour);
  }

  space(millimetres: number): void {
    this.y += millimetres;
  }

  /** A new page when less than `needed` millimetres are left, so that a heading is not parted from its text. */
  turnPage(needed = 0): void {
    this.makeRoom(needed, lastLine);
  }

  /** The same against another end of the page. */
  makeRoom(needed: number, lowest: number): void {
    if (this.y + needed <= lowest) return;
    this.canvas.addPage();
    this.y = top;
  }

  write(text: string, style: Style): void {
    this.use(style);
    for (const line of this.canvas.splitTextToSize(text, textWidth)) {
      this.turnPage();
      this.use(style);
      this.canvas.text(line, left, this.y);
      this.y += style.leading;
    }
  }

  rule(): void {
    this.canvas.setDrawColor(200);
    this.canvas.line(left, this.y, right, this.y);
    this.y += 7;
  }
}

export interface Letterhead {
  doctor: string;
  contact: string;
}

function writeHead(pen: Pen, canvas: PdfCanvas, consultation: Consultation, { doctor, contact }: Letterhead): void {
  pen.write(doctor, styles.doctor);
  if (contact && contact !== doctor) pen.write(contact, styles.small);
  pen.rule();
  pen.space(3);
  pen.write(words.document.title, styles.title);
  for (const [label, value] of reportFacts(consultation)) {
    pen.use(styles.small);
    canvas.text(label, left, pen.y);
    pen.use(styles.fact);
    for (const line of canvas.splitTextToSize(value, textWidth - labelWidth)) {
      canvas.text(line, left + labelWidth, pen.y);
      pen.space(styles.fact.leading);
    }
  }
  pen.space(1);
  pen.rule();
}

/** Writes the report on the canvas: letterhead, patient, nine sections, place for the signature, numbered pages. */
export function writeReport(canvas: PdfCanvas, consultation: Consultation, letterhead: Letterhead): void {
  const pen = new Pen(canvas);
  writeHead(pen, canvas, consultation, letterhead);
  const sections = reportSectionsOf(consultation);
  for (const { title, lines, isDiscussed } of sections) {
    pen.turnPage(styles.heading.leading + styles.body.leading);
    pen.write(title, styles.heading);
    if (lines.length === 0) pen.write(missingText(isDiscussed), styles.missing);
    for (const line of lines) pen.write(printedLine(line), styles.body);
    pen.space(4);
  }
  writeClosing(pen, canvas, reportNotes(consultation, sections));
  numberPages(canvas, consultation);
}

/** What the marks mean, and the place for the signature. They may reach into the lower margin: no page for them alone. */
function writeClosing(pen: Pen, canvas: PdfCanvas, notes: readonly string[]): void {
  pen.use(styles.small);
  const lines = notes.flatMap((note) => canvas.splitTextToSize(note, textWidth));
  pen.makeRoom(lines.length * styles.small.leading + signatureHeight, lowestClosing);
  for (const line of lines) {
    canvas.text(line, left, pen.y);
    pen.space(styles.small.leading);
  }
  pen.space(signatureGap);
  canvas.line(right - 70, pen.y, right, pen.y);
  pen.space(signatureHeight - signatureGap);
  canvas.text(words.document.signature, right, pen.y, { align: 'right' });
}

function numberPages(canvas: PdfCanvas, consultation: Consultation): void {
  const pages = canvas.getNumberOfPages();
  const [name = ''] = canvas.splitTextToSize(reportOwner(consultation), textWidth - pageNumberWidth);
  for (let page = 1; page <= pages; page += 1) {
    canvas.setPage(page);
    canvas.setFont(family, 'normal');
    canvas.setFontSize(styles.small.size);
    canvas.setTextColor(grey);
    canvas.text(name, left, footer);
    canvas.text(words.document.page(page, pages), right, footer, { align: 'right' });
  }
}
