import { z } from 'zod';
import type { ConsultationRow, ReportSection } from '@/shared/api/database';
import { formatDate, formatTime } from '@/shared/format/dates';
import { formatNumber } from '@/shared/format/numbers';
import { consultations } from '@/shared/i18n/consultations.messages';
import { review as words } from '@/shared/i18n/review.messages';
import { hasStatements, isCutOff, readEvidence, unheardTimes } from './evidence';

const writer = z.object({
  kind: z.enum(['builtin', 'model']),
  model: z.string().default(''),
  host: z.string().default(''),
  fallback: z.string().optional(),
  replaced: z.number().int().nonnegative().default(0),
});
const check = z.object({
  key: z.string(),
  quote: z.string().default(''),
  message: z.string(),
  state: z.enum(['open', 'confirmed']).catch('open'),
});
const schema = z.object({
  writer: writer.nullable().catch(null).default(null),
  checks: z.array(check).catch([]).default([]),
  discussed: z.record(z.string(), z.boolean()).catch({}).default({}),
});

export type Writer = z.infer<typeof writer>;
export type ValueCheck = z.infer<typeof check>;
export type Origin = z.infer<typeof schema>;

const nothing: Origin = { writer: null, checks: [], discussed: {} };

/** Who wrote a report and what is in doubt, from the column `evidence`, as a value or as text. */
export function readOrigin(evidence: unknown): Origin {
  if (typeof evidence === 'string') {
    try {
      return readOrigin(JSON.parse(evidence) as unknown);
    } catch {
      return nothing;
    }
  }
  const result = schema.safeParse(evidence);
  return result.success ? result.data : nothing;
}

/** Whether a section was spoken about; what the doctor wrote counts too. */
export function isDiscussed(consultation: ConsultationRow, section: ReportSection): boolean {
  return readOrigin(consultation.evidence).discussed[section] === true || Boolean(consultation[section]?.trim());
}

/** What was said and is in no transcript, so in no report: it goes wherever the report goes. */
function gapLines({ evidence: column }: Pick<ConsultationRow, 'evidence'>): string[] {
  const evidence = readEvidence(column);
  const stretches = unheardTimes(evidence);
  return [
    ...(stretches.length > 0 ? [consultations.document.unheardNote(stretches)] : []),
    ...(isCutOff(evidence) ? [consultations.document.cutOffNote] : []),
  ];
}

/** What is in doubt: values that nobody has confirmed, and sentences that lead to no words. */
function doubtLines(consultation: ConsultationRow): string[] {
  const open = readOrigin(consultation.evidence).checks.filter(({ state }) => state === 'open');
  return [
    ...(open.length > 0 ? [consultations.document.checksNote(open.map(({ message }) => message))] : []),
    ...(leadsToNoWords(consultation) ? [consultations.document.withoutEvidenceNote] : []),
  ];
}

/** Whether a report that somebody else's program wrote stands beside a transcript without leading to its words. */
export function leadsToNoWords({ evidence, transcription }: ConsultationRow): boolean {
  return Boolean(transcription) && !hasStatements(readEvidence(evidence));
}

/** What stands under the sections on paper: what is missing and in doubt, the doctor's word, and what it rests on. */
export function closingLines(consultation: ConsultationRow): string[] {
  const { reported_share: share } = readEvidence(consultation.evidence);
  const shareLine = share === null ? [] : [consultations.report.share(formatNumber(Math.round(share * 100)))];
  return [...gapLines(consultation), ...doubtLines(consultation), reviewLine(consultation), ...shareLine];
}

/** The line for screen and paper. */
export function reviewLine({ reviewed_at: at }: Pick<ConsultationRow, 'reviewed_at'>): string {
  return at ? words.reviewed(formatDate(at), formatTime(at)) : words.notReviewed;
}
