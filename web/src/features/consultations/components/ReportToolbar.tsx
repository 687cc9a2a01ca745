import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import { IconCopy, IconFileTypePdf, IconPencil, IconPrinter } from '@tabler/icons-react';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { notifySuccess } from '@/shared/ui/notify';
import { copyReport } from '../model/copy-report';
import type { Letterhead } from '../model/pdf-report';
import type { Consultation } from '../model/report';

const { actions } = words.report;

interface ReadingToolbarProps {
  consultation: Consultation;
  letterhead: Letterhead;
  onEdit: () => void;
  onProblem: (sentence: string | null) => void;
  onClose: () => void;
}

export function ReadingToolbar({ consultation, letterhead, onEdit, onProblem, onClose }: ReadingToolbarProps) {
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
      onProblem(words.errors.pdf(error instanceof Error ? error.message : String(error)));
    } finally {
      setMaking(false);
    }
  }

  return (
    <Group gap="xs">
      <Button variant="default" px="md" leftSection={<IconPencil size={18} aria-hidden />} onClick={onEdit}>
        {actions.edit}
      </Button>
      <Button variant="default" px="md" leftSection={<IconCopy size={18} aria-hidden />} onClick={() => void copy()}>
        {actions.copy}
      </Button>
      <Button
        variant="default"
        px="md"
        loading={isMaking}
        leftSection={<IconFileTypePdf size={18} aria-hidden />}
        onClick={() => void savePdf()}
      >
        {actions.pdf}
      </Button>
      <Button
        variant="default"
        px="md"
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
  isBusy: boolean;
  onSave: () => void;
  onCancel: () => void;
  onClose: () => void;
}

export function EditingToolbar({ isBusy, onSave, onCancel, onClose }: EditingToolbarProps) {
  return (
    <Group gap="xs">
      <Button px="md" loading={isBusy} onClick={onSave}>
        {actions.save}
      </Button>
      <Button variant="default" px="md" disabled={isBusy} onClick={onCancel}>
        {actions.cancel}
      </Button>
      <Button variant="subtle" px="md" disabled={isBusy} onClick={onClose}>
        {actions.close}
      </Button>
    </Group>
  );
}
