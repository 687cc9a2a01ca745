import { Card, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { formatNumber } from '@/shared/format/numbers';
import { admin } from '@/shared/i18n/admin.messages';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { useUserCounts } from '../api/count-users';

const words = admin.tools;

export function UserFigures() {
  const { data, error, refetch } = useUserCounts();
  if (error) return <ErrorBanner error={error} onRetry={() => void refetch()} />;
  const figures = [
    { label: words.total, value: data?.total, hint: '' },
    { label: words.active, value: data?.active, hint: words.activeHint },
    { label: words.paid, value: data?.paid, hint: words.paidHint },
  ];
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      {figures.map(({ label, value, hint }) => (
        <Card key={label} component="section" aria-label={label}>
          <Text fw={600}>{label}</Text>
          {value === undefined ? (
            <Skeleton height={41} width={80} />
          ) : (
            <Text fz={34} fw={650} lh={1.2}>
              {formatNumber(value)}
            </Text>
          )}
          <Text size="sm" c="dimmed" mih={{ sm: 22 }}>
            {hint}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  );
}
