import { Card, Skeleton, Text, Title } from '@mantine/core';
import dayjs from 'dayjs';
import { formatDate } from '@/shared/format/dates';
import { formatNumber } from '@/shared/format/numbers';
import { subscription as words } from '@/shared/i18n/subscription.messages';
import { useMonthlyUse } from '../api/get-monthly-use';
import classes from './MonthlyUseChart.module.css';

const width = 720;
const height = 140;
const ground = height - 20;

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
  const step = width / days.length;
  const scale = (ground - 16) / Math.max(...days);
  const spoken = days.flatMap((minutes, index) =>
    minutes > 0 ? words.usage.chartDay(dateOf(index), formatNumber(minutes)) : [],
  );
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={classes.chart} role="img" aria-label={spoken.join('; ')}>
      <line className={classes.ground} x1={0} x2={width} y1={ground} y2={ground} />
      {days.map((minutes, index) => {
        const x = index * step;
        const tall = minutes * scale;
        return (
          <g key={index}>
            {minutes > 0 ? (
              <>
                <rect
                  className={classes.bar}
                  x={x + step * 0.15}
                  y={ground - tall}
                  width={step * 0.7}
                  height={tall}
                  rx={3}
                />
                <text className={classes.label} x={x + step / 2} y={ground - tall - 4} textAnchor="middle">
                  {formatNumber(minutes)}
                </text>
              </>
            ) : null}
            {index % 5 === 0 ? (
              <text className={classes.label} x={x + step / 2} y={height - 4} textAnchor="middle">
                {index + 1}
              </text>
            ) : null}
          </g>
        );
      })}
    </svg>
  );
}

function dateOf(index: number): string {
  return formatDate(dayjs().startOf('month').add(index, 'day').toISOString());
}
