import { useState } from 'react';
import { Card, Divider, Stack, Title } from '@mantine/core';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/ButtonLink';
import { EmptyState } from '@/shared/ui/EmptyState';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { RowsSkeleton } from '@/shared/ui/RowsSkeleton';
import { usePatientConsultations } from '../api/list-consultations';
import { ConsultationItem } from './ConsultationItem';
import { ReportDialog } from './ReportDialog';

/** The consultations of one patient, newest first. */
export function ConsultationHistory({ patientId }: { patientId: string }) {
  const { data, error, isPending, refetch } = usePatientConsultations(patientId);
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <Card component="section" aria-labelledby="storico">
      <Stack gap="md">
        <Title order={2} id="storico">
          {words.history.title}
        </Title>
        {error ? (
          <ErrorBanner message={words.errors.load(describeError(error))} onRetry={() => void refetch()} />
        ) : null}
        {isPending ? <RowsSkeleton rows={2} height={72} /> : null}
        {data?.length === 0 ? (
          <EmptyState
            text={words.history.empty}
            hint={words.history.emptyHint}
            action={
              <ButtonLink variant="light" to={paths.newConsultationFor(patientId)}>
                {words.history.recordFirst}
              </ButtonLink>
            }
          />
        ) : null}
        {data?.map((consultation, index) => (
          <Stack key={consultation.id} gap="md">
            {index > 0 ? <Divider /> : null}
            <ConsultationItem consultation={consultation} onOpen={() => setOpenId(consultation.id)} />
          </Stack>
        ))}
      </Stack>
      {openId ? <ReportDialog consultationId={openId} onClose={() => setOpenId(null)} /> : null}
    </Card>
  );
}
