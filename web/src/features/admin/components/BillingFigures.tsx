import { Card, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { formatEuro, formatNumber } from '@/shared/format/numbers';
import { admin } from '@/shared/i18n/admin.messages';
import { planWords } from '@/shared/i18n/plans.messages';
import { describePrice } from '@/shared/plans/catalogue';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { monthlyRevenue, useSubscriptionFigures } from '../api/count-subscriptions';

const words = admin.billing;

/** Running subscriptions by plan, and what they bring in a month. */
export function BillingFigures() {
  const { data, error, refetch } = useSubscriptionFigures();
  if (error) return <ErrorBanner error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={134} radius="md" />;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 5 }}>
      <Figure label={words.revenue} value={formatEuro(monthlyRevenue(data))} hint={words.revenueHint} />
      {data.map(({ tier, count, price }) => (
        <Figure key={tier} label={planWords.names[tier]} value={formatNumber(count)} hint={describePrice(price)} />
      ))}
    </SimpleGrid>
  );
}

function Figure({ label, value, hint }: { label: string; value: string; hint: string }) {
  return (
    <Card component="section" aria-label={label}>
      <Text fw={600}>{label}</Text>
      <Text fz={28} fw={650} lh={1.3}>
        {value}
      </Text>
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
    </Card>
  );
}
