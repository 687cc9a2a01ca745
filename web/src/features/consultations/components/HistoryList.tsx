import { useState } from 'react';
import { Anchor, Button, Card, Group, Stack } from '@mantine/core';
import { Link } from 'react-router';
import type { FoundConsultation } from '@/shared/api/database';
import { fullName } from '@/shared/format/people';
import { common } from '@/shared/i18n/common.messages';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/ButtonLink';
import { EmptyState } from '@/shared/ui/EmptyState';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { Pager } from '@/shared/ui/Pager';
import { RowsSkeleton } from '@/shared/ui/RowsSkeleton';
import { SearchBox } from '@/shared/ui/SearchBox';
import { consultationsPerPage, useHistory, type HistoryQuery } from '../api/list-consultations';
import { ConsultationItem } from './ConsultationItem';
import { ReportDialog } from './ReportDialog';

const longestSearch = 100;

interface HistoryListProps {
  userId: string;
  query: HistoryQuery;
  onChange: (query: HistoryQuery) => void;
}

/** The consultations of the doctor, page by page, with a search over patient and reason. */
export function HistoryList({ userId, query, onChange }: HistoryListProps) {
  const { data, error, isPending, isPlaceholderData, refetch } = useHistory(userId, query);
  const [openId, setOpenId] = useState<string | null>(null);
  const isFiltered = query.search.trim() !== '';
  const isEmpty = data?.count === 0;
  return (
    <Stack gap="md">
      <Group maw={520}>
        <SearchBox
          label={words.page.search}
          value={query.search}
          maxLength={longestSearch}
          onSearch={(search) => onChange({ search, page: 1 })}
        />
      </Group>
      {error ? <ErrorBanner message={words.errors.load(describeError(error))} onRetry={() => void refetch()} /> : null}
      {isPending || (isPlaceholderData && isEmpty) ? <RowsSkeleton rows={4} height={112} gap={16} /> : null}
      {isEmpty && !isPlaceholderData ? (
        <NothingFound isFiltered={isFiltered} onAll={() => onChange({ search: '', page: 1 })} />
      ) : null}
      <Stack gap="md" aria-busy={isPlaceholderData}>
        {data?.rows.map((consultation) => (
          <Card key={consultation.id}>
            <ConsultationItem
              consultation={consultation}
              patient={<PatientLink consultation={consultation} />}
              onOpen={() => setOpenId(consultation.id)}
            />
          </Card>
        ))}
      </Stack>
      {data ? (
        <Pager
          count={data.count}
          perPage={consultationsPerPage}
          page={data.page}
          onPage={(page) => onChange({ ...query, page })}
        />
      ) : null}
      {openId ? <ReportDialog consultationId={openId} onClose={() => setOpenId(null)} /> : null}
    </Stack>
  );
}

function NothingFound({ isFiltered, onAll }: { isFiltered: boolean; onAll: () => void }) {
  if (!isFiltered) {
    return (
      <EmptyState
        text={words.history.empty}
        hint={words.history.emptyHint}
        action={<ButtonLink to={paths.newConsultation}>{words.history.recordFirst}</ButtonLink>}
      />
    );
  }
  return (
    <EmptyState
      text={words.page.noMatch}
      hint={words.page.noMatchHint}
      action={
        <Button variant="default" onClick={onAll}>
          {words.page.showAll}
        </Button>
      }
    />
  );
}

function PatientLink({ consultation: { patient, patient_id: id } }: { consultation: FoundConsultation }) {
  return (
    <Anchor component={Link} to={paths.patient(id)} fw={650} size="lg" py={8} my={-8}>
      {patient ? fullName(patient) : common.unknown}
    </Anchor>
  );
}
