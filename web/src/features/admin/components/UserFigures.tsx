import { SimpleGrid } from '@mantine/core';
import { formatNumber } from '@/shared/format/numbers';
import { admin } from '@/shared/i18n/admin.messages';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { useUserCounts } from '../api/count-users';
import { FigureCard } from './FigureCard';

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
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing={{ base: 'xs', xs: 'md' }}>
      {figures.map(({ label, value, hint }) => (
        <FigureCard
          key={label}
          label={label}
          value={value === undefined ? undefined : formatNumber(value)}
          hint={hint}
        />
      ))}
    </SimpleGrid>
  );
}
