import { useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import { toApiError } from '@/shared/api/errors';
import type { Consultation } from '../model/report';

export async function getConsultation(id: string): Promise<Consultation> {
  const db = await client();
  const { data, error, status } = await db
    .from('consultations')
    .select('*,patient:patients(first_name,last_name,birth_date)')
    .eq('id', id)
    .single();
  if (error) throw toApiError(error, status);
  return data;
}

export function useConsultation(id: string) {
  return useQuery({ queryKey: ['consultations', 'one', id], queryFn: () => getConsultation(id) });
}
