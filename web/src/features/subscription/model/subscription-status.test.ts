import { expect, it } from 'vitest';
import { dayBounds } from './day-bounds';
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

it('divides a month at the midnights of the doctor, the night of the summer time among them', () => {
  const days = dayBounds(new Date(2026, 2, 21));
  expect(days).toHaveLength(32);
  expect(days.map((moment) => new Date(moment).getHours())).toEqual(Array<number>(32).fill(0));
  expect(days.at(0)).toBe(new Date(2026, 2, 1).toISOString());
  expect(days.at(-1)).toBe(new Date(2026, 3, 1).toISOString());
});
