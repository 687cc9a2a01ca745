import { Anchor, Skeleton, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { ConsultationHistory } from '@/features/consultations/components/ConsultationHistory';
import { usePatient } from '@/features/patients/api/get-patient';
import { MeasureCurves } from '@/features/patients/components/MeasureCurves';
import { PatientCard } from '@/features/patients/components/PatientCard';
import { describeError } from '@/shared/i18n/errors.messages';
import { patients as words } from '@/shared/i18n/patients.messages';
import { paths } from '@/shared/paths';
import { EmptyState } from '@/shared/ui/EmptyState';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';

export function Component() {
  const { patientId = '' } = useParams();
  return (
    <Stack gap="lg">
      <Anchor
        component={Link}
        to={paths.patients}
        mih={44}
        display="inline-flex"
        style={{ alignItems: 'center', gap: 8, alignSelf: 'start' }}
      >
        <IconArrowLeft size={18} aria-hidden />
        {words.detail.back}
      </Anchor>
      <PatientPage key={patientId} patientId={patientId} />
    </Stack>
  );
}

function PatientPage({ patientId }: { patientId: string }) {
  const { data: patient, error, isPending, refetch } = usePatient(patientId);
  if (isPending) {
    return (
      <>
        <Skeleton height={52} width={320} />
        <Skeleton height={220} />
      </>
    );
  }
  if (error) return <ErrorBanner message={words.errors.load(describeError(error))} onRetry={() => void refetch()} />;
  if (!patient) return <EmptyState isPage text={words.detail.notFound} hint={words.detail.notFoundHint} />;
  return (
    <>
      <PatientCard patient={patient} />
      <MeasureCurves patientId={patient.id} />
      <ConsultationHistory patientId={patient.id} />
    </>
  );
}
