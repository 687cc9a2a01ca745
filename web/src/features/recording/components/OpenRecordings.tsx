import { useState } from 'react';
import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { formatDate, formatTime } from '@/shared/format/dates';
import { listName } from '@/shared/format/people';
import { common } from '@/shared/i18n/common.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { recording as words } from '@/shared/i18n/recording.messages';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/ButtonLink';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { useOpenRecordings, type OpenRecording } from '../api/list-open-recordings';
import { usePatientChoice } from '../api/get-patient-choice';
import { FollowedRecording } from './FollowedRecording';

interface OpenRecordingsProps {
  userId: string;
  /** The recording of this tab, which is shown above. */
  exceptId: string | null;
}

/** Consultations on their way on the server: found again after a reload, or from another machine. */
export function OpenRecordings({ userId, exceptId }: OpenRecordingsProps) {
  const { data: open = [], error, refetch } = useOpenRecordings(userId);
  // What was shown once stays: the next list may leave it out because its report is ready, and that must be said.
  const [listed, setListed] = useState<readonly OpenRecording[]>([]);
  const fresh = open.filter(({ id }) => listed.every((one) => one.id !== id));
  if (fresh.length > 0) setListed([...fresh, ...listed]);
  const shown = listed.filter(({ id }) => id !== exceptId);
  const forget = (gone: string) => setListed(listed.filter(({ id }) => id !== gone));
  if (shown.length === 0 && !error) return null;
  return (
    <Card component="section" aria-labelledby="lavorazione">
      <Stack gap="lg">
        <Title order={2} id="lavorazione">
          {words.open.title}
        </Title>
        {error ? (
          <ErrorBanner message={words.open.failed(describeError(error))} onRetry={() => void refetch()} />
        ) : null}
        {shown.map((recording) => (
          <OpenOne key={recording.id} recording={recording} userId={userId} onDiscarded={() => forget(recording.id)} />
        ))}
      </Stack>
    </Card>
  );
}

interface OpenOneProps {
  recording: OpenRecording;
  userId: string;
  onDiscarded: () => void;
}

function OpenOne({ recording, userId, onDiscarded }: OpenOneProps) {
  const { data: patient } = usePatientChoice(userId, recording.patient_id);
  const queryClient = useQueryClient();
  const [isSaved, setSaved] = useState(false);
  const name = patient ? listName(patient) : common.unknown;
  const when = `${formatDate(recording.created_at)}, ${formatTime(recording.created_at)}`;
  function showSaved() {
    setSaved(true);
    // The page that the link opens may have been seen before the report was there.
    for (const key of ['consultations', 'subscription']) void queryClient.invalidateQueries({ queryKey: [key] });
  }
  return (
    <Stack component="article" gap="sm" aria-label={name}>
      <Group gap="xs" align="baseline">
        <Title order={3}>{name}</Title>
        <Text c="dimmed" size="sm">
          {words.open.startedAt(when)}
        </Text>
        {patient ? (
          <Text c="dimmed" size="sm">
            {words.fields.bornOn(formatDate(patient.birth_date))}
          </Text>
        ) : null}
      </Group>
      <FollowedRecording id={recording.id} onSaved={showSaved} onDiscarded={onDiscarded} />
      {isSaved ? (
        <Group gap="sm" role="status">
          <Text>{words.open.saved}</Text>
          <ButtonLink variant="light" to={paths.patient(recording.patient_id)}>
            {words.open.openPatient}
          </ButtonLink>
        </Group>
      ) : null}
    </Stack>
  );
}
