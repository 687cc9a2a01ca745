import { Card, Checkbox, Group, Select, Stack, Title } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import type { VisitType } from '@/shared/api/database';
import { listName } from '@/shared/format/people';
import { describeError } from '@/shared/i18n/errors.messages';
import { recording as words } from '@/shared/i18n/recording.messages';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/ButtonLink';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { usePatientChoices, type PatientChoice } from '../api/list-patient-choices';

const shownOptions = 100;
const visits: { value: VisitType; label: string }[] = [
  { value: 'prima_visita', label: words.fields.visits.prima_visita },
  { value: 'visita_controllo', label: words.fields.visits.visita_controllo },
];

export interface Visit {
  patientId: string | null;
  visita: VisitType;
  hasConsent: boolean;
}

/** `Rossi, Maria`, with the year of birth where two patients share the name. */
function patientOptions(choices: PatientChoice[]) {
  const counts = new Map<string, number>();
  for (const choice of choices) counts.set(listName(choice), (counts.get(listName(choice)) ?? 0) + 1);
  return choices.map((choice) => {
    const name = listName(choice);
    const isShared = (counts.get(name) ?? 0) > 1;
    return { value: choice.id, label: isShared ? `${name} (${choice.birth_date.slice(0, 4)})` : name };
  });
}

interface VisitFormProps {
  userId: string;
  visit: Visit;
  patientError: string | null;
  isDisabled: boolean;
  onChange: (change: Partial<Visit>) => void;
}

/** Whom, what kind of visit, and whether the patient agrees. */
export function VisitForm({ userId, visit, patientError, isDisabled, onChange }: VisitFormProps) {
  const choices = usePatientChoices(userId);
  return (
    <Card component="section" aria-labelledby="visita">
      <Stack gap="md">
        <Title order={2} id="visita">
          {words.setup}
        </Title>
        {choices.error ? (
          <ErrorBanner
            message={words.errors.patients(describeError(choices.error))}
            onRetry={() => void choices.refetch()}
          />
        ) : null}
        <Group align="flex-end" gap="sm">
          <Select
            flex="1 1 260px"
            label={words.fields.patient}
            placeholder={words.fields.patientPlaceholder}
            data={patientOptions(choices.data ?? [])}
            value={visit.patientId}
            onChange={(patientId) => onChange({ patientId })}
            searchable
            limit={shownOptions}
            nothingFoundMessage={choices.data?.length === 0 ? words.fields.noPatients : words.fields.noPatient}
            error={patientError}
            disabled={isDisabled || choices.isPending}
            required
            withAsterisk={false}
          />
          <ButtonLink
            to={paths.newPatient}
            variant="default"
            mb={patientError ? 22 : 0}
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
          checked={visit.hasConsent}
          onChange={(event) => onChange({ hasConsent: event.currentTarget.checked })}
          disabled={isDisabled}
        />
      </Stack>
    </Card>
  );
}
