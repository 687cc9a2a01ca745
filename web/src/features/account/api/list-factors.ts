import { useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import { toApiError } from '@/shared/api/errors';
import { useUser } from '@/shared/api/session';

/** A device that confirms the doctor's sign-ins. */
export interface SecondFactor {
  id: string;
  name: string;
  createdAt: string;
}

async function listFactors(): Promise<SecondFactor[]> {
  const db = await client();
  const { data, error } = await db.auth.mfa.listFactors();
  if (error) throw toApiError(error);
  return data.totp.map(({ id, friendly_name: name, created_at: createdAt }) => ({ id, name: name ?? '', createdAt }));
}

export function useFactors() {
  const { id } = useUser();
  return useQuery({ queryKey: ['factors', id], queryFn: listFactors, staleTime: 0 });
}
