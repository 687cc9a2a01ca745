import { reportSections, type ConsultationRow, type ReportSection } from '@/shared/api/database';
import { formatDate, formatTime } from '@/shared/format/dates';
import { firstLine } from '@/shared/format/lines';
import { toApiError } from '@/shared/api/errors';
import { fullName } from '@/shared/format/people';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { readEvidence, sectionLines, type Evidence, type ReportLine } from './evidence';
import { closingLines, isDiscussed } from './review';

export interface ReportPatient {
  first_name: string;
  last_name: string;
  birth_date: string | null;
}

/** A consultation with the patient it belongs to, and the newest version of its report where it has one. */
export type Consultation = ConsultationRow & { patient: ReportPatient | null; report_versions: { number: number }[] };

export interface ReportSectionView {
  key: ReportSection;
  title: string;
  lines: ReportLine[];
  isDiscussed: boolean;
}

/** The nine texts as they are written in; an empty one is nothing said. */
export type ReportTexts = Record<ReportSection, string>;

export function textsOf(row: Record<ReportSection, string | null>): ReportTexts {
  return Object.fromEntries(reportSections.map((section) => [section, row[section] ?? ''])) as ReportTexts;
}

/** Whether both say the same: white space around a text says nothing. */
export function isSameText(left: ReportTexts, right: ReportTexts): boolean {
  return reportSections.every((section) => left[section].trim() === right[section].trim());
}

/** The nine sections in order, the empty ones too. */
export function reportSectionsOf(consultation: ConsultationRow): ReportSectionView[] {
  const evidence = readEvidence(consultation.evidence);
  return reportSections.map((key) => ({
    key,
    title: words.sections[key],
    lines: sectionLines(consultation[key], key, evidence),
    isDiscussed: isDiscussed(consultation, key),
  }));
}

/** What stands in a section without a line: only of what was not spoken about is it said that it did not come up. */
export function missingText(isDiscussed: boolean): string {
  return isDiscussed ? words.nothingToReport : words.notDiscussed;
}

/** A line on paper: the marks of what is to be verified and of what the doctor wrote stay with it. */
export function printedLine({ text, isToVerify, isByDoctor }: ReportLine): string {
  const { document } = words;
  return [text, isToVerify ? `[${words.toVerify}]` : '', isByDoctor ? document.byDoctorMark : '']
    .filter(Boolean)
    .join(' ');
}

function printedLines({ lines, isDiscussed }: ReportSectionView): string[] {
  return lines.length > 0 ? lines.map(printedLine) : [missingText(isDiscussed)];
}

/** What the marks on paper mean; nothing where there are none. */
function markNotes(sections: readonly ReportSectionView[]): string[] {
  const lines = sections.flatMap((section) => section.lines);
  const { document } = words;
  return [
    ...(lines.some(({ isToVerify }) => isToVerify) ? [document.toVerifyNote] : []),
    ...(lines.some(({ isByDoctor }) => isByDoctor) ? [document.byDoctorNote] : []),
  ];
}

/** What stands under the sections wherever the report goes: its marks explained, and the lines that close it. */
export function reportNotes(consultation: Consultation, sections: readonly ReportSectionView[]): string[] {
  return [...markNotes(sections), ...closingLines(consultation)];
}

/** Whose report it is, for the foot of every page. */
export function reportOwner({ patient }: Consultation): string {
  return patient ? fullName(patient) : words.untitled;
}

/** What stands above the sections on paper: label and value. */
export function reportFacts(consultation: Consultation): [string, string][] {
  const { patient, created_at: at, visita } = consultation;
  const { document } = words;
  return [
    [document.patient, reportOwner(consultation)],
    ...(patient?.birth_date ? [[document.birthDate, formatDate(patient.birth_date)] as [string, string]] : []),
    [document.visitDate, `${formatDate(at)}, ${formatTime(at)}`],
    [document.visitType, words.visits[visita]],
  ];
}

/** The first line of the reason for the visit, or 'Consultazione'. */
export function consultationTitle({ motivo_visita: reason }: Pick<ConsultationRow, 'motivo_visita'>): string {
  return firstLine(reason) ?? words.untitled;
}

/** The report as plain text, for another program's field. */
export function reportAsText(consultation: Consultation): string {
  const facts = reportFacts(consultation).map(([label, value]) => `${label}: ${value}`);
  const sections = reportSectionsOf(consultation);
  const written = sections.map((section) => [section.title.toUpperCase(), ...printedLines(section)].join('\n'));
  const notes = reportNotes(consultation, sections);
  return [words.document.title, facts.join('\n'), ...written, notes.join('\n')].join('\n\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The same for a word processor: headings stay headings. */
export function reportAsHtml(consultation: Consultation): string {
  const facts = reportFacts(consultation).map(([label, value]) => `<b>${escaped(label)}:</b> ${escaped(value)}`);
  const sections = reportSectionsOf(consultation);
  const written = sections.map((section) => {
    const body = printedLines(section).map((line) => `<p>${escaped(line)}</p>`);
    return `<h2>${escaped(section.title)}</h2>${body.join('')}`;
  });
  const notes = reportNotes(consultation, sections).map((note) => `<p><small>${escaped(note)}</small></p>`);
  return `<h1>${escaped(words.document.title)}</h1><p>${facts.join('<br>')}</p>${written.join('')}${notes.join('')}`;
}

/** `referto_rossi_2026-11-21.pdf`; what no file name may hold becomes a low line. */
export function reportFileName(lastName: string, isoDate: string): string {
  const [day, month, year] = formatDate(isoDate).split('/');
  const name = lastName
    .trim()
    .toLocaleLowerCase('it')
    .replace(/[\s\\/:*?"<>|]+/g, '_');
  return `referto_${name}_${year ?? ''}-${month ?? ''}-${day ?? ''}.pdf`;
}

/** `consultation-audio/<object name>` as the storage client wants it. */
export function storedAudio(audioUrl: string): { bucket: string; path: string } {
  const slash = audioUrl.indexOf('/');
  return { bucket: audioUrl.slice(0, slash), path: audioUrl.slice(slash + 1) };
}

/** What has become of the sound: times in the evidence tell that there once was some. */
export function soundOf({ audio_url: audioUrl }: Consultation, evidence: Evidence): 'kept' | 'removed' | 'none' {
  if (audioUrl !== null) return 'kept';
  return evidence.transcript.segments.length > 0 ? 'removed' : 'none';
}

/** Whether storage has no such sound any more, rather than failing to give it. */
export function wasRemoved(error: unknown): boolean {
  const { status, code } = toApiError(error);
  return status === 404 || code === 'NoSuchKey';
}

/** `visita_2026-11-21.webm`: the patient's name stays out of a folder of downloads. */
export function audioFileName(audioUrl: string, italianDate: string): string {
  const extension = /\.([a-z0-9]+)$/i.exec(audioUrl)?.[1] ?? 'audio';
  return `visita_${italianDate.split('/').reverse().join('-')}.${extension}`;
}
