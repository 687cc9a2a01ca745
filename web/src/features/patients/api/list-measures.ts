import { useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { VisitMeasures } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';

/** What the visits of a patient measured, oldest first: a few numbers each, read from the sealed evidence by the server. */
export async function listMeasures(patientId: string): Promise<VisitMeasures[]> {
  const db = await client();
  const { data, error, status } = await db.rpc('patient_measures', { patient_id: patientId });
  if (error) throw toApiError(error, status);
  return data;
}

/** Its key begins with the consultations: a visit that is saved or deleted draws the curves anew. */
export function useMeasures(patientId: string) {
  return useQuery({ queryKey: ['consultations', 'measures', patientId], queryFn: () => listMeasures(patientId) });
}
