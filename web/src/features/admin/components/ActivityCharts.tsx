import { useState } from 'react';
import { Button, Card, Group, SegmentedControl, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ActivityReport } from '@/shared/api/database';
import { saveText } from '@/shared/format/save-text';
import { activity as words } from '@/shared/i18n/activity.messages';
import { BarChart } from '@/shared/ui/BarChart';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { useActivityReport, type ReportPeriod } from '../api/get-activity-report';
import { barsOf, formatValue, reportCsv, type Series } from '../model/activity-series';
import classes from './ActivityCharts.module.css';

const periodOptions = Object.entries(words.periods).map(([value, label]) => ({ value, label }));

interface ActivityChartsProps {
  series: readonly Series[];
  /** Of the file with the figures. */
  fileName: string;
}

/** A chart for each figure, over a period of choice, and all of them as a file. */
export function ActivityCharts({ series, fileName }: ActivityChartsProps) {
  const [period, setPeriod] = useState<ReportPeriod>('year');
  const { data, error, refetch } = useActivityReport(period);
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          aria-label={words.period}
          size="md"
          data={periodOptions}
          value={period}
          onChange={(value) => setPeriod(value as ReportPeriod)}
        />
        <Button
          variant="default"
          disabled={!data}
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => data && saveText(fileName, 'text/csv', reportCsv(data, series))}
        >
          {words.download}
        </Button>
      </Group>
      {error ? <ErrorBanner error={error} onRetry={() => void refetch()} /> : null}
      {error && !data ? null : (
        <>
          <SimpleGrid cols={{ base: 1, lg: 2 }} className={classes.charts}>
            {series.map((name) => (
              <Chart key={name} series={name} report={data} />
            ))}
          </SimpleGrid>
          <Text size="sm" c="dimmed">
            {words.calendar}
          </Text>
        </>
      )}
    </Stack>
  );
}

function Chart({ series, report }: { series: Series; report: ActivityReport | undefined }) {
  const isEmpty = report?.buckets.every((bucket) => bucket[series] === 0) ?? false;
  return (
    <Card component="section" aria-label={words.series[series]}>
      <Group justify="space-between" align="baseline">
        <Title order={2} size="h3">
          {words.series[series]}
        </Title>
        <Text fz={24} fw={650} mih={37}>
          {report ? formatValue(series, report.total[series]) : ''}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" mb="md" flex={1}>
        {words.hints[series]}
      </Text>
      {report ? null : <Skeleton height={140} />}
      {isEmpty ? (
        <Text c="dimmed" h={140}>
          {words.none}
        </Text>
      ) : null}
      {report && !isEmpty ? <BarChart bars={barsOf(report, series)} isMoney={series === 'revenue'} /> : null}
    </Card>
  );
}
