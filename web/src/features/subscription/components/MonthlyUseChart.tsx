import { Card, Skeleton, Text, Title } from '@mantine/core';
import dayjs from 'dayjs';
import { formatDate } from '@/shared/format/dates';
import { formatNumber } from '@/shared/format/numbers';
import { subscription as words } from '@/shared/i18n/subscription.messages';
import { useMonthlyUse } from '../api/get-monthly-use';
import classes from './MonthlyUseChart.module.css';

const height = 140;
/** Every how many days the date is written beneath. */
const labelledDays = 5;

/** One bar a day; the numbers are also there for those who listen. */
export function MonthlyUseChart() {
  const { data: days, isError } = useMonthlyUse();
  if (isError) return null;
  const hasUse = days?.some((minutes) => minutes > 0) ?? false;
  return (
    <Card component="section" aria-label={words.usage.chart}>
      <Title order={2} size="h3" mb="md">
        {words.usage.chart}
      </Title>
      {days === undefined ? <Skeleton height={height} /> : null}
      {days && !hasUse ? <Text c="dimmed">{words.usage.chartEmpty}</Text> : null}
      {days && hasUse ? <Bars days={days} /> : null}
    </Card>
  );
}

function Bars({ days }: { days: number[] }) {
  const most = Math.max(...days);
  const spoken = days.flatMap((minutes, index) =>
    minutes > 0 ? words.usage.chartDay(dateOf(index), formatNumber(minutes)) : [],
  );
  return (
    <div className={classes.chart} role="img" aria-label={spoken.join('; ')} style={{ height }}>
      {days.map((minutes, index) => (
        <div key={index} className={classes.day}>
          <div className={classes.column}>
            {minutes > 0 ? (
              <>
                <span className={classes.label}>{formatNumber(minutes)}</span>
                <div className={classes.bar} style={{ height: `${(minutes / most) * 100}%` }} />
              </>
            ) : null}
          </div>
          <span className={classes.label}>{index % labelledDays === 0 ? index + 1 : '\u00a0'}</span>
        </div>
      ))}
    </div>
  );
}

function dateOf(index: number): string {
  return formatDate(dayjs().startOf('month').add(index, 'day').toISOString());
}
