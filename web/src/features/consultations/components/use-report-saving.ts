import { useState } from 'react';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { notifySuccess } from '@/shared/ui/notify';
import { useUpdateReport } from '../api/update-report';
import { basisOf, disputedSections, ReportChangedError } from '../model/changes';
import { isSameText, textsOf, type Consultation, type ReportTexts } from '../model/report';
import type { Writing } from '../model/writing';
import type { DraftInHand } from './use-report-draft';

/** Why a text was not saved; of one that changed elsewhere, also where both sides changed it. */
function reasonOf(error: unknown, { texts, basis }: Writing): string {
  if (!(error instanceof ReportChangedError)) return words.errors.save(describeError(error));
  const disputed = disputedSections(texts, basis.texts, textsOf(error.now));
  return words.report.changedElsewhere(disputed.map((section) => words.sections[section]));
}

/** Saves what was written or brought back. It is shown as saved at once; the problem says why it was not. */
export function useReportSaving(consultation: Consultation, draft: DraftInHand) {
  const [problem, setProblem] = useState<string | null>(null);
  const update = useUpdateReport(consultation.id);

  /** If it cannot be saved the writing is open again, with every word. */
  async function save(writing: Writing) {
    const { texts, basis } = writing;
    setProblem(null);
    draft.handOver();
    // Writing the same again would be a version more, and take back the word that the report was read.
    if (isSameText(texts, basis.texts)) {
      draft.forget();
      notifySuccess(words.report.unchanged);
      return;
    }
    try {
      await update.mutateAsync({ texts, basis });
      draft.forget();
      notifySuccess(words.report.saved);
    } catch (error) {
      const now = error instanceof ReportChangedError ? error.now : consultation;
      draft.takeUp({ texts, basis: basis.texts }, now);
      setProblem(reasonOf(error, writing));
    }
  }

  /** A draft that is on offer stays on offer: it was not what was saved. */
  async function restore(texts: ReportTexts, number: number) {
    const basis = basisOf(consultation);
    setProblem(null);
    if (isSameText(texts, basis.texts)) {
      notifySuccess(words.report.unchanged);
      return;
    }
    try {
      await update.mutateAsync({ texts, basis });
      notifySuccess(words.report.versions.restored(number));
    } catch (error) {
      setProblem(reasonOf(error, { texts, basis, hasMoved: false }));
    }
  }

  return { isSaving: update.isPending, problem, setProblem, save, restore };
}
