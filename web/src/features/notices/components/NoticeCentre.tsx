import { ActionIcon, Badge, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import type { NoticeRow } from '@/shared/api/database';
import { formatDate, formatTime } from '@/shared/format/dates';
import { notices as words } from '@/shared/i18n/notices.messages';
import { EmptyState } from '@/shared/ui/EmptyState';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { OnDemand } from '@/shared/ui/OnDemand';
import { RowsSkeleton } from '@/shared/ui/RowsSkeleton';
import { useLiveNotices, useNotices } from '../api/list-notices';
import { useMarkNoticesRead } from '../api/mark-notices-read';
import classes from './NoticeCentre.module.css';

interface NoticeCentreProps {
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** The bell in the header, with how many notices wait, and the drawer that holds them. */
export function NoticeCentre({ isOpen, onOpen, onClose }: NoticeCentreProps) {
  const { data } = useNotices();
  useLiveNotices();
  const unread = data?.filter(({ read_at: readAt }) => readAt === null).length ?? 0;
  return (
    <>
      <ActionIcon
        className={classes.bell}
        variant="subtle"
        size={44}
        aria-label={words.open(unread)}
        aria-expanded={isOpen}
        onClick={onOpen}
      >
        <IconBell aria-hidden />
        {unread > 0 ? (
          <span className={classes.count} aria-hidden>
            {unread}
          </span>
        ) : null}
      </ActionIcon>
      <OnDemand isOpen={isOpen}>
        {(isShown) => (
          <Drawer
            opened={isShown}
            onClose={onClose}
            position="right"
            title={words.title}
            closeButtonProps={{ 'aria-label': words.close }}
          >
            <NoticeList />
          </Drawer>
        )}
      </OnDemand>
    </>
  );
}

function NoticeList() {
  const { data, error, refetch } = useNotices();
  const marking = useMarkNoticesRead();
  if (error) return <ErrorBanner error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsSkeleton rows={3} height={96} />;
  if (data.length === 0)
    return <EmptyState text={words.empty} hint={words.emptyHint} icon={<IconBell aria-hidden />} />;
  const unread = data.filter(({ read_at: readAt }) => readAt === null).map(({ id }) => id);
  return (
    <Stack gap="sm">
      {marking.isError ? <ErrorBanner error={marking.error} /> : null}
      {unread.length > 1 ? (
        <Button variant="default" onClick={() => marking.mutate(unread)}>
          {words.markAllRead}
        </Button>
      ) : null}
      <ul className={classes.list}>
        {data.map((notice) => (
          <Notice key={notice.id} notice={notice} onRead={() => marking.mutate([notice.id])} />
        ))}
      </ul>
    </Stack>
  );
}

function Notice({ notice, onRead }: { notice: NoticeRow; onRead: () => void }) {
  const { subject, body, created_at: createdAt, read_at: readAt } = notice;
  return (
    <li className={classes.item}>
      <Group gap="xs">
        <Text fw={650}>{subject}</Text>
        {readAt === null ? <Badge variant="light">{words.unread}</Badge> : null}
      </Group>
      <Text size="sm" c="dimmed">
        {words.sentAt(formatDate(createdAt), formatTime(createdAt))}
      </Text>
      <p className={classes.body}>{body}</p>
      {readAt === null ? (
        <Button variant="subtle" px={0} onClick={onRead}>
          {words.markRead}
        </Button>
      ) : null}
    </li>
  );
}
