import { useState } from 'react';
import { Card, Divider, Stack, Title } from '@mantine/core';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/ButtonLink';
import { EmptyState } from '@/shared/ui/EmptyState';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { Pager } from '@/shared/ui/Pager';
import { RowsSkeleton } from '@/shared/ui/RowsSkeleton';
import { consultationsPerPage, usePatientConsultations } from '../api/list-consultations';
import { ConsultationItem } from './ConsultationItem';
import { ReportDialog } from './ReportDialog';

/** The consultations of one patient, newest first, page by page. */
export function ConsultationHistory({ patientId }: { patientId: string }) {
  const [page, setPage] = useState(1);
  const { data, error, isPending, isPlaceholderData, refetch } = usePatientConsultations(patientId, page);
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
        {data?.count === 0 ? (
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
        <Stack gap="md" aria-busy={isPlaceholderData}>
          {data?.rows.map((consultation, index) => (
            <Stack key={consultation.id} gap="md">
              {index > 0 ? <Divider /> : null}
              <ConsultationItem consultation={consultation} onOpen={() => setOpenId(consultation.id)} />
            </Stack>
          ))}
        </Stack>
        {data ? <Pager count={data.count} perPage={consultationsPerPage} page={data.page} onPage={setPage} /> : null}
      </Stack>
      {openId ? <ReportDialog consultationId={openId} onClose={() => setOpenId(null)} /> : null}
    </Card>
  );
}
