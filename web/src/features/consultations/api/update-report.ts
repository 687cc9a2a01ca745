import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { ReportSection } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';

export type ReportTexts = Record<ReportSection, string>;

/** Writes the nine sections; what is left empty is stored as nothing said. */
export async function updateReport(id: string, texts: ReportTexts): Promise<void> {
  const db = await client();
  const values = Object.fromEntries(
    Object.entries(texts).map(([section, text]) => [section, text.trim() === '' ? null : text.trim()]),
  ) as Record<ReportSection, string | null>;
  const { error, status } = await db.from('consultations').update(values).eq('id', id);
  if (error) throw toApiError(error, status);
}

export function useUpdateReport(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (texts: ReportTexts) => updateReport(id, texts),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['consultations'] }),
  });
}
