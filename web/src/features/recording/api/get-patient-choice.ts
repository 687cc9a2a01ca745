import { useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import { toApiError } from '@/shared/api/errors';
import { isId } from '@/shared/api/ids';
import type { PatientChoice } from './search-patients';

/** One patient of the doctor; null when there is none with this id. */
export async function getPatientChoice(userId: string, id: string): Promise<PatientChoice | null> {
  if (!isId(id)) return null;
  const db = await client();
  const { data, error, status } = await db
    .from('patients')
    .select('id,first_name,last_name,birth_date')
    .eq('user_id', userId)
    .eq('id', id)
    .maybeSingle();
  if (error) throw toApiError(error, status);
  return data;
}

/** Undefined until it is known, and where nobody is chosen. */
export function usePatientChoice(userId: string, id: string | null) {
  return useQuery({
    queryKey: ['patients', 'choice', userId, id],
    queryFn: () => (id === null ? null : getPatientChoice(userId, id)),
    enabled: id !== null,
  });
}
