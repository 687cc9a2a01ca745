import { useEffect, useRef, useState } from 'react';
import { Group, Stack, Text } from '@mantine/core';
import { useUser } from '@/shared/api/session';
import { formatDate, formatTime } from '@/shared/format/dates';
import { fullName } from '@/shared/format/people';
import { useFocusOnStep } from '@/shared/hooks/use-focus-on-step';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import type { Letterhead } from '../model/pdf-report';
import type { Consultation } from '../model/report';
import { DraftNotice } from './DraftNotice';
import { PrintedReport } from './PrintedReport';
import { ReportEditor } from './ReportEditor';
import { ReportReader } from './ReportReader';
import { EditingToolbar, ReadingToolbar } from './ReportToolbar';
import { ReportVersions } from './ReportVersions';
import { useFocusOnWriting } from './use-focus-on-writing';
import { useReportDraft } from './use-report-draft';
import { useReportSaving } from './use-report-saving';

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
  const { isSaving, problem, setProblem, save, restore } = useReportSaving(consultation, draft);
  const [isComparing, setComparing] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const { writing } = draft;
  useFocusOnWriting(place, writing !== null, isComparing);
  useFocusOnStep(draft.offered === null, (isDecided) =>
    isDecided ? place.current?.querySelector<HTMLElement>('[data-report-title]') : null,
  );
  const isUnsaved = draft.isChanged || isSaving;
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved]);

  return (
    <Stack gap="md" ref={place}>
      <Group justify="space-between" gap="sm">
        <ReportTitle consultation={consultation} />
        {writing ? (
          <EditingToolbar
            isKept={draft.isKept}
            onSave={() => void save(writing)}
            onCancel={() => {
              setProblem(null);
              draft.putAside();
            }}
            onClose={onClose}
          />
        ) : (
          <ReadingToolbar
            {...{ consultation, letterhead, isSaving, isComparing, onClose }}
            onEdit={() => {
              setComparing(false);
              draft.begin();
            }}
            onCompare={setComparing}
            onProblem={setProblem}
          />
        )}
      </Group>
      {problem ? <ErrorBanner message={problem} /> : null}
      <DraftNotice draft={draft} consultation={consultation} isQuiet={problem !== null} />
      {isComparing ? (
        <ReportVersions
          consultation={consultation}
          onRestore={(texts, number) => {
            setComparing(false);
            void restore(texts, number);
          }}
        />
      ) : (
        <ReportReader
          {...{ consultation, isSaving }}
          editor={writing ? <ReportEditor texts={writing.texts} onChange={draft.change} /> : null}
        />
      )}
      <PrintedReport {...{ consultation, letterhead, isUnsaved }} />
    </Stack>
  );
}

function ReportTitle({ consultation: { patient, created_at: at, visita } }: { consultation: Consultation }) {
  return (
    <div data-report-title tabIndex={-1}>
      <Text fw={600} size="lg">
        {patient ? fullName(patient) : words.untitled}
      </Text>
      <Text size="sm" c="dimmed">
        {`${formatDate(at)}, ${formatTime(at)} · ${words.visits[visita]}`}
      </Text>
    </div>
  );
}
