import { formatDate } from '@/shared/format/dates';

/** A value at a time, and both in words. */
export interface ChartPoint {
  at: string;
  value: number;
  label: string;
}

interface Placed {
  dots: { x: number; y: number; point: ChartPoint; isLabelled: boolean }[];
  lines: { y: number; value: number }[];
  dates: { x: number; text: string; anchor: 'start' | 'middle' | 'end' }[];
}

const margin = { left: 62, right: 20, top: 26, bottom: 30 };
/** Room that a value needs beside its neighbour, in pixels. */
const labelWidth = 44;
/** Of the values that the height shows at least, in their unit. */
const leastRange = 2;

/** Steps of 1, 2 or 5 times a power of ten, about three between least and most. */
function ticks(least: number, most: number): number[] {
  const rough = Math.max(most - least, 1) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough;
  const first = Math.floor(least / step) * step;
  const count = Math.max(1, Math.ceil((most - first) / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, index) => Number((first + index * step).toFixed(6)));
}

/** Where everything stands in a drawing of this size. Time runs to the right in proportion; a single point in the middle. */
export function placePoints(points: readonly ChartPoint[], width: number, height: number): Placed {
  const values = points.map(({ value }) => value);
  const least = Math.min(...values);
  const most = Math.max(...values);
  // Small changes stay small, and a single value stands in the middle.
  const slack = Math.max(0, (leastRange - (most - least)) / 2);
  const marks = ticks(least - slack, most + slack);
  const [bottom = 0] = marks;
  const range = (marks.at(-1) ?? 1) - bottom || 1;
  const times = points.map(({ at }) => Date.parse(at));
  const [start = 0] = times;
  const span = (times.at(-1) ?? start) - start;
  const inner = width - margin.left - margin.right;
  const xOf = (time: number) => margin.left + (span > 0 ? (inner * (time - start)) / span : inner / 2);
  const yOf = (value: number) => {
    const share = (value - bottom) / range;
    return height - margin.bottom - share * (height - margin.top - margin.bottom);
  };

  let labelled = -Infinity;
  const lastX = xOf(times.at(-1) ?? start);
  const dots = points.map((point, index) => {
    const x = xOf(times[index] ?? start);
    const isLast = index === points.length - 1;
    const isLabelled = isLast || (x - labelled >= labelWidth && lastX - x >= labelWidth);
    if (isLabelled) labelled = x;
    return { x, y: yOf(point.value), point, isLabelled };
  });

  const first = points[0];
  const last = points.at(-1);
  const dates: Placed['dates'] =
    first && last && span > 0
      ? [
          { x: margin.left - 22, text: formatDate(first.at), anchor: 'start' },
          { x: width, text: formatDate(last.at), anchor: 'end' },
        ]
      : points.map(({ at }) => ({ x: xOf(Date.parse(at)), text: formatDate(at), anchor: 'middle' as const }));
  return { dots, lines: marks.map((value) => ({ y: yOf(value), value })), dates };
}
