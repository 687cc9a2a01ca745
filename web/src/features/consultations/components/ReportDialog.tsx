import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Modal, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { LeaveGuard, LeaveQuestion } from '@/shared/forms/LeaveGuard';
import { useEscape } from '@/shared/hooks/use-escape';
import { useFocusOnStep } from '@/shared/hooks/use-focus-on-step';
import { useFocusReturn } from '@/shared/hooks/use-focus-return';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { useConsultation } from '../api/get-consultation';
import { ReportView } from './ReportView';

interface ReportDialogProps {
  consultationId: string;
  onClose: () => void;
}

/** The dialog 'Referto': read with its evidence, edit, compare its versions, copy, PDF, print. */
export function ReportDialog({ consultationId, onClose }: ReportDialogProps) {
  useFocusReturn();
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const { data, error, refetch } = useConsultation(consultationId);
  const [isUnsaved, setUnsaved] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const close = () => (isUnsaved ? setLeaving(true) : onClose());
  const inside = useRef<HTMLDivElement>(null);
  useEscape(inside, close);
  // The button that closes stands among the others once there is a report.
  useFocusOnStep(data !== undefined, () => inside.current?.querySelector<HTMLElement>('[data-report-title]'));
  const leave = useEffectEvent(onClose);
  useEffect(() => {
    // Whoever closed while the report was being saved waits for nothing more once it is.
    if (isLeaving && !isUnsaved) leave();
  }, [isLeaving, isUnsaved]);
  return (
    <Modal
      opened
      onClose={close}
      title={words.report.title}
      size={1120}
      fullScreen={isNarrow}
      withCloseButton={!data}
      closeButtonProps={{ 'aria-label': words.report.actions.close }}
      closeOnClickOutside={!isUnsaved}
      closeOnEscape={false}
    >
      <div ref={inside}>
        {error ? (
          <ErrorBanner message={words.errors.load(describeError(error))} onRetry={() => void refetch()} />
        ) : null}
        {data ? <ReportView consultation={data} onUnsaved={setUnsaved} onClose={close} /> : null}
        {data || error ? null : <Skeleton height={480} />}
      </div>
      {isUnsaved ? <LeaveGuard words={words.report.unsaved} /> : null}
      <LeaveQuestion
        isOpen={isLeaving}
        words={words.report.unsaved}
        onStay={() => setLeaving(false)}
        onLeave={onClose}
      />
    </Modal>
  );
}
