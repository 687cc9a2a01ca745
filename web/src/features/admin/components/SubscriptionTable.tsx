import { useState } from 'react';
import { formatDate } from '@/shared/format/dates';
import { formatNumber } from '@/shared/format/numbers';
import { admin } from '@/shared/i18n/admin.messages';
import { common } from '@/shared/i18n/common.messages';
import { planWords } from '@/shared/i18n/plans.messages';
import { describeMinutes, describePrice } from '@/shared/plans/catalogue';
import { DataTable, type Column } from '@/shared/ui/DataTable';
import { EmailText } from '@/shared/ui/EmailText';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { Pager } from '@/shared/ui/Pager';
import { RowsSkeleton } from '@/shared/ui/RowsSkeleton';
import { subscriptionsPerPage, useSubscriptions, type SubscriptionWithUser } from '../api/list-subscriptions';

const { columns: names } = admin.tools;

const columns: Column<SubscriptionWithUser>[] = [
  { label: names.email, cell: ({ user }) => <EmailText email={user?.email ?? common.missing} />, wraps: true },
  { label: names.tier, cell: ({ tier }) => planWords.names[tier] },
  { label: names.used, cell: (row) => formatNumber(row.minutes_used), isNumber: true },
  { label: names.monthly, cell: (row) => describeMinutes(row.monthly_minutes), isNumber: true },
  {
    label: names.period,
    cell: (row) => (row.current_period_end ? formatDate(row.current_period_end) : common.missing),
  },
  { label: names.price, cell: ({ price }) => describePrice(price ?? 0), isNumber: true },
];

/** All subscription periods, latest first, page by page. */
export function SubscriptionTable() {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useSubscriptions({ page });
  if (error) return <ErrorBanner error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsSkeleton rows={6} height={46} />;
  return (
    <div>
      <DataTable label={admin.tools.subscriptions} columns={columns} rows={data.rows} keyOf={(row) => row.id} />
      <Pager count={data.count} perPage={subscriptionsPerPage} page={page} onPage={setPage} />
    </div>
  );
}
