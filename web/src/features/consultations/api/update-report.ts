import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { ReportSection } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';
import { changedSections, hasArrived, ReportChangedError, type ReportBasis } from '../model/changes';
import type { Consultation, ReportTexts } from '../model/report';
import { getConsultation } from './get-consultation';

type StoredTexts = Partial<Record<ReportSection, string | null>>;

export interface ReportChange {
  texts: ReportTexts;
  basis: ReportBasis;
}

/** The sections that were changed. What is left empty is stored as nothing said. */
function stored({ texts, basis }: ReportChange): StoredTexts {
  return Object.fromEntries(
    changedSections(texts, basis.texts).map((section) => [section, texts[section].trim() || null]),
  );
}

/** Writes what was changed, into the version that was read only. Throws ReportChangedError where there is a later one. */
export async function updateReport(id: string, change: ReportChange): Promise<void> {
  const { texts, basis } = change;
  const db = await client();
  const { data, error, status } = await db
    .from('consultations')
    .update(stored(change))
    .eq('id', id)
    .gt('report_versions.number', basis.version)
    .is('report_versions', null)
    .select('id,report_versions(number)');
  if (error) throw toApiError(error, status);
  if (data.length > 0) return;
  const now = await getConsultation(id);
  if (!hasArrived(now, texts, basis.texts)) throw new ReportChangedError(now);
}

/** The report shows the new texts at once, reviewed by nobody, and what the server has when they could not be saved. */
export function useUpdateReport(id: string) {
  const queryClient = useQueryClient();
  const queryKey = ['consultations', 'one', id];
  return useMutation({
    mutationFn: (change: ReportChange) => updateReport(id, change),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<Consultation>(queryKey);
      const unread = { reviewed_at: null, reviewed_by: null };
      if (before) queryClient.setQueryData<Consultation>(queryKey, { ...before, ...stored(change), ...unread });
      return { before };
    },
    onError: (error, _change, context) => {
      const known = error instanceof ReportChangedError ? error.now : context?.before;
      if (known) queryClient.setQueryData(queryKey, known);
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['consultations'] }),
        queryClient.invalidateQueries({ queryKey: ['report_versions', id] }),
      ]),
  });
}
