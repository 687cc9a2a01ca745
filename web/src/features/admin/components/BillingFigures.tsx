import { SimpleGrid, Skeleton } from '@mantine/core';
import { formatEuro, formatNumber } from '@/shared/format/numbers';
import { admin } from '@/shared/i18n/admin.messages';
import { planWords } from '@/shared/i18n/plans.messages';
import { describePrice } from '@/shared/plans/catalogue';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { monthlyRevenue, useSubscriptionFigures } from '../api/count-subscriptions';
import { FigureCard } from './FigureCard';

const words = admin.billing;

/** Running subscriptions by plan, and what they bring in a month. */
export function BillingFigures() {
  const { data, error, refetch } = useSubscriptionFigures();
  if (error) return <ErrorBanner error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={134} radius="md" />;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 5 }} spacing={{ base: 'xs', xs: 'md' }}>
      <FigureCard label={words.revenue} value={formatEuro(monthlyRevenue(data))} hint={words.revenueHint} />
      {data.map(({ tier, count, price }) => (
        <FigureCard key={tier} label={planWords.names[tier]} value={formatNumber(count)} hint={describePrice(price)} />
      ))}
    </SimpleGrid>
  );
}
