import { Card, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { formatDate } from '@/shared/format/dates';
import { fullName } from '@/shared/format/people';
import { dashboard } from '@/shared/i18n/dashboard.messages';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/ButtonLink';
import { EmptyState } from '@/shared/ui/EmptyState';
import type { RecentPatient } from '../api/get-summary';
import classes from './RecentLists.module.css';

const words = dashboard.recentPatients;

export function RecentPatients({ patients }: { patients: RecentPatient[] }) {
  return (
    <Card component="section" aria-label={words.title}>
      <Title order={2} size="h3" mb="xs">
        {words.title}
      </Title>
      {patients.length === 0 ? (
        <EmptyState
          text={words.empty}
          hint={words.hint}
          action={<ButtonLink to={paths.newPatient}>{words.addFirst}</ButtonLink>}
        />
      ) : (
        <ul className={classes.list}>
          {patients.map((patient) => (
            <li key={patient.id} className={classes.item}>
              <div className={classes.text}>
                <Link to={paths.patient(patient.id)} className={classes.name}>
                  {fullName(patient)}
                </Link>
                <Text size="sm" c="dimmed">
                  {words.registered(formatDate(patient.created_at))}
                </Text>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
