import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { AnnouncementRow } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';

export const announcementsPerPage = 10;
const followEvery = 5_000;
const followFor = 10 * 60_000;

export async function listAnnouncements(page: number): Promise<{ rows: AnnouncementRow[]; count: number }> {
  const db = await client();
  const first = (page - 1) * announcementsPerPage;
  const { data, error, count, status } = await db
    .from('announcements')
    .select('*', { count: 'exact' })
    .order('created_at', { ascending: false })
    .order('id')
    .range(first, first + announcementsPerPage - 1);
  if (error) throw toApiError(error, status);
  return { rows: data, count: count ?? data.length };
}

/** Whether mails of it may still be on their way. */
function isUnderWay({ sends_mail: sendsMail, mails, recipients, created_at: createdAt }: AnnouncementRow): boolean {
  return sendsMail && mails < recipients && Date.now() - Date.parse(createdAt) < followFor;
}

/** What was sent, newest first; looked at again while mails are on their way. */
export function useAnnouncements(page: number) {
  return useQuery({
    queryKey: ['announcements', page],
    queryFn: () => listAnnouncements(page),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.rows.some(isUnderWay) ? followEvery : false),
  });
}
