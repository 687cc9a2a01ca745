import { useState } from 'react';
import { Stack } from '@mantine/core';
import type { UserRow } from '@/shared/api/database';
import { formatDate } from '@/shared/format/dates';
import { formatNumber } from '@/shared/format/numbers';
import { admin } from '@/shared/i18n/admin.messages';
import { common } from '@/shared/i18n/common.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { BusyButton } from '@/shared/ui/BusyButton';
import { DataTable, type Column } from '@/shared/ui/DataTable';
import { EmailText } from '@/shared/ui/EmailText';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { notifySuccess } from '@/shared/ui/notify';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Pager } from '@/shared/ui/Pager';
import { RowsSkeleton } from '@/shared/ui/RowsSkeleton';
import { useCreateSampleUser } from '../api/create-sample-user';
import { usersPerPage, useUsers } from '../api/list-users';

const words = admin.checkUsers;

const columns: Column<UserRow>[] = [
  { label: words.columns.email, cell: (user) => <EmailText email={user.email} />, wraps: true },
  { label: words.columns.username, cell: (user) => user.username ?? common.missing, wraps: true },
  { label: words.columns.createdAt, cell: (user) => formatDate(user.created_at) },
];

/** Every account with its address, and a button that makes one more. */
export function RegisteredUsers() {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useUsers({ page });
  const creation = useCreateSampleUser();
  return (
    <>
      <PageHeader
        title={words.title}
        detail={data ? words.total(formatNumber(data.count)) : null}
        actions={
          <BusyButton
            isBusy={creation.isPending}
            busyLabel={words.creating}
            onClick={() => creation.mutate(undefined, { onSuccess: (email) => notifySuccess(words.created(email)) })}
          >
            {words.create}
          </BusyButton>
        }
      />
      <Stack>
        {creation.isError ? <ErrorBanner message={describeError(creation.error)} /> : null}
        {error ? <ErrorBanner error={error} onRetry={() => void refetch()} /> : null}
        {data ? (
          <div>
            <DataTable label={words.tableLabel} columns={columns} rows={data.users} keyOf={(user) => user.id} />
            <Pager count={data.count} perPage={usersPerPage} page={page} onPage={setPage} />
          </div>
        ) : error ? null : (
          <RowsSkeleton rows={6} height={46} />
        )}
      </Stack>
    </>
  );
}
