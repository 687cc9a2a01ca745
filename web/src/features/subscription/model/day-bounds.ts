import dayjs from 'dayjs';

/** When each day of the month of `today` begins for the doctor, and when the last one ends. */
export function dayBounds(today: Date): string[] {
  const first = dayjs(today).startOf('month');
  return Array.from({ length: first.daysInMonth() + 1 }, (_, day) => first.add(day, 'day').toISOString());
}
