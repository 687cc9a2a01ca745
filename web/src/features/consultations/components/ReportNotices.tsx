import { Alert, Stack } from '@mantine/core';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { isCutOff, unheardTimes, type Evidence } from '../model/evidence';
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
      <Unheard evidence={props.evidence} />
      <ReportWriter evidence={props.consultation.evidence} />
      <ReportReview consultation={props.consultation} />
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
    <Alert key={notice} color="yellow" variant="light">
      {notice}
    </Alert>
  ));
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
