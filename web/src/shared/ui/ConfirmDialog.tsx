import type { ReactNode } from 'react';
import { Button, Modal, Stack } from '@mantine/core';
import { common } from '@/shared/i18n/common.messages';
import { ButtonRow } from './ButtonRow';
import { OnDemand } from './OnDemand';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  /** What the button that goes ahead says. */
  action: string;
  /** It goes ahead already. */
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, children, action, isBusy = false, onConfirm, onClose } = props;
  return (
    <OnDemand isOpen={isOpen}>
      {(isShown) => (
        <Modal
          opened={isShown}
          onClose={onClose}
          title={title}
          closeButtonProps={{ 'aria-label': common.actions.close }}
        >
          <Stack>
            {children}
            <ButtonRow justify="flex-end">
              <Button variant="default" onClick={onClose} data-autofocus>
                {common.actions.cancel}
              </Button>
              <Button loading={isBusy} onClick={onConfirm}>
                {action}
              </Button>
            </ButtonRow>
          </Stack>
        </Modal>
      )}
    </OnDemand>
  );
}
