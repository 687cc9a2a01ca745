import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { NewConsultation } from '@/features/recording/components/NewConsultation';
import { useUser } from '@/shared/api/session';
import { recording as words } from '@/shared/i18n/recording.messages';
import { paths } from '@/shared/paths';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  const { id } = useUser();
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const openPatient = useCallback((patientId: string) => void navigate(paths.patient(patientId)), [navigate]);
  const patientId = parameters.get('patientId');
  return (
    <>
      <PageHeader title={words.title} />
      <NewConsultation key={`${id} ${patientId ?? ''}`} userId={id} patientId={patientId} onSaved={openPatient} />
    </>
  );
}
