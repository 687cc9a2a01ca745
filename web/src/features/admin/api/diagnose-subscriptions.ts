import { useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { SubscriptionFinding } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';

export async function diagnoseSubscriptions(): Promise<SubscriptionFinding[]> {
  const db = await client();
  const { data, error, status } = await db.rpc('subscription_diagnosis');
  if (error) throw toApiError(error, status);
  return data;
}

/** What does not add up; nothing is changed by looking. */
export function useSubscriptionDiagnosis() {
  return useQuery({ queryKey: ['subscriptions', 'diagnosis'], queryFn: diagnoseSubscriptions, staleTime: 0 });
}
