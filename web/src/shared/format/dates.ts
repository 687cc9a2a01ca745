import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';

dayjs.extend(customParseFormat);

/** `21/11/2026`, in the browser's time zone. */
export function formatDate(iso: string): string {
  return dayjs(iso).format('DD/MM/YYYY');
}

/** `2026-11-21`, in the browser's time zone. */
export function localDay(iso: string): string {
  return dayjs(iso).format('YYYY-MM-DD');
}

/** `14:05`, in the browser's time zone. */
export function formatTime(iso: string): string {
  return dayjs(iso).format('HH:mm');
}

/** Completed years at `today`. */
export function ageInYears(birthDate: string, today: Date = new Date()): number {
  return dayjs(today).diff(dayjs(birthDate), 'year');
}

const writtenForms = [
  'YYYY-MM-DD',
  'DD/MM/YYYY',
  'D/M/YYYY',
  'DD-MM-YYYY',
  'D-M-YYYY',
  'DD.MM.YYYY',
  'D.M.YYYY',
  'DDMMYYYY',
];

/** The wire's `1980-01-31` from what a doctor types (31/01/1980, 31-1-1980, 31.1.1980, 31011980); null when it is no day. */
export function parseDate(text: string): string | null {
  const parsed = dayjs(text.trim(), writtenForms, true);
  return parsed.isValid() ? parsed.format('YYYY-MM-DD') : null;
}

/** Today as the wire's date. */
export function todayIso(): string {
  return dayjs().format('YYYY-MM-DD');
}

/** The moment `days` days ago, for filters. */
export function daysAgo(days: number): string {
  return dayjs().subtract(days, 'day').toISOString();
}

/** `03:25`, or `1:03:25` from an hour on. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const pad = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const rest = `${pad(Math.floor((whole % 3600) / 60))}:${pad(whole % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
