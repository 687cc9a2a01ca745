import { describe, expect, it } from 'vitest';
import { placePoints } from './line-chart';

const point = (at: string, value: number) => ({ at, value, label: `${value}` });

describe('the places of a curve', () => {
  it('are in proportion to time and value, within the drawing', () => {
    const { dots, lines } = placePoints(
      [point('2026-01-01', 90), point('2026-01-11', 85), point('2026-01-31', 80)],
      352,
      168,
    );
    const [first, second, third] = dots;
    expect((second!.x - first!.x) * 3).toBeCloseTo(third!.x - first!.x);
    expect(second!.y).toBeCloseTo((first!.y + third!.y) / 2);
    expect(lines.map(({ value }) => value)).toEqual([80, 85, 90]);
    expect(Math.min(...dots.map(({ y }) => y))).toBeGreaterThan(20);
    expect(Math.max(...dots.map(({ x }) => x))).toBeLessThan(352);
  });

  it('put a single visit in the middle, with its date', () => {
    const { dots, dates, lines } = placePoints([point('2026-01-01', 84.5)], 320, 168);
    expect(dots[0]?.x).toBeCloseTo((62 + 300) / 2);
    expect(dates.map(({ text }) => text)).toEqual(['01/01/2026']);
    expect(lines.length).toBeGreaterThan(1);
  });

  it('label the last value always and the others where there is room', () => {
    const crowd = Array.from({ length: 40 }, (_, day) =>
      point(new Date(Date.UTC(2026, 0, 1 + day)).toISOString(), 80 + day / 10),
    );
    const { dots } = placePoints(crowd, 320, 168);
    expect(dots.at(-1)?.isLabelled).toBe(true);
    expect(dots.filter(({ isLabelled }) => isLabelled).length).toBeLessThan(8);
  });
});
