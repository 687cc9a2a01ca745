import { useState } from 'react';
import type { UserRow } from '@/shared/api/database';
import { formatDate } from '@/shared/format/dates';
import { admin } from '@/shared/i18n/admin.messages';
import { common } from '@/shared/i18n/common.messages';
import { planWords } from '@/shared/i18n/plans.messages';
import { DataTable, type Column } from '@/shared/ui/DataTable';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { Pager } from '@/shared/ui/Pager';
import { RowsSkeleton } from '@/shared/ui/RowsSkeleton';
import { usersPerPage, useUsers } from '../api/list-users';

const { columns: names } = admin.tools;

const columns: Column<UserRow>[] = [
  { label: names.email, cell: (user) => user.email },
  { label: names.fullName, cell: (user) => user.full_name ?? common.missing },
  { label: names.role, cell: (user) => admin.roles[user.role] },
  { label: names.tier, cell: (user) => planWords.names[user.subscription_tier] },
  { label: names.createdAt, cell: (user) => formatDate(user.created_at) },
];

/** All users, newest first, page by page. */
export function UserTable() {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useUsers(page);
  if (error) return <ErrorBanner error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsSkeleton rows={6} height={46} />;
  return (
    <div>
      <DataTable label={admin.tools.users} columns={columns} rows={data.users} keyOf={(user) => user.id} />
      <Pager count={data.count} perPage={usersPerPage} page={page} onPage={setPage} />
    </div>
  );
}
