import { useState } from 'react';
import { Group, Stack, Text } from '@mantine/core';
import { reportSections } from '@/shared/api/database';
import { useUser } from '@/shared/api/session';
import { formatDate, formatTime } from '@/shared/format/dates';
import { fullName } from '@/shared/format/people';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { notifySuccess } from '@/shared/ui/notify';
import { useUpdateReport, type ReportTexts } from '../api/update-report';
import type { Letterhead } from '../model/pdf-report';
import type { Consultation } from '../model/report';
import { PrintedReport } from './PrintedReport';
import { ReportEditor } from './ReportEditor';
import { ReportReader } from './ReportReader';
import { EditingToolbar, ReadingToolbar } from './ReportToolbar';

function textsOf(consultation: Consultation): ReportTexts {
  return Object.fromEntries(
    reportSections.map((section) => [section, consultation[section] ?? '']),
  ) as unknown as ReportTexts;
}

interface ReportViewProps {
  consultation: Consultation;
  onDirty: (isDirty: boolean) => void;
  onClose: () => void;
}

/** One report with its tools: to read, or to write. */
export function ReportView({ consultation, onDirty, onClose }: ReportViewProps) {
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
