import { Alert, Stack } from '@mantine/core';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import type { Evidence } from '../model/evidence';
import type { Consultation } from '../model/report';
import { ReportReview } from './ReportReview';
import { ReportWriter } from './ReportWriter';

export interface ReportNoticesProps {
  consultation: Consultation;
  evidence: Evidence;
}

/** What the doctor should know before reading: one line for each notice, which shows itself only where it applies. */
export function ReportNotices(props: ReportNoticesProps) {
  return (
    <Stack gap="sm" mb="md">
      <WithoutEvidence {...props} />
      <ReportWriter evidence={props.consultation.evidence} />
      <ReportReview consultation={props.consultation} />
    </Stack>
  );
}

/** A report that somebody else's program wrote: its sentences lead to no words. */
function WithoutEvidence({ consultation, evidence }: ReportNoticesProps) {
  const hasStatements = Object.values(evidence.sections).some((statements) => statements.length > 0);
  if (hasStatements || !consultation.transcription) return null;
  return (
    <Alert color="gray" variant="light">
      {words.report.withoutEvidence}
    </Alert>
  );
}
