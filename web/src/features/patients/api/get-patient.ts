import { useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { PatientRow } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';

/** No such patient, someone else's, or an address that is not an id: to the doctor they are the same. */
const notFoundCodes = new Set(['PGRST116', '22P02']);

export async function getPatient(id: string): Promise<PatientRow | null> {
  const db = await client();
  const { data, error, status } = await db.from('patients').select('*').eq('id', id).single();
  if (!error) return data;
  if (notFoundCodes.has(error.code)) return null;
  throw toApiError(error, status);
}

export function usePatient(id: string) {
  return useQuery({ queryKey: ['patients', 'one', id], queryFn: () => getPatient(id) });
}
