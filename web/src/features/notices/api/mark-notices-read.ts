import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import { toApiError } from '@/shared/api/errors';

export async function markNoticesRead(ids: readonly string[]): Promise<void> {
  const db = await client();
  const { error, status } = await db
    .from('notices')
    .update({ read_at: new Date().toISOString() })
    .in('id', [...ids])
    .is('read_at', null);
  if (error) throw toApiError(error, status);
}

export function useMarkNoticesRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: markNoticesRead,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['notices'] }),
  });
}
