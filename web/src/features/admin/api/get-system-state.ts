import { useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { SystemState } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';

const lookEvery = 15_000;

export async function getSystemState(): Promise<SystemState> {
  const db = await client();
  const { data, error, status } = await db.rpc('system_state');
  if (error) throw toApiError(error, status);
  return data;
}

/** How the installation is, looked at again while the page stands. */
export function useSystemState() {
  return useQuery({ queryKey: ['system'], queryFn: getSystemState, refetchInterval: lookEvery });
}
