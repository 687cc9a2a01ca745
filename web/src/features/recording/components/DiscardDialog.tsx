import { useState } from 'react';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { recording as words } from '@/shared/i18n/recording.messages';

interface DiscardDialogProps {
  isOpen: boolean;
  isBusy: boolean;
  onClose: () => void;
  onDiscard: () => void;
}

/** Asks twice before audio is given up: the second time with other words in another place. */
export function DiscardDialog({ isOpen, isBusy, onClose, onDiscard }: DiscardDialogProps) {
  const [isSecond, setSecond] = useState(false);
  const close = () => {
    setSecond(false);
    onClose();
  };
  return (
    <Modal opened={isOpen} onClose={close} title={isSecond ? words.discard.sureTitle : words.discard.title} centered>
      <Stack gap="lg">
        <Text>{isSecond ? words.discard.sureText : words.discard.text}</Text>
        <Group justify={isSecond ? 'flex-start' : 'flex-end'} gap="sm">
          {isSecond ? (
            <Button color="red" loading={isBusy} onClick={onDiscard}>
              {words.discard.sure}
            </Button>
          ) : null}
          <Button variant="default" onClick={close} data-autofocus>
            {words.discard.cancel}
          </Button>
          {isSecond ? null : (
            <Button color="red" variant="light" onClick={() => setSecond(true)}>
              {words.discard.goOn}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
