import { Button, Card, Group, Skeleton, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { admin } from '@/shared/i18n/admin.messages';
import { saveText } from '@/shared/format/save-text';
import { toCsv } from '@/shared/format/csv';
import { BarChart } from '@/shared/ui/BarChart';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { useNewUsers, type MonthOfUsers } from '../api/count-new-users';

const words = admin.reports;

function monthName(month: string): string {
  return dayjs(month).format('MM/YYYY');
}

/** New accounts month by month, to look at and to take along. */
export function GrowthReport() {
  const { data, error, refetch } = useNewUsers();
  if (error) return <ErrorBanner error={error} onRetry={() => void refetch()} />;

  function download(months: MonthOfUsers[]) {
    const rows = months.map(({ month, count }) => [monthName(month), String(count)]);
    saveText(words.fileName, 'text/csv', toCsv([words.csvHeader, ...rows]));
  }

  return (
    <Card component="section" aria-label={words.newUsers}>
      <Group justify="space-between" mb="md">
        <Title order={2} size="h3">
          {words.newUsers}
        </Title>
        <Button
          variant="default"
          disabled={!data}
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => data && download(data)}
        >
          {words.download}
        </Button>
      </Group>
      {data ? (
        <BarChart
          bars={data.map(({ month, count }) => ({
            label: dayjs(month).format('MM/YY'),
            value: count,
            spoken: words.spoken(monthName(month), count),
          }))}
        />
      ) : (
        <Skeleton height={140} />
      )}
    </Card>
  );
}
