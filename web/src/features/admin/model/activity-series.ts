import dayjs from 'dayjs';
import type { Activity, ActivityReport } from '@/shared/api/database';
import { toCsv } from '@/shared/format/csv';
import { formatEuro, formatNumber } from '@/shared/format/numbers';
import { activity as words } from '@/shared/i18n/activity.messages';
import type { Bar } from '@/shared/ui/BarChart';

export type Series = keyof Activity;

/** Of many bars only so many carry their date. */
const mostLabels = 12;

/** `11/2026`, or `21/11/2026` for a day. */
export function bucketName(start: string): string {
  return start.length === 7 ? dayjs(`${start}-01`).format('MM/YYYY') : dayjs(start).format('DD/MM/YYYY');
}

function shortName(start: string): string {
  return start.length === 7 ? dayjs(`${start}-01`).format('MM/YY') : dayjs(start).format('DD/MM');
}

export function formatValue(series: Series, value: number): string {
  return series === 'revenue' ? formatEuro(value) : formatNumber(value);
}

export function barsOf({ buckets }: ActivityReport, series: Series): Bar[] {
  const every = Math.ceil(buckets.length / mostLabels);
  return buckets.map((bucket, index) => ({
    label: index % every === 0 ? shortName(bucket.start) : '',
    value: bucket[series],
    spoken: words.spoken(bucketName(bucket.start), formatValue(series, bucket[series])),
  }));
}

/** Every figure of the report, for a spreadsheet: decimal commas, no thousands separators. */
export function reportCsv({ buckets, total }: ActivityReport, series: readonly Series[]): string {
  const cells = (activity: Activity) => series.map((name) => String(activity[name]).replace('.', ','));
  return toCsv([
    [words.period, ...series.map((name) => words.series[name])],
    ...buckets.map((bucket) => [bucketName(bucket.start), ...cells(bucket)]),
    [words.total, ...cells(total)],
  ]);
}
