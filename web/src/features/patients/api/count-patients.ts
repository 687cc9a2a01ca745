import { useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import { toApiError } from '@/shared/api/errors';
import { useUser } from '@/shared/api/session';

export async function countPatients(userId: string): Promise<number> {
  const db = await client();
  const { count, error, status } = await db
    .from('patients')
    .select('id', { count: 'exact', head: true })
    .eq('user_id', userId);
  if (error) throw toApiError(error, status);
  return count ?? 0;
}

/** How many patients the doctor has, whatever the search. */
export function usePatientCount() {
  const { id } = useUser();
  return useQuery({ queryKey: ['patients', 'count', id], queryFn: () => countPatients(id) });
}
