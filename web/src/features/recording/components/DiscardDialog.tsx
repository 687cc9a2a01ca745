import { useEffect, useRef, useState } from 'react';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useFocusOnPage } from '@/shared/hooks/use-focus-return';
import { common } from '@/shared/i18n/common.messages';
import { recording as words } from '@/shared/i18n/recording.messages';

interface DiscardDialogProps {
  isOpen: boolean;
  isBusy: boolean;
  onClose: () => void;
  onDiscard: () => void;
}

/** Asks twice before audio is given up: the second time with other words in another place. */
export function DiscardDialog({ isOpen, isBusy, onClose, onDiscard }: DiscardDialogProps) {
  useFocusOnPage();
  const [isSecond, setSecond] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  // The button that led to the second question is gone, and the focus with it.
  useEffect(() => {
    if (isSecond) cancel.current?.focus();
  }, [isSecond]);
  const close = () => {
    setSecond(false);
    onClose();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={isSecond ? words.discard.sureTitle : words.discard.title}
      closeButtonProps={{ 'aria-label': common.actions.close }}
      centered
    >
      <Stack gap="lg">
        {isSecond ? <Text role="alert">{words.discard.sureText}</Text> : <Text>{words.discard.text}</Text>}
        <Group justify={isSecond ? 'flex-start' : 'flex-end'} gap="sm">
          {isSecond ? (
            <Button color="red" loading={isBusy} onClick={onDiscard}>
              {words.discard.sure}
            </Button>
          ) : null}
          <Button ref={cancel} variant="default" onClick={close} data-autofocus>
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
