import { useState } from 'react';
import { Modal, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { useConsultation } from '../api/get-consultation';
import { ReportView } from './ReportView';
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
      {data ? <ReportView consultation={data} onDirty={setDirty} onClose={close} /> : null}
      {data || error ? null : <Skeleton height={480} />}
      <UnsavedDialog isOpen={isLeaving} onStay={() => setLeaving(false)} onLeave={onClose} />
    </Modal>
  );
}
