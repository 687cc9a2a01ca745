import { describe, expect, it } from 'vitest';
import type { VisitMeasures } from '@/shared/api/database';
import { pointsOf, weightChange } from './measure-curves';

function visit(at: string, weight: number | null, bmi: number | null = null): VisitMeasures {
  return {
    consultation_id: at,
    created_at: `${at}T09:00:00Z`,
    visita: 'prima_visita',
    weight_kg: weight,
    bmi,
    waist_cm: null,
  };
}

describe('the points of a curve', () => {
  it('are the visits that measured it', () => {
    const visits = [visit('2026-01-01', 90), visit('2026-02-01', null, 30), visit('2026-03-01', 86)];
    expect(pointsOf(visits, 'weight_kg').map(({ value }) => value)).toEqual([90, 86]);
    expect(pointsOf(visits, 'bmi')).toEqual([{ at: '2026-02-01T09:00:00Z', value: 30 }]);
  });
});

describe('the change of weight', () => {
  it('is counted from the last visit that weighed, in kilograms, percent and by week', () => {
    const change = weightChange([visit('2026-01-01', 100), visit('2026-01-10', null), visit('2026-01-29', 96)]);
    expect(change?.since).toBe('2026-01-01T09:00:00Z');
    expect(change?.kilograms).toBe(-4);
    expect(change?.percent).toBe(-4);
    expect(change?.perWeek).toBeCloseTo(-1);
  });

  it('has no rate within a week, and is none with one weight', () => {
    expect(weightChange([visit('2026-01-01', 100), visit('2026-01-04', 99)])?.perWeek).toBeNull();
    expect(weightChange([visit('2026-01-01', 100)])).toBeNull();
    expect(weightChange([])).toBeNull();
  });
});
