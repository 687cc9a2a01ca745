import { useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { Tier } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';
import type { AnnouncementInput } from './send-announcement';

type Audience = Pick<AnnouncementInput, 'audience' | 'tiers' | 'userIds'>;

async function countPeople(tiers: readonly Tier[] | null): Promise<number> {
  const db = await client();
  const people = db.from('users').select('id', { count: 'exact', head: true });
  const { count, error, status } = await (tiers ? people.in('subscription_tier', [...tiers]) : people);
  if (error) throw toApiError(error, status);
  return count ?? 0;
}

/** How many people an announcement would reach now. */
export function useAudienceCount({ audience, tiers, userIds }: Audience) {
  const isSelection = audience === 'selection';
  return useQuery({
    queryKey: ['users', 'audience', audience, isSelection ? userIds.length : tiers],
    queryFn: () => {
      if (isSelection) return userIds.length;
      if (audience === 'everybody') return countPeople(null);
      return tiers.length === 0 ? 0 : countPeople(tiers);
    },
  });
}
