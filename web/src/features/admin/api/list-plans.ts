import { useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { PlanRow } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';

export async function listPlans(): Promise<PlanRow[]> {
  const db = await client();
  const { data, error, status } = await db.from('subscription_plans').select('*').order('monthly_minutes');
  if (error) throw toApiError(error, status);
  return data;
}

export function usePlans() {
  return useQuery({ queryKey: ['plans'], queryFn: listPlans });
}
