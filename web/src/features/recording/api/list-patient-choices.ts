import { useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { PatientRow } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';

export type PatientChoice = Pick<PatientRow, 'id' | 'first_name' | 'last_name' | 'birth_date'>;

/** Rows of one answer: the server gives no more at a time. */
const pageSize = 1000;

/** The doctor's patients, by last name. */
export async function listPatientChoices(userId: string): Promise<PatientChoice[]> {
  const db = await client();
  const all: PatientChoice[] = [];
  for (;;) {
    const { data, error, status } = await db
      .from('patients')
      .select('id,first_name,last_name,birth_date')
      .eq('user_id', userId)
      .order('last_name')
      .order('first_name')
      .range(all.length, all.length + pageSize - 1);
    if (error) throw toApiError(error, status);
    all.push(...data);
    if (data.length < pageSize) return all;
  }
}

export function usePatientChoices(userId: string) {
  return useQuery({ queryKey: ['patients', 'choices', userId], queryFn: () => listPatientChoices(userId) });
}
