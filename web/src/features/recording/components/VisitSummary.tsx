import { Badge, Card, Group, Text, Title } from '@mantine/core';
import { formatDate } from '@/shared/format/dates';
import { listName } from '@/shared/format/people';
import { common } from '@/shared/i18n/common.messages';
import { recording as words } from '@/shared/i18n/recording.messages';
import type { PatientChoice } from '../api/search-patients';
import type { RecordingIdentity } from '../model/recording-state';

interface VisitSummaryProps {
  identity: RecordingIdentity;
  patient: PatientChoice | undefined;
}

/** Whom the recording under way is about: no longer to be changed. */
export function VisitSummary({ identity, patient }: VisitSummaryProps) {
  return (
    <Card component="section" aria-labelledby="visita">
      <Group gap="sm" justify="space-between">
        <Group gap="sm">
          <Title order={2} id="visita">
            {patient ? listName(patient) : common.unknown}
          </Title>
          {patient ? (
            <Text size="sm" c="dimmed">
              {words.fields.bornOn(formatDate(patient.birth_date))}
            </Text>
          ) : null}
          <Badge variant="light" size="lg" tt="none" fw={500}>
            {words.fields.visits[identity.visita]}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {words.consentGiven}
        </Text>
      </Group>
    </Card>
  );
}
