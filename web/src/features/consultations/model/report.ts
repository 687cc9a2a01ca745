import { reportSections, type ConsultationRow, type ReportSection } from '@/shared/api/database';
import { formatDate, formatTime } from '@/shared/format/dates';
import { fullName } from '@/shared/format/people';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { readEvidence, sectionLines, type ReportLine } from './evidence';

export interface ReportPatient {
  first_name: string;
  last_name: string;
  birth_date: string | null;
}

/** A consultation with the patient it belongs to. */
export type Consultation = ConsultationRow & { patient: ReportPatient | null };

export interface ReportSectionView {
  key: ReportSection;
  title: string;
  lines: ReportLine[];
}

/** The nine sections in order, the empty ones too. */
export function reportSectionsOf(consultation: ConsultationRow): ReportSectionView[] {
  const evidence = readEvidence(consultation.evidence);
  return reportSections.map((key) => ({
    key,
    title: words.sections[key],
    lines: sectionLines(consultation[key], key, evidence),
  }));
}

/** A line on paper: the mark of what is to be verified stays with it. */
export function printedLine({ text, isToVerify }: Pick<ReportLine, 'text' | 'isToVerify'>): string {
  return isToVerify ? `${text} [${words.toVerify}]` : text;
}

/** What stands above the sections on paper: label and value. */
export function reportFacts(consultation: Consultation): [string, string][] {
  const { patient, created_at: at, visita } = consultation;
  const { document } = words;
  return [
    [document.patient, patient ? fullName(patient) : words.untitled],
    ...(patient?.birth_date ? [[document.birthDate, formatDate(patient.birth_date)] as [string, string]] : []),
    [document.visitDate, `${formatDate(at)}, ${formatTime(at)}`],
    [document.visitType, words.visits[visita]],
  ];
}

/** The first line of the reason for the visit, or 'Consultazione'. */
export function consultationTitle({ motivo_visita: reason }: Pick<ConsultationRow, 'motivo_visita'>): string {
  return reason?.split('\n').find((line) => line.trim() !== '') ?? words.untitled;
}

/** The report as plain text, for another program's field. */
export function reportAsText(consultation: Consultation): string {
  const facts = reportFacts(consultation).map(([label, value]) => `${label}: ${value}`);
  const sections = reportSectionsOf(consultation).map(({ title, lines }) =>
    [title.toUpperCase(), ...(lines.length > 0 ? lines.map(printedLine) : [words.notDiscussed])].join('\n'),
  );
  return [words.document.title, facts.join('\n'), ...sections].join('\n\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The same for a word processor: headings stay headings. */
export function reportAsHtml(consultation: Consultation): string {
  const facts = reportFacts(consultation).map(([label, value]) => `<b>${escaped(label)}:</b> ${escaped(value)}`);
  const sections = reportSectionsOf(consultation).map(({ title, lines }) => {
    const body = lines.length > 0 ? lines.map(printedLine) : [words.notDiscussed];
    return `<h2>${escaped(title)}</h2>${body.map((line) => `<p>${escaped(line)}</p>`).join('')}`;
  });
  return `<h1>${escaped(words.document.title)}</h1><p>${facts.join('<br>')}</p>${sections.join('')}`;
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

/** `visita_2026-11-21.webm`: the patient's name stays out of a folder of downloads. */
export function audioFileName(audioUrl: string, italianDate: string): string {
  const extension = /\.([a-z0-9]+)$/i.exec(audioUrl)?.[1] ?? 'audio';
  return `visita_${italianDate.split('/').reverse().join('-')}.${extension}`;
}
