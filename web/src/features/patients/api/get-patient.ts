import { useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { PatientRow } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';
import { isId } from '@/shared/api/ids';

/** Null when there is no such patient, or it is someone else's: to the doctor they are the same. */
export async function getPatient(id: string): Promise<PatientRow | null> {
  if (!isId(id)) return null;
  const db = await client();
  const { data, error, status } = await db.from('patients').select('*').eq('id', id).maybeSingle();
  if (error) throw toApiError(error, status);
  return data;
}

export function usePatient(id: string) {
  return useQuery({ queryKey: ['patients', 'one', id], queryFn: () => getPatient(id) });
}
