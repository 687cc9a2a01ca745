import type { ReactNode } from 'react';
import { Badge, Group, Text } from '@mantine/core';
import { formatDate, formatDuration, formatTime } from '@/shared/format/dates';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import type { ConsultationSummary } from '../api/list-consultations';
import { consultationTitle } from '../model/report';
import { ConsultationActions } from './ConsultationActions';
import classes from './ConsultationItem.module.css';

interface ConsultationItemProps {
  consultation: ConsultationSummary;
  /** Whose it is, where the page does not say so. */
  patient?: ReactNode;
  onOpen: () => void;
}

/** One consultation in a list: when, why, how long. */
export function ConsultationItem({ consultation, patient, onOpen }: ConsultationItemProps) {
  const { created_at: at, duration_seconds: seconds, visita } = consultation;
  return (
    <article className={classes.item} aria-label={`${formatDate(at)} ${formatTime(at)}`}>
      <div className={classes.facts}>
        {patient}
        <Group gap="4px 12px">
          <Text fw={600} component="time" dateTime={at}>
            {`${formatDate(at)}, ${formatTime(at)}`}
          </Text>
          {seconds ? (
            <Text size="sm" c="dimmed">
              {words.history.duration(formatDuration(seconds))}
            </Text>
          ) : null}
          <Badge variant="light" size="lg" tt="none" fw={500}>
            {words.visits[visita]}
          </Badge>
        </Group>
        <Text lineClamp={2}>{consultationTitle(consultation)}</Text>
      </div>
      <ConsultationActions consultation={consultation} onOpen={onOpen} />
    </article>
  );
}
