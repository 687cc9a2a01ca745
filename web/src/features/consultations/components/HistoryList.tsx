import { useDeferredValue, useState } from 'react';
import { Anchor, Card, Stack, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link } from 'react-router';
import { fullName } from '@/shared/format/people';
import { common } from '@/shared/i18n/common.messages';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { paths } from '@/shared/paths';
import { EmptyState } from '@/shared/ui/EmptyState';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { RowsSkeleton } from '@/shared/ui/RowsSkeleton';
import { useConsultations, type ConsultationOfPatient } from '../api/list-consultations';
import { matchesSearch } from '../model/history-search';
import { ConsultationItem } from './ConsultationItem';
import { ReportDialog } from './ReportDialog';

/** All consultations of the doctor, with a search over patient and reason. */
export function HistoryList({ userId }: { userId: string }) {
  const { data, error, isPending, refetch } = useConsultations(userId);
  const [search, setSearch] = useState('');
  const [openId, setOpenId] = useState<string | null>(null);
  const wanted = useDeferredValue(search);
  const shown = data?.filter((consultation) => matchesSearch(consultation, wanted)) ?? [];
  return (
    <Stack gap="md">
      <TextInput
        type="search"
        aria-label={words.page.search}
        placeholder={words.page.search}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        maw={520}
      />
      {error ? <ErrorBanner message={words.errors.load(describeError(error))} onRetry={() => void refetch()} /> : null}
      {isPending ? <RowsSkeleton rows={4} height={112} gap={16} /> : null}
      {data && shown.length === 0 ? (
        <EmptyState
          text={data.length === 0 ? words.history.empty : words.page.noMatch}
          hint={data.length === 0 ? words.history.emptyHint : words.page.noMatchHint}
        />
      ) : null}
      {shown.map((consultation) => (
        <Card key={consultation.id}>
          <ConsultationItem
            consultation={consultation}
            patient={<PatientLink consultation={consultation} />}
            onOpen={() => setOpenId(consultation.id)}
          />
        </Card>
      ))}
      {openId ? <ReportDialog consultationId={openId} onClose={() => setOpenId(null)} /> : null}
    </Stack>
  );
}

function PatientLink({ consultation: { patient, patient_id: id } }: { consultation: ConsultationOfPatient }) {
  return (
    <Anchor component={Link} to={paths.patient(id)} fw={650} size="lg">
      {patient ? fullName(patient) : common.unknown}
    </Anchor>
  );
}
