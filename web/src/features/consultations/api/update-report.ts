import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { ReportSection } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';
import type { Consultation, ReportTexts } from '../model/report';

type StoredTexts = Record<ReportSection, string | null>;

/** What is left empty is stored as nothing said. */
function stored(texts: ReportTexts): StoredTexts {
  const values = Object.entries(texts).map(([section, text]) => [section, text.trim() === '' ? null : text.trim()]);
  return Object.fromEntries(values) as StoredTexts;
}

/** Writes the nine sections. */
export async function updateReport(id: string, texts: ReportTexts): Promise<void> {
  const db = await client();
  const { error, status } = await db.from('consultations').update(stored(texts)).eq('id', id);
  if (error) throw toApiError(error, status);
}

/** The report shows the new texts at once, and the former ones again when they could not be saved. */
export function useUpdateReport(id: string) {
  const queryClient = useQueryClient();
  const queryKey = ['consultations', 'one', id];
  return useMutation({
    mutationFn: (texts: ReportTexts) => updateReport(id, texts),
    onMutate: async (texts) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<Consultation>(queryKey);
      if (before) queryClient.setQueryData<Consultation>(queryKey, { ...before, ...stored(texts) });
      return { before };
    },
    onError: (_error, _texts, context) => {
      if (context?.before) queryClient.setQueryData(queryKey, context.before);
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['consultations'] }),
        queryClient.invalidateQueries({ queryKey: ['report_versions', id] }),
      ]),
  });
}
