import { useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { NoticeRow } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';
import { useLiveChanges } from '@/shared/api/live-changes';
import { useUser } from '@/shared/api/session';

const shown = 50;

/** What the administrators wrote to this doctor, newest first. */
export async function listNotices(userId: string): Promise<NoticeRow[]> {
  const db = await client();
  const { data, error, status } = await db
    .from('notices')
    .select('*')
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(shown);
  if (error) throw toApiError(error, status);
  return data;
}

export function useNotices() {
  const { id } = useUser();
  return useQuery({ queryKey: ['notices', id], queryFn: () => listNotices(id) });
}

/** Keeps the notices fresh wherever they are shown: a new one appears as it is sent. */
export function useLiveNotices(): void {
  const { id } = useUser();
  const queryClient = useQueryClient();
  useLiveChanges({ table: 'notices', filter: `user_id=eq.${id}` }, () => {
    void queryClient.invalidateQueries({ queryKey: ['notices'] });
  });
}
