import type { RefObject } from 'react';
import { Modal } from '@mantine/core';
import { useFocusReturn } from '@/shared/hooks/use-focus-return';
import { account } from '@/shared/i18n/account.messages';
import { common } from '@/shared/i18n/common.messages';
import { abandonEnrolment, useBeginEnrolment } from '../api/enrol-factor';
import { EnrolmentConfirmation } from './EnrolmentConfirmation';
import { EnrolmentName } from './EnrolmentName';

interface EnrolmentDialogProps {
  /** Until now the account has none. */
  isFirst: boolean;
  /** Where the focus goes on once there is a device: the button that began it says something else then. */
  goOnAt: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Adds a device: its name, then the code that proves it has the secret. */
export function EnrolmentDialog({ isFirst, goOnAt, onClose }: EnrolmentDialogProps) {
  useFocusReturn(goOnAt);
  const beginning = useBeginEnrolment();
  const enrolment = beginning.data;

  function leave() {
    if (enrolment) void abandonEnrolment(enrolment.id).catch(() => undefined);
    onClose();
  }

  return (
    <Modal
      opened
      onClose={leave}
      closeOnClickOutside={false}
      title={account.enrolment.title}
      closeButtonProps={{ 'aria-label': common.actions.close }}
    >
      {enrolment ? (
        <EnrolmentConfirmation enrolment={enrolment} onDone={onClose} onLeave={leave} />
      ) : (
        <EnrolmentName
          initialName={isFirst ? account.enrolment.defaultName : ''}
          isBusy={beginning.isPending}
          error={beginning.error}
          onSubmit={beginning.mutate}
          onLeave={leave}
        />
      )}
    </Modal>
  );
}
