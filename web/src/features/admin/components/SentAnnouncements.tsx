import { useState } from 'react';
import { Stack, Title } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import type { AnnouncementRow, Tier } from '@/shared/api/database';
import { formatDate, formatTime } from '@/shared/format/dates';
import { formatNumber } from '@/shared/format/numbers';
import { announcements as words } from '@/shared/i18n/announcements.messages';
import { notices } from '@/shared/i18n/notices.messages';
import { planWords } from '@/shared/i18n/plans.messages';
import { DataTable, type Column } from '@/shared/ui/DataTable';
import { EmptyState } from '@/shared/ui/EmptyState';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { Pager } from '@/shared/ui/Pager';
import { RowsSkeleton } from '@/shared/ui/RowsSkeleton';
import { announcementsPerPage, useAnnouncements } from '../api/list-announcements';
import classes from './SentAnnouncements.module.css';

function audienceOf({ audience, tiers }: AnnouncementRow): string {
  if (audience !== 'plans') return words.fields.audiences[audience];
  const names = tiers.split(',').map((tier) => planWords.names[tier as Tier]);
  return words.toPlans(names.join(', '));
}

function shareOf(part: number, { recipients }: AnnouncementRow): string {
  return words.share(formatNumber(part), formatNumber(recipients));
}

const columns: Column<AnnouncementRow>[] = [
  {
    label: words.columns.sentAt,
    cell: ({ created_at: at }) => notices.sentAt(formatDate(at), formatTime(at)),
  },
  {
    label: words.columns.subject,
    cell: ({ subject, body }) => (
      <details className={classes.subject}>
        <summary>{subject}</summary>
        <p className={classes.body}>{body}</p>
      </details>
    ),
  },
  { label: words.columns.audience, cell: audienceOf },
  { label: words.columns.recipients, cell: ({ recipients }) => formatNumber(recipients), isNumber: true },
  { label: words.columns.reads, cell: (row) => shareOf(row.reads, row), isNumber: true },
  {
    label: words.columns.mails,
    cell: (row) => (row.sends_mail ? shareOf(row.mails, row) : words.noMail),
    isNumber: true,
  },
];

/** What was sent, with how many have read it and how many mails have left. */
export function SentAnnouncements() {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useAnnouncements(page);
  return (
    <Stack gap="sm">
      <Title order={2}>{words.sent}</Title>
      {error ? <ErrorBanner error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <RowsSkeleton rows={3} height={62} />}
      {data?.count === 0 ? (
        <EmptyState text={words.none} hint={words.noneHint} icon={<IconSpeakerphone aria-hidden />} />
      ) : null}
      {data && data.count > 0 ? (
        <div>
          <DataTable label={words.sent} columns={columns} rows={data.rows} keyOf={({ id }) => id} />
          <Pager count={data.count} perPage={announcementsPerPage} page={page} onPage={setPage} />
        </div>
      ) : null}
    </Stack>
  );
}
