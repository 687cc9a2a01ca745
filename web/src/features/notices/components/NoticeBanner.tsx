import { Button, Text } from '@mantine/core';
import { describeError } from '@/shared/i18n/errors.messages';
import { notices as words } from '@/shared/i18n/notices.messages';
import { useNotices } from '../api/list-notices';
import { useMarkNoticesRead } from '../api/mark-notices-read';
import classes from './NoticeCentre.module.css';

/** The newest notice that was not read, beneath the header of every page until it is. */
export function NoticeBanner({ onOpen }: { onOpen: () => void }) {
  const { data } = useNotices();
  const marking = useMarkNoticesRead();
  const newest = data?.find(({ read_at: readAt }) => readAt === null);
  if (!newest) return null;
  return (
    <section className={classes.banner} aria-label={words.banner}>
      <Text className={classes.subject} fw={600}>
        {newest.subject}
      </Text>
      {marking.isError ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {describeError(marking.error)}
        </Text>
      ) : null}
      <div className={classes.actions}>
        <Button variant="subtle" px="sm" onClick={onOpen}>
          {words.read}
        </Button>
        <Button variant="subtle" px="sm" onClick={() => marking.mutate([newest.id])}>
          {words.markRead}
        </Button>
      </div>
    </section>
  );
}
