import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from './client';
import type { Role } from './database';
import { toApiError } from './errors';
import { useUser } from './session';

async function fetchRole(userId: string): Promise<Role> {
  const db = await client();
  const { data, error, status } = await db.from('users').select('role').eq('id', userId).maybeSingle();
  if (error) throw toApiError(error, status);
  return data?.role ?? 'doctor';
}

const roleQuery = (id: string) =>
  queryOptions({ queryKey: ['role', id], queryFn: () => fetchRole(id), staleTime: Infinity });

/** The role of the signed-in user as it is being read; doctor when the record is missing. */
export function useRoleQuery() {
  const { id } = useUser();
  return useQuery(roleQuery(id));
}

/** The role; doctor while unknown, so that nothing is drawn again for a doctor. Only for hiding: the server decides. */
export function useRole(): Role {
  const { id } = useUser();
  return useQuery({ ...roleQuery(id), placeholderData: 'doctor' }).data ?? 'doctor';
}
