import { ApiError } from '@/shared/api/errors';
import { reportSections, type ReportSection } from '@/shared/api/database';
import { isSameText, textsOf, type Consultation, type ReportTexts } from './report';

/** A report as it was read: what a change rests on. */
export interface ReportBasis {
  texts: ReportTexts;
  /** The number of its newest version; 0 where it has none. */
  version: number;
}

export function versionOf({ report_versions: [newest] }: Pick<Consultation, 'report_versions'>): number {
  return newest?.number ?? 0;
}

export function basisOf(consultation: Consultation): ReportBasis {
  return { texts: textsOf(consultation), version: versionOf(consultation) };
}

function differs(left: ReportTexts, right: ReportTexts, section: ReportSection): boolean {
  return left[section].trim() !== right[section].trim();
}

export function changedSections(texts: ReportTexts, before: ReportTexts): ReportSection[] {
  return reportSections.filter((section) => differs(texts, before, section));
}

/** The changes from `before` to `texts`, on top of another text: what was not touched is as it is there. */
export function carriedOver(texts: ReportTexts, before: ReportTexts, now: ReportTexts): ReportTexts {
  const carried = changedSections(texts, before).map((section) => [section, texts[section]]);
  return { ...now, ...(Object.fromEntries(carried) as Partial<ReportTexts>) };
}

/** The sections that are not the same any more on both sides, nor the same on either. */
export function disputedSections(texts: ReportTexts, before: ReportTexts, now: ReportTexts): ReportSection[] {
  return changedSections(texts, before).filter(
    (section) => differs(now, before, section) && differs(now, texts, section),
  );
}

/** The report is not the one that was read: somebody has changed it elsewhere. */
export class ReportChangedError extends ApiError {
  readonly now: Consultation;

  constructor(now: Consultation) {
    super({ code: 'report_changed', message: 'the report was changed elsewhere', status: 0 });
    this.now = now;
  }
}

/** Whether a report says what was to be saved, though no answer told so. */
export function hasArrived(now: Consultation, texts: ReportTexts, before: ReportTexts): boolean {
  return isSameText(carriedOver(texts, before, textsOf(now)), textsOf(now));
}
