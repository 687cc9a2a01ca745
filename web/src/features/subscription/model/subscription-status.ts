import type { Tier } from '@/shared/api/database';
import type { ApiError } from '@/shared/api/errors';

/** The subscription as the screens use it. */
export interface SubscriptionStatus {
  id: string | null;
  plan: Tier;
  monthlyMinutes: number;
  minutesUsed: number;
  minutesRemaining: number;
  /** Euro a month. */
  price: number;
  startDate?: string | null;
  endDate?: string | null;
  isActive?: boolean;
  /** Set when the figures are the free plan's because the real ones could not be read. */
  error?: ApiError;
}

export const freeDefaults: SubscriptionStatus = {
  id: null,
  plan: 'free',
  monthlyMinutes: 30,
  minutesUsed: 0,
  minutesRemaining: 30,
  price: 0,
};

export function remainingMinutes(monthly: number, used: number): number {
  return Math.max(0, monthly - used);
}

export type UsageLevel = 'calm' | 'half' | 'high' | 'critical';

/** Below 50 % calm; from 50 half; from 75 high; from 90 critical. */
export function usageLevel(used: number, monthly: number): UsageLevel {
  const percent = usagePercent(used, monthly);
  if (percent >= 90) return 'critical';
  if (percent >= 75) return 'high';
  return percent >= 50 ? 'half' : 'calm';
}

/** From 0 to 100, however much was used. */
export function usagePercent(used: number, monthly: number): number {
  if (monthly <= 0) return used > 0 ? 100 : 0;
  return Math.min(100, Math.max(0, (used / monthly) * 100));
}
