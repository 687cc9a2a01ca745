import { useState, type ComponentProps } from 'react';
import { Button, Text, type ButtonProps } from '@mantine/core';
import { IconCopy, IconFileTypePdf, IconHistory, IconPencil, IconPrinter, type Icon } from '@tabler/icons-react';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { ButtonRow } from '@/shared/ui/ButtonRow';
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
    <ButtonRow gap="xs">
      <Tool icon={IconPencil} label={actions.edit} disabled={isSaving} onClick={onEdit} />
      <Tool
        icon={IconHistory}
        label={actions.versions}
        variant={isComparing ? 'light' : 'default'}
        aria-pressed={isComparing}
        disabled={isSaving}
        onClick={() => onCompare(!isComparing)}
      />
      <Tool icon={IconCopy} label={actions.copy} disabled={isSaving} onClick={() => void copy()} />
      <Tool
        icon={IconFileTypePdf}
        label={actions.pdf}
        loading={isMaking}
        disabled={isSaving}
        onClick={() => void savePdf()}
      />
      <Tool icon={IconPrinter} label={actions.print} disabled={isSaving} onClick={() => window.print()} />
      <Button px="sm" onClick={onClose}>
        {actions.close}
      </Button>
    </ButtonRow>
  );
}

interface ToolProps extends ButtonProps, Pick<ComponentProps<'button'>, 'onClick' | 'aria-pressed'> {
  icon: Icon;
  label: string;
}

function Tool({ icon: Icon, label, ...props }: ToolProps) {
  return (
    <Button variant="default" px="sm" leftSection={<Icon size={18} aria-hidden />} {...props}>
      {label}
    </Button>
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
    <ButtonRow gap="xs">
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
    </ButtonRow>
  );
}
