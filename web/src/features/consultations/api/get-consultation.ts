import { useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import { toApiError } from '@/shared/api/errors';
import type { Consultation } from '../model/report';

/** A report with the number of its newest version, from which a later change elsewhere can be told. */
export async function getConsultation(id: string): Promise<Consultation> {
  const db = await client();
  const { data, error, status } = await db
    .from('consultations')
    .select('*,patient:patients(first_name,last_name,birth_date),report_versions(number)')
    .eq('id', id)
    .order('number', { referencedTable: 'report_versions', ascending: false })
    .limit(1, { referencedTable: 'report_versions' })
    .single();
  if (error) throw toApiError(error, status);
  return data;
}

export function useConsultation(id: string) {
  return useQuery({ queryKey: ['consultations', 'one', id], queryFn: () => getConsultation(id) });
}
