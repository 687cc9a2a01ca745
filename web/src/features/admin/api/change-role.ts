import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { Role } from '@/shared/api/database';
import { ApiError, toApiError } from '@/shared/api/errors';

interface RoleChange {
  userId: string;
  role: Role;
}

/** For superadmins, and never their own: the server refuses anything else. */
export async function changeRole({ userId, role }: RoleChange): Promise<void> {
  const db = await client();
  const { data, error, status } = await db.from('users').update({ role }).eq('id', userId).select('id');
  if (error) throw toApiError(error, status);
  if (data.length === 0) throw new ApiError({ code: '42501', message: 'no row within reach', status: 403 });
}

export function useChangeRole() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: changeRole,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['users'] }),
        queryClient.invalidateQueries({ queryKey: ['audit'] }),
      ]),
  });
}
