import { useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { ReportVersionRow } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';

/** Every text that the report had, newest first. */
export async function listVersions(consultationId: string): Promise<ReportVersionRow[]> {
  const db = await client();
  const { data, error, status } = await db
    .from('report_versions')
    .select('*')
    .eq('consultation_id', consultationId)
    .order('number', { ascending: false });
  if (error) throw toApiError(error, status);
  return data;
}

export function useVersions(consultationId: string) {
  return useQuery({
    queryKey: ['report_versions', consultationId],
    queryFn: () => listVersions(consultationId),
    staleTime: 0,
  });
}
