import { Anchor, Card, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { formatDate } from '@/shared/format/dates';
import { fullName } from '@/shared/format/people';
import { common } from '@/shared/i18n/common.messages';
import { dashboard } from '@/shared/i18n/dashboard.messages';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/ButtonLink';
import { EmptyState } from '@/shared/ui/EmptyState';
import type { RecentNote } from '../api/get-summary';
import classes from './RecentLists.module.css';

const words = dashboard.recentNotes;

export function RecentNotes({ notes }: { notes: RecentNote[] }) {
  return (
    <Card component="section" aria-label={words.title}>
      <Title order={2} size="h3" mb="xs">
        {words.title}
      </Title>
      {notes.length === 0 ? (
        <EmptyState
          text={words.empty}
          hint={words.hint}
          action={<ButtonLink to={paths.newConsultation}>{words.recordFirst}</ButtonLink>}
        />
      ) : (
        <ul className={classes.list}>
          {notes.map(({ id, title, patient, created_at: createdAt }) => (
            <li key={id} className={classes.item}>
              <div className={classes.text}>
                <span className={classes.title}>{title ?? words.untitled}</span>
                <Text size="sm" c="dimmed">
                  {patient ? fullName(patient) : common.unknown} · {formatDate(createdAt)}
                </Text>
              </div>
              <Anchor component={Link} to={paths.history} size="sm" lh="44px" flex="none">
                {words.view}
              </Anchor>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
