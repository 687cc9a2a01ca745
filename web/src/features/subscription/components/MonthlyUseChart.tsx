import { Card, Skeleton, Text, Title } from '@mantine/core';
import dayjs from 'dayjs';
import { formatDate } from '@/shared/format/dates';
import { formatNumber } from '@/shared/format/numbers';
import { subscription as words } from '@/shared/i18n/subscription.messages';
import { BarChart, type Bar } from '@/shared/ui/BarChart';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { useMonthlyUse } from '../api/get-monthly-use';

/** Every how many days the date is written beneath. */
const labelledDays = 5;

function barOf(minutes: number, index: number): Bar {
  const date = dayjs().startOf('month').add(index, 'day').toISOString();
  return {
    label: index % labelledDays === 0 ? String(index + 1) : '',
    value: minutes,
    spoken: words.usage.chartDay(formatDate(date), formatNumber(minutes)),
  };
}

/** One bar for each day of the month. */
export function MonthlyUseChart() {
  const { data: days, error, refetch } = useMonthlyUse();
  const hasUse = days?.some((minutes) => minutes > 0) ?? false;
  return (
    <Card component="section" aria-label={words.usage.chart}>
      <Title order={2} size="h3" mb="md">
        {words.usage.chart}
      </Title>
      {error ? <ErrorBanner error={error} onRetry={() => void refetch()} /> : null}
      {days === undefined && !error ? <Skeleton height={140} /> : null}
      {days && !hasUse ? <Text c="dimmed">{words.usage.chartEmpty}</Text> : null}
      {days && hasUse ? <BarChart bars={days.map(barOf)} /> : null}
    </Card>
  );
}
