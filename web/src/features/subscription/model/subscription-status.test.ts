import { expect, it } from 'vitest';
import { minutesByDay } from './minutes-by-day';
import { remainingMinutes, usageLevel, usagePercent } from './subscription-status';

it.each([
  [0, 'calm'],
  [49.9, 'calm'],
  [50, 'half'],
  [74.9, 'half'],
  [75, 'high'],
  [89.9, 'high'],
  [90, 'critical'],
  [140, 'critical'],
])('colours %d %% of use as %s', (percent, level) => {
  expect(usageLevel(percent, 100)).toBe(level);
});

it('caps the bar at one hundred per cent', () => {
  expect(usagePercent(900, 600)).toBe(100);
  expect(usagePercent(5, 0)).toBe(100);
  expect(usagePercent(0, 0)).toBe(0);
});

it('never leaves less than no minute', () => {
  expect(remainingMinutes(30, 45)).toBe(0);
});

it('rounds each consultation up and puts it on its day of this month', () => {
  const today = new Date(2026, 10, 21);
  const at = (day: number, month = 10) => new Date(2026, month, day, 10).toISOString();
  const days = minutesByDay(
    [
      { created_at: at(3), duration_seconds: 61 },
      { created_at: at(3), duration_seconds: 60 },
      { created_at: at(4), duration_seconds: null },
      { created_at: at(5, 9), duration_seconds: 600 },
    ],
    today,
  );
  expect(days).toHaveLength(30);
  expect(days[2]).toBe(3);
  expect(days.reduce((sum, minutes) => sum + minutes, 0)).toBe(3);
});
