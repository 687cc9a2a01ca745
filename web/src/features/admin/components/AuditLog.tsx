import { useState } from 'react';
import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import type { AuditEntry } from '@/shared/api/database';
import { formatDate, formatTime } from '@/shared/format/dates';
import { formatNumber } from '@/shared/format/numbers';
import { audit as words } from '@/shared/i18n/audit.messages';
import { common } from '@/shared/i18n/common.messages';
import { DataTable, type Column } from '@/shared/ui/DataTable';
import { DateField } from '@/shared/ui/DateField';
import { EmailText } from '@/shared/ui/EmailText';
import { EmptyState } from '@/shared/ui/EmptyState';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { Pager } from '@/shared/ui/Pager';
import { RowsSkeleton } from '@/shared/ui/RowsSkeleton';
import { SearchBox } from '@/shared/ui/SearchBox';
import { auditEntriesPerPage, useAuditLog, type AuditQuery } from '../api/list-audit-log';
import { addressText, detailText, eventName } from '../model/audit-words';

const eventOptions = [
  { value: '', label: words.everyEvent },
  ...Object.entries(words.events).map(([value, label]) => ({ value, label })),
];

const person = (email: string) => (email ? <EmailText email={email} /> : common.missing);

const columns: Column<AuditEntry>[] = [
  { label: words.columns.at, cell: ({ at }) => words.moment(formatDate(at), formatTime(at)) },
  { label: words.columns.event, cell: ({ event }) => eventName(event), wraps: true },
  { label: words.columns.person, cell: ({ email }) => person(email), wraps: true },
  { label: words.columns.actor, cell: ({ actor }) => person(actor), wraps: true },
  { label: words.columns.detail, cell: detailText, wraps: true },
  { label: words.columns.address, cell: addressText },
];

/** Who signed in, changed how they sign in, or was given something: filtered and paged by the server. */
export function AuditLog() {
  const [query, setQuery] = useState<AuditQuery>({ event: '', person: '', from: '', to: '', page: 1 });
  const { data, error, refetch } = useAuditLog(query);
  const narrow = (part: Partial<AuditQuery>) => setQuery({ ...query, ...part, page: 1 });
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end">
        <SearchBox label={words.search} value="" onSearch={(person) => narrow({ person })} />
        <NativeSelect
          flex="1 1 220px"
          label={words.columns.event}
          data={eventOptions}
          onChange={({ currentTarget }) => narrow({ event: currentTarget.value })}
        />
        <Group gap="sm" align="flex-start" wrap="nowrap" flex="1 1 260px">
          <DateField flex="1 1 0" label={words.from} onDate={(from) => narrow({ from })} />
          <DateField flex="1 1 0" label={words.to} onDate={(to) => narrow({ to })} />
        </Group>
      </Group>
      {error ? <ErrorBanner error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <RowsSkeleton rows={8} height={46} gap={0} />}
      {data ? (
        <Text size="sm" c="dimmed" role="status">
          {words.found(formatNumber(data.total))}
        </Text>
      ) : null}
      {data?.total === 0 ? <EmptyState text={words.none} hint={words.noneHint} /> : null}
      {data && data.total > 0 ? (
        <div>
          <DataTable
            label={words.title}
            columns={columns}
            rows={data.rows}
            keyOf={({ at, event, email, address }) => `${at} ${event} ${email} ${address}`}
          />
          <Pager
            count={data.total}
            perPage={auditEntriesPerPage}
            page={query.page}
            onPage={(page) => setQuery({ ...query, page })}
          />
        </div>
      ) : null}
    </Stack>
  );
}
