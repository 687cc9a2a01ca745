import { Card, Checkbox, Group, Select, Stack, Title } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import type { SpeechEngine, VisitType } from '@/shared/api/database';
import { recording as words } from '@/shared/i18n/recording.messages';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/ButtonLink';
import { useSpeechEngine } from '../api/get-speech-engine';
import { PatientPicker } from './PatientPicker';

const visits: { value: VisitType; label: string }[] = [
  { value: 'prima_visita', label: words.fields.visits.prima_visita },
  { value: 'visita_controllo', label: words.fields.visits.visita_controllo },
];

/** What stands below the field, without and with an error: the button beside it keeps the height of the field. */
const belowField = { hint: 22, error: 39 };

export interface Visit {
  patientId: string | null;
  visita: VisitType;
  hasConsent: boolean;
}

interface VisitFormProps {
  userId: string;
  visit: Visit;
  patientError: string | null;
  isDisabled: boolean;
  onChange: (change: Partial<Visit>) => void;
}

/** Where the sound goes that the patient consents to. */
function heardBy({ host }: SpeechEngine): string {
  return host === null ? words.fields.heardHere : words.fields.heardAt(host);
}

/** Whom, what kind of visit, and whether the patient agrees. */
export function VisitForm({ userId, visit, patientError, isDisabled, onChange }: VisitFormProps) {
  const { data: engine } = useSpeechEngine();
  return (
    <Card component="section" aria-labelledby="visita">
      <Stack gap="md">
        <Title order={2} id="visita">
          {words.setup}
        </Title>
        <Group align="flex-end" gap="sm">
          <Stack gap="sm" flex="1 1 260px">
            <PatientPicker
              userId={userId}
              value={visit.patientId}
              error={patientError}
              isDisabled={isDisabled}
              onChange={(patientId) => onChange({ patientId })}
            />
          </Stack>
          <ButtonLink
            to={paths.newPatient}
            variant="default"
            mb={{ base: 0, sm: patientError ? belowField.error : belowField.hint }}
            leftSection={<IconUserPlus size={18} aria-hidden />}
          >
            {words.fields.addPatient}
          </ButtonLink>
        </Group>
        <Select
          label={words.fields.visit}
          data={visits}
          value={visit.visita}
          allowDeselect={false}
          onChange={(visita) => onChange({ visita: visita ?? 'prima_visita' })}
          disabled={isDisabled}
          maw={420}
        />
        <Checkbox
          size="md"
          label={words.fields.consent}
          description={engine ? heardBy(engine) : undefined}
          checked={visit.hasConsent}
          onChange={(event) => onChange({ hasConsent: event.currentTarget.checked })}
          disabled={isDisabled}
        />
      </Stack>
    </Card>
  );
}
