import { useState } from 'react';
import { Badge, Stack, Text, Title } from '@mantine/core';
import { formatDate } from '@/shared/format/dates';
import { formatEuro } from '@/shared/format/numbers';
import { admin } from '@/shared/i18n/admin.messages';
import { common } from '@/shared/i18n/common.messages';
import { planWords } from '@/shared/i18n/plans.messages';
import { DataTable, type Column } from '@/shared/ui/DataTable';
import { EmailText } from '@/shared/ui/EmailText';
import { EmptyState } from '@/shared/ui/EmptyState';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { Pager } from '@/shared/ui/Pager';
import { RowsSkeleton } from '@/shared/ui/RowsSkeleton';
import { subscriptionsPerPage, useSubscriptions, type SubscriptionWithUser } from '../api/list-subscriptions';

const { billing: words, tools } = admin;

function dateOf(moment: string | null): string {
  return moment ? formatDate(moment) : common.missing;
}

function isRunning({ is_active: isActive, current_period_end: end }: SubscriptionWithUser): boolean {
  return isActive && end !== null && Date.parse(end) > Date.now();
}

const columns: Column<SubscriptionWithUser>[] = [
  { label: tools.columns.email, cell: ({ user }) => <EmailText email={user?.email ?? common.missing} />, wraps: true },
  { label: tools.columns.tier, cell: ({ tier }) => planWords.names[tier] },
  { label: words.begins, cell: ({ current_period_start: start }) => dateOf(start) },
  { label: words.ends, cell: ({ current_period_end: end }) => dateOf(end) },
  { label: words.amount, cell: ({ price }) => formatEuro(price ?? 0), isNumber: true },
  {
    label: words.state,
    cell: (row) => (
      <Badge variant="light" color={isRunning(row) ? 'teal' : 'gray'}>
        {isRunning(row) ? words.running : words.over}
      </Badge>
    ),
  },
];

/** The periods that cost something: what the server knows of invoices. */
export function PaidMonths() {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useSubscriptions({ isPaid: true, page });
  return (
    <Stack gap="sm">
      <Title order={2}>{words.months}</Title>
      <Text c="dimmed">{words.monthsHint}</Text>
      {error ? <ErrorBanner error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <RowsSkeleton rows={6} height={46} gap={0} />}
      {data?.count === 0 ? <EmptyState text={words.noMonths} /> : null}
      {data && data.count > 0 ? (
        <div>
          <DataTable label={words.monthsTable} columns={columns} rows={data.rows} keyOf={({ id }) => id} />
          <Pager count={data.count} perPage={subscriptionsPerPage} page={page} onPage={setPage} />
        </div>
      ) : null}
    </Stack>
  );
}
