import { useState } from 'react';
import { Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { reportSections } from '@/shared/api/database';
import { useUser } from '@/shared/api/session';
import { formatDate, formatTime } from '@/shared/format/dates';
import { fullName } from '@/shared/format/people';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { notifySuccess } from '@/shared/ui/notify';
import { useConsultation } from '../api/get-consultation';
import { useUpdateReport, type ReportTexts } from '../api/update-report';
import type { Letterhead } from '../model/pdf-report';
import type { Consultation } from '../model/report';
import { PrintedReport } from './PrintedReport';
import { ReportEditor } from './ReportEditor';
import { ReportReader } from './ReportReader';
import { EditingToolbar, ReadingToolbar } from './ReportToolbar';
import { UnsavedDialog } from './UnsavedDialog';

interface ReportDialogProps {
  consultationId: string;
  onClose: () => void;
}

/** The dialog 'Referto': read with its evidence, edit, copy, PDF, print. */
export function ReportDialog({ consultationId, onClose }: ReportDialogProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const { data, error, refetch } = useConsultation(consultationId);
  const [isDirty, setDirty] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const close = () => (isDirty ? setLeaving(true) : onClose());
  return (
    <Modal
      opened
      onClose={close}
      title={words.report.title}
      size={1120}
      fullScreen={isNarrow}
      withCloseButton={false}
      closeOnClickOutside={!isDirty}
    >
      {error ? <ErrorBanner message={words.errors.load(describeError(error))} onRetry={() => void refetch()} /> : null}
      {data ? <Report consultation={data} onDirty={setDirty} onClose={close} /> : null}
      {data || error ? null : <Skeleton height={480} />}
      <UnsavedDialog isOpen={isLeaving} onStay={() => setLeaving(false)} onLeave={onClose} />
    </Modal>
  );
}

function textsOf(consultation: Consultation): ReportTexts {
  return Object.fromEntries(
    reportSections.map((section) => [section, consultation[section] ?? '']),
  ) as unknown as ReportTexts;
}

interface ReportProps {
  consultation: Consultation;
  onDirty: (isDirty: boolean) => void;
  onClose: () => void;
}

function Report({ consultation, onDirty, onClose }: ReportProps) {
  const { fullName: name, email } = useUser();
  const letterhead: Letterhead = { doctor: name || email, contact: email };
  const [draft, setDraft] = useState<ReportTexts | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const update = useUpdateReport(consultation.id);
  const { patient, created_at: at, visita } = consultation;

  function leaveEditing() {
    setDraft(null);
    setProblem(null);
    onDirty(false);
  }

  async function save(texts: ReportTexts) {
    setProblem(null);
    try {
      await update.mutateAsync(texts);
      leaveEditing();
      notifySuccess(words.report.saved);
    } catch (error) {
      setProblem(words.errors.save(describeError(error)));
    }
  }

  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <div>
          <Text fw={600} size="lg">
            {patient ? fullName(patient) : words.untitled}
          </Text>
          <Text size="sm" c="dimmed">
            {`${formatDate(at)}, ${formatTime(at)} · ${words.visits[visita]}`}
          </Text>
        </div>
        {draft ? (
          <EditingToolbar
            isBusy={update.isPending}
            onSave={() => void save(draft)}
            onCancel={leaveEditing}
            onClose={onClose}
          />
        ) : (
          <ReadingToolbar
            consultation={consultation}
            letterhead={letterhead}
            onEdit={() => setDraft(textsOf(consultation))}
            onProblem={setProblem}
            onClose={onClose}
          />
        )}
      </Group>
      {problem ? <ErrorBanner message={problem} /> : null}
      <ReportReader
        consultation={consultation}
        editor={
          draft ? (
            <ReportEditor
              texts={draft}
              onChange={(texts) => {
                setDraft(texts);
                onDirty(true);
              }}
            />
          ) : null
        }
      />
      <PrintedReport consultation={consultation} letterhead={letterhead} />
    </Stack>
  );
}
