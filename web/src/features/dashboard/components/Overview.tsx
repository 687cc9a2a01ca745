import type { ReactNode } from 'react';
import { Group, Loader, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { formatNumber } from '@/shared/format/numbers';
import { common } from '@/shared/i18n/common.messages';
import { dashboard as words } from '@/shared/i18n/dashboard.messages';
import { paths } from '@/shared/paths';
import { BusyButton } from '@/shared/ui/BusyButton';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { PageHeader } from '@/shared/ui/PageHeader';
import { useSummary, type DashboardSummary } from '../api/get-summary';
import { CountCard } from './CountCard';
import { RecentNotes } from './RecentNotes';
import { RecentPatients } from './RecentPatients';

interface OverviewProps {
  /** The card of the minutes, first in the row. */
  minutes: ReactNode;
}

export function Overview({ minutes }: OverviewProps) {
  const queryClient = useQueryClient();
  const { data, error, isPending, isFetching, refetch } = useSummary();

  function refresh() {
    void refetch();
    void queryClient.invalidateQueries({ queryKey: ['subscription'] });
  }

  return (
    <>
      <PageHeader
        title={words.title}
        detail={isPending ? <Loader size={18} role="status" aria-label={common.loading} /> : null}
        actions={
          <BusyButton
            variant="default"
            leftSection={<IconRefresh size={18} aria-hidden />}
            isBusy={isFetching}
            busyLabel={common.actions.refresh}
            onClick={refresh}
          >
            {common.actions.refresh}
          </BusyButton>
        }
      />
      <Stack gap="lg">
        {error ? <ErrorBanner error={error} onRetry={refresh} /> : null}
        <SimpleGrid cols={{ base: 1, md: 3 }}>
          {minutes}
          {data ? <Counts summary={data} /> : error ? null : <CountsSkeleton />}
        </SimpleGrid>
        {data ? (
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <RecentPatients patients={data.recentPatients} />
            <RecentNotes notes={data.recentNotes} />
          </SimpleGrid>
        ) : null}
        {isPending ? (
          <Group grow>
            <Skeleton height={392} radius="md" />
            <Skeleton height={392} radius="md" visibleFrom="md" />
          </Group>
        ) : null}
      </Stack>
    </>
  );
}

function Counts({ summary: { totalPatients, newThisWeek, recentNotes } }: { summary: DashboardSummary }) {
  return (
    <>
      <CountCard
        title={words.patients.title}
        count={totalPatients}
        caption={`${formatNumber(newThisWeek)} ${words.patients.newThisWeek}`}
        link={{ label: words.patients.all, to: paths.patients }}
      />
      <CountCard
        title={words.consultations.title}
        count={recentNotes.length}
        caption={words.consultations.notes}
        link={{ label: words.consultations.all, to: paths.history }}
      />
    </>
  );
}

function CountsSkeleton() {
  return (
    <>
      <Skeleton mih={181} h="100%" radius="md" />
      <Skeleton mih={181} h="100%" radius="md" />
    </>
  );
}
