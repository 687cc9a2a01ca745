import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { DraftOffer } from '@/shared/drafts/DraftOffer';
import { formatDate, formatTime } from '@/shared/format/dates';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { isSameText, textsOf, type Consultation } from '../model/report';
import type { DraftInHand } from './use-report-draft';

const { offer } = words.report;

interface DraftNoticeProps {
  draft: DraftInHand;
  consultation: Consultation;
  /** A problem says it already. */
  isQuiet: boolean;
}

/** A draft on offer, or of one that was taken up, that the report is not what it was any more. */
export function DraftNotice({ draft, consultation, isQuiet }: DraftNoticeProps) {
  const { writing, offered } = draft;
  if (writing) {
    return writing.hasMoved && !isQuiet ? (
      <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} role="status">
        {offer.moved}
      </Alert>
    ) : null;
  }
  if (!offered) return null;
  const at = new Date(offered.keptAt).toISOString();
  const hasMoved = !isSameText(offered.basis, textsOf(consultation));
  return (
    <DraftOffer onTakeUp={() => draft.takeUp(offered)} onForget={draft.forget}>
      <Text>{offer.text(formatDate(at), formatTime(at))}</Text>
      {hasMoved ? <Text size="sm">{offer.moved}</Text> : null}
    </DraftOffer>
  );
}
