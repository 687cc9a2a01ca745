import dayjs from 'dayjs';

interface TimedConsultation {
  created_at: string;
  duration_seconds: number | null;
}

/** Minutes used on each day of the month of `today`, index 0 the first; each consultation is rounded up, as it is charged. */
export function minutesByDay(consultations: readonly TimedConsultation[], today: Date): number[] {
  const month = dayjs(today);
  const days = new Array<number>(month.daysInMonth()).fill(0);
  for (const { created_at: createdAt, duration_seconds: seconds } of consultations) {
    const day = dayjs(createdAt);
    if (!day.isSame(month, 'month') || !seconds || seconds <= 0) continue;
    days[day.date() - 1] = (days[day.date() - 1] ?? 0) + Math.ceil(seconds / 60);
  }
  return days;
}
