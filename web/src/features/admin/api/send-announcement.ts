import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { client } from '@/shared/api/client';
import { toApiError } from '@/shared/api/errors';
import { announcements } from '@/shared/i18n/announcements.messages';
import { assignableTiers } from './create-subscription';

const { validation } = announcements;
const longestSubject = 120;
const longestBody = 5000;

export const announcementSchema = z
  .object({
    subject: z.string().trim().min(1, validation.subject).max(longestSubject, validation.subjectTooLong),
    body: z.string().trim().min(1, validation.body).max(longestBody, validation.bodyTooLong),
    audience: z.enum(['everybody', 'plans', 'selection']),
    tiers: z.array(z.enum(assignableTiers)),
    userIds: z.array(z.string()),
    sendsMail: z.boolean(),
  })
  .refine(({ audience, tiers }) => audience !== 'plans' || tiers.length > 0, {
    path: ['tiers'],
    error: validation.tiers,
    when: () => true,
  })
  .refine(({ audience, userIds }) => audience !== 'selection' || userIds.length > 0, {
    path: ['userIds'],
    error: validation.people,
    when: () => true,
  });

export type AnnouncementInput = z.infer<typeof announcementSchema>;

export interface AnnouncementOrder extends AnnouncementInput {
  /** Chosen once for a message: sending it again after a lost answer sends nothing twice. */
  id: string;
}

/** Sends, and gives how many people it reached. */
export async function sendAnnouncement({ id, ...order }: AnnouncementOrder): Promise<number> {
  const db = await client();
  const { data, error, status } = await db.rpc('send_announcement', {
    announcement_id: id,
    subject: order.subject.trim(),
    body: order.body.trim(),
    audience: order.audience,
    tiers: order.audience === 'plans' ? order.tiers : [],
    user_ids: order.audience === 'selection' ? order.userIds : [],
    sends_mail: order.sendsMail,
  });
  if (error) throw toApiError(error, status);
  return data.recipients;
}

export function useSendAnnouncement() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: sendAnnouncement,
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['announcements'] }),
        queryClient.invalidateQueries({ queryKey: ['notices'] }),
      ]),
  });
}
