import { Alert, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { isCutOff, unheardTimes, type Evidence } from '../model/evidence';
import type { Consultation } from '../model/report';
import { leadsToNoWords } from '../model/review';
import { ReportReview } from './ReportReview';
import { ReportWriter } from './ReportWriter';

export interface ReportNoticesProps {
  consultation: Consultation;
  evidence: Evidence;
  /** A change is on its way to the server. */
  isSaving: boolean;
}

/** What the doctor should know before reading: one line for each notice, which shows itself only where it applies. */
export function ReportNotices(props: ReportNoticesProps) {
  return (
    <Stack gap="sm" mb="md">
      <WithoutEvidence consultation={props.consultation} />
      <Unheard evidence={props.evidence} />
      <ReportWriter evidence={props.consultation.evidence} />
      <ReportReview consultation={props.consultation} isSaving={props.isSaving} />
    </Stack>
  );
}

/** What was said and is in no transcript: the doctor hears it, before signing. */
function Unheard({ evidence }: Pick<ReportNoticesProps, 'evidence'>) {
  const stretches = unheardTimes(evidence);
  const notices = [
    ...(stretches.length > 0 ? [words.report.unheard(stretches)] : []),
    ...(isCutOff(evidence) ? [words.report.cutOff] : []),
  ];
  return notices.map((notice) => (
    <Alert key={notice} color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
      {notice}
    </Alert>
  ));
}

/** A report that somebody else's program wrote: its sentences lead to no words. */
function WithoutEvidence({ consultation }: Pick<ReportNoticesProps, 'consultation'>) {
  if (!leadsToNoWords(consultation)) return null;
  return (
    <Alert color="gray" variant="light">
      {words.report.withoutEvidence}
    </Alert>
  );
}
