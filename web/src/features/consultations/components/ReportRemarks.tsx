import { Text } from '@mantine/core';
import { formatNumber } from '@/shared/format/numbers';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import type { Evidence } from '../model/evidence';
import type { Consultation } from '../model/report';
import { Omissions } from './Omissions';

export interface ReportRemarksProps {
  consultation: Consultation;
  evidence: Evidence;
}

/** What stands below the nine sections: one line for each remark on the report as a whole. */
export function ReportRemarks({ evidence }: ReportRemarksProps) {
  return (
    <>
      <Omissions evidence={evidence} />
      <ReportedShare share={evidence.reported_share} />
    </>
  );
}

function ReportedShare({ share }: { share: number | null }) {
  if (share === null) return null;
  return (
    <Text size="sm" c="dimmed">
      {words.report.share(formatNumber(Math.round(share * 100)))}
    </Text>
  );
}
