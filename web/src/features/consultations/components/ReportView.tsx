import { useEffect, useState } from 'react';
import { Group, Stack, Text } from '@mantine/core';
import { useUser } from '@/shared/api/session';
import { formatDate, formatTime } from '@/shared/format/dates';
import { fullName } from '@/shared/format/people';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { notifySuccess } from '@/shared/ui/notify';
import { useUpdateReport } from '../api/update-report';
import type { Letterhead } from '../model/pdf-report';
import { isSameText, textsOf, type Consultation, type ReportTexts } from '../model/report';
import { DraftOffer } from './DraftOffer';
import { PrintedReport } from './PrintedReport';
import { ReportEditor } from './ReportEditor';
import { ReportReader } from './ReportReader';
import { EditingToolbar, ReadingToolbar } from './ReportToolbar';
import { ReportVersions } from './ReportVersions';
import { useReportDraft } from './use-report-draft';

interface ReportViewProps {
  consultation: Consultation;
  /** Whether something would be lost if the dialog closed now. */
  onUnsaved: (isUnsaved: boolean) => void;
  onClose: () => void;
}

/** One report with its tools: to read, to write, or beside its former versions. */
export function ReportView({ consultation, onUnsaved, onClose }: ReportViewProps) {
  const { id: userId, fullName: name, email } = useUser();
  const letterhead: Letterhead = { doctor: name || email, contact: email };
  const draft = useReportDraft(userId, consultation);
  const [isComparing, setComparing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const update = useUpdateReport(consultation.id);
  const isUnsaved = draft.isChanged || update.isPending;
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved]);

  /** Shown as saved at once; if it is not, the writing is open again with every word. */
  async function save(texts: ReportTexts, done: string) {
    setProblem(null);
    draft.handOver();
    // Writing the same again would be a version more, and take back the word that the report was read.
    if (isSameText(texts, textsOf(consultation))) {
      draft.forget();
      notifySuccess(words.report.unchanged);
      return;
    }
    try {
      await update.mutateAsync(texts);
      draft.forget();
      notifySuccess(done);
    } catch (error) {
      draft.takeUp(texts);
      setProblem(words.errors.save(describeError(error)));
    }
  }

  function restore(texts: ReportTexts, number: number) {
    setComparing(false);
    void save(texts, words.report.versions.restored(number));
  }

  const { texts, offered } = draft;
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <ReportTitle consultation={consultation} />
        {texts ? (
          <EditingToolbar
            isKept={draft.isKept}
            onSave={() => void save(texts, words.report.saved)}
            onCancel={() => {
              setProblem(null);
              draft.putAside();
            }}
            onClose={onClose}
          />
        ) : (
          <ReadingToolbar
            consultation={consultation}
            letterhead={letterhead}
            isSaving={update.isPending}
            isComparing={isComparing}
            onEdit={() => {
              setComparing(false);
              draft.begin();
            }}
            onCompare={setComparing}
            onProblem={setProblem}
            onClose={onClose}
          />
        )}
      </Group>
      {problem ? <ErrorBanner message={problem} /> : null}
      {offered && !texts ? (
        <DraftOffer
          draft={offered}
          consultation={consultation}
          onTakeUp={() => draft.takeUp(offered.texts)}
          onForget={draft.forget}
        />
      ) : null}
      {isComparing ? (
        <ReportVersions consultation={consultation} onRestore={restore} />
      ) : (
        <ReportReader
          consultation={consultation}
          editor={texts ? <ReportEditor texts={texts} onChange={draft.change} /> : null}
        />
      )}
      <PrintedReport consultation={consultation} letterhead={letterhead} />
    </Stack>
  );
}

function ReportTitle({ consultation: { patient, created_at: at, visita } }: { consultation: Consultation }) {
  return (
    <div>
      <Text fw={600} size="lg">
        {patient ? fullName(patient) : words.untitled}
      </Text>
      <Text size="sm" c="dimmed">
        {`${formatDate(at)}, ${formatTime(at)} · ${words.visits[visita]}`}
      </Text>
    </div>
  );
}
