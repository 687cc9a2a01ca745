import { useEffect, useState } from 'react';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from 'react-router';
import { useFocusReturn } from '@/shared/hooks/use-focus-return';
import { common } from '@/shared/i18n/common.messages';
import { recording as words } from '@/shared/i18n/recording.messages';
import { ButtonRow } from '@/shared/ui/ButtonRow';
import { recorder } from '../capture/the-recorder';
import { isCapturing, type RecordingState } from '../model/recording-state';

/** Asks before the page is left while the microphone is on; a tab that is closed meanwhile loses a second at most. */
export function LeaveGuard({ state }: { state: RecordingState }) {
  const isOn = isCapturing(state);
  const isUnsafe = isOn || state.phase === 'stopping';
  const blocker = useBlocker(isOn);

  useEffect(() => {
    if (!isUnsafe) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsafe]);

  return blocker.state === 'blocked' ? <Question onStay={blocker.reset} onLeave={blocker.proceed} /> : null;
}

function Question({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const [isEnding, setEnding] = useState(false);
  useFocusReturn();
  return (
    <Modal
      opened
      onClose={onStay}
      title={words.leave.title}
      closeButtonProps={{ 'aria-label': common.actions.close }}
      centered
    >
      <Stack gap="lg">
        <Text>{words.leave.text}</Text>
        <ButtonRow justify="flex-end">
          <Button
            variant="default"
            loading={isEnding}
            onClick={() => {
              setEnding(true);
              // The recording is known to be complete before the page goes: else it would count as cut off.
              recorder.stop().then(onLeave, onLeave);
            }}
          >
            {words.leave.go}
          </Button>
          <Button data-autofocus onClick={onStay}>
            {words.leave.stay}
          </Button>
        </ButtonRow>
      </Stack>
    </Modal>
  );
}
