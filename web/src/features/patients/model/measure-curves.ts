import type { VisitMeasures } from '@/shared/api/database';

export const measureKeys = ['weight_kg', 'bmi', 'waist_cm'] as const;
export type MeasureKey = (typeof measureKeys)[number];

export interface MeasurePoint {
  at: string;
  value: number;
}

/** The visits that measured this, oldest first. */
export function pointsOf(visits: readonly VisitMeasures[], key: MeasureKey): MeasurePoint[] {
  return visits.flatMap((visit) => {
    const value = visit[key];
    return value === null ? [] : [{ at: visit.created_at, value }];
  });
}

export interface WeightChange {
  /** When the weight before was taken. */
  since: string;
  kilograms: number;
  percent: number;
  /** Null where less than a week lies between: it would be no rate but a fluctuation. */
  perWeek: number | null;
}

const dayMilliseconds = 24 * 3600 * 1000;

/** From the weight before the last to the last; null when there are not two. */
export function weightChange(visits: readonly VisitMeasures[]): WeightChange | null {
  const [last, before] = pointsOf(visits, 'weight_kg').reverse();
  if (!last || !before || before.value <= 0) return null;
  const kilograms = last.value - before.value;
  const days = (Date.parse(last.at) - Date.parse(before.at)) / dayMilliseconds;
  return {
    since: before.at,
    kilograms,
    percent: (100 * kilograms) / before.value,
    perWeek: days >= 7 ? (7 * kilograms) / days : null,
  };
}
