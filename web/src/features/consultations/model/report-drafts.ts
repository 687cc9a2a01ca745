import { DraftStore, type Draft } from '@/shared/drafts/draft-store';
import type { ReportTexts } from './report';

/** What a doctor wrote in a report and has not saved. */
export interface ReportDraft extends Draft {
  consultationId: string;
  texts: ReportTexts;
  /** The report as it stood when the writing began. */
  basis: ReportTexts;
}

export const reportDrafts = new DraftStore<ReportDraft>('scriba-drafts', 'consultationId');
