import { useState } from 'react';
import { Button, Group, Text } from '@mantine/core';
import { IconCopy, IconFileTypePdf, IconHistory, IconPencil, IconPrinter } from '@tabler/icons-react';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { notifySuccess } from '@/shared/ui/notify';
import { copyReport } from '../model/copy-report';
import type { Letterhead } from '../model/pdf-report';
import type { Consultation } from '../model/report';

const { actions } = words.report;

interface ReadingToolbarProps {
  consultation: Consultation;
  letterhead: Letterhead;
  /** A change is on its way to the server: no copy of it leaves before it is there. */
  isSaving: boolean;
  isComparing: boolean;
  onEdit: () => void;
  /** Shows the versions, or the report again. */
  onCompare: (isComparing: boolean) => void;
  onProblem: (sentence: string | null) => void;
  onClose: () => void;
}

export function ReadingToolbar(props: ReadingToolbarProps) {
  const { consultation, letterhead, isSaving, isComparing, onEdit, onCompare, onProblem, onClose } = props;
  const [isMaking, setMaking] = useState(false);

  async function copy() {
    onProblem(null);
    try {
      await copyReport(consultation);
      notifySuccess(words.report.copied);
    } catch {
      onProblem(words.errors.copy);
    }
  }

  async function savePdf() {
    onProblem(null);
    setMaking(true);
    try {
      const { downloadPdf } = await import('../model/download-pdf');
      await downloadPdf(consultation, letterhead);
    } catch (error) {
      onProblem(words.errors.pdf(describeError(error)));
    } finally {
      setMaking(false);
    }
  }

  return (
    <Group gap="xs">
      <Button
        variant="default"
        px="md"
        disabled={isSaving}
        leftSection={<IconPencil size={18} aria-hidden />}
        onClick={onEdit}
      >
        {actions.edit}
      </Button>
      <Button
        variant={isComparing ? 'light' : 'default'}
        px="md"
        aria-pressed={isComparing}
        disabled={isSaving}
        leftSection={<IconHistory size={18} aria-hidden />}
        onClick={() => onCompare(!isComparing)}
      >
        {actions.versions}
      </Button>
      <Button
        variant="default"
        px="md"
        disabled={isSaving}
        leftSection={<IconCopy size={18} aria-hidden />}
        onClick={() => void copy()}
      >
        {actions.copy}
      </Button>
      <Button
        variant="default"
        px="md"
        loading={isMaking}
        disabled={isSaving}
        leftSection={<IconFileTypePdf size={18} aria-hidden />}
        onClick={() => void savePdf()}
      >
        {actions.pdf}
      </Button>
      <Button
        variant="default"
        px="md"
        disabled={isSaving}
        leftSection={<IconPrinter size={18} aria-hidden />}
        onClick={() => window.print()}
      >
        {actions.print}
      </Button>
      <Button px="md" onClick={onClose}>
        {actions.close}
      </Button>
    </Group>
  );
}

interface EditingToolbarProps {
  isKept: boolean;
  onSave: () => void;
  onCancel: () => void;
  onClose: () => void;
}

export function EditingToolbar({ isKept, onSave, onCancel, onClose }: EditingToolbarProps) {
  return (
    <Group gap="xs">
      {isKept ? (
        <Text size="sm" c="dimmed" role="status" w={{ base: '100%', sm: 'auto' }}>
          {words.report.draftKept}
        </Text>
      ) : null}
      <Button px="md" onClick={onSave}>
        {actions.save}
      </Button>
      <Button variant="default" px="md" onClick={onCancel}>
        {actions.cancel}
      </Button>
      <Button variant="subtle" px="md" onClick={onClose}>
        {actions.close}
      </Button>
    </Group>
  );
}
