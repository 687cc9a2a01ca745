import type { PriceList } from '@/shared/api/config';
import type { Tier } from '@/shared/api/database';
import { formatEuro, formatNumber } from '@/shared/format/numbers';
import { planWords } from '@/shared/i18n/plans.messages';

export interface Plan {
  tier: Tier;
  name: string;
  /** Euro a month; null is on request. */
  price: number | null;
  /** Minutes a month; null is without limit. */
  minutes: number | null;
  users: number | null;
  note: string;
}

/** The plans, with the prices of the public page as they are shipped. */
export const plans: readonly Plan[] = [
  { tier: 'free', name: planWords.names.free, price: 0, minutes: 30, users: 1, note: planWords.notes.free },
  { tier: 'basic', name: planWords.names.basic, price: 99, minutes: 600, users: 1, note: planWords.notes.basic },
  {
    tier: 'advanced',
    name: planWords.names.advanced,
    price: 199,
    minutes: 1200,
    users: 5,
    note: planWords.notes.advanced,
  },
  {
    tier: 'enterprise',
    name: planWords.names.enterprise,
    price: null,
    minutes: null,
    users: null,
    note: planWords.notes.enterprise,
  },
];

export function describePrice(price: number | null): string {
  if (price === null) return planWords.onRequest;
  return price === 0 ? planWords.free : planWords.perMonth(formatEuro(price));
}

/** From so many on, the server's minutes of a month stand for no limit. */
const unlimitedMinutes = 1_000_000;

export function hasUnlimitedMinutes(monthly: number): boolean {
  return monthly >= unlimitedMinutes;
}

/** `600`, or that there is no limit. */
export function describeMinutes(monthly: number): string {
  return hasUnlimitedMinutes(monthly) ? planWords.unlimited : formatNumber(monthly);
}

/** The plan's price in the operator's list, or the shipped one until that list is known. */
export function priceIn(list: PriceList | undefined, { tier, price }: Plan): number | null {
  const listed = list?.[tier];
  return listed === undefined ? price : listed;
}

/** What is offered inside the application: who is contacted for a plan says its price, whatever list notes one. */
export function offeredPrice(list: PriceList | undefined, plan: Plan): number | null {
  return plan.price === null ? null : priceIn(list, plan);
}

/** What a plan gives, line by line. */
export function planFeatures({ minutes, users, note }: Plan): string[] {
  return [
    minutes === null ? planWords.unlimitedMinutes : planWords.minutes(formatNumber(minutes)),
    users === null ? planWords.unlimitedUsers : planWords.users(users),
    note,
  ];
}
