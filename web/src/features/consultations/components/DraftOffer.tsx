import { Alert, Button, Group, Text } from '@mantine/core';
import { formatDate, formatTime } from '@/shared/format/dates';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import type { ReportDraft } from '../model/draft-store';
import { isSameText, textsOf, type Consultation } from '../model/report';

interface DraftOfferProps {
  draft: ReportDraft;
  consultation: Consultation;
  onTakeUp: () => void;
  onForget: () => void;
}

/** Changes that were not saved, to go on with or to throw away. */
export function DraftOffer({ draft, consultation, onTakeUp, onForget }: DraftOfferProps) {
  const { offer } = words.report;
  const at = new Date(draft.keptAt).toISOString();
  const hasMoved = !isSameText(draft.basis, textsOf(consultation));
  return (
    <Alert color="teal" variant="light" role="status">
      <Group justify="space-between" gap="sm">
        <div>
          <Text>{offer.text(formatDate(at), formatTime(at))}</Text>
          {hasMoved ? <Text size="sm">{offer.moved}</Text> : null}
        </div>
        <Group gap="xs">
          <Button px="md" onClick={onTakeUp}>
            {offer.takeUp}
          </Button>
          <Button px="md" variant="default" onClick={onForget}>
            {offer.forget}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
