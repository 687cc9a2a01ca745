import { useEffect, useState } from 'react';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from 'react-router';
import { common } from '@/shared/i18n/common.messages';
import { recording as words } from '@/shared/i18n/recording.messages';
import { ButtonRow } from '@/shared/ui/ButtonRow';
import { recorder } from '../capture/the-recorder';
import { isCapturing, type RecordingState } from '../model/recording-state';

/** Asks before the page is left while the microphone is on; a tab that is closed meanwhile loses a second at most. */
export function LeaveGuard({ state }: { state: RecordingState }) {
  const isOn = isCapturing(state);
  const [isEnding, setEnding] = useState(false);
  const isUnsafe = isOn || state.phase === 'stopping';
  const blocker = useBlocker(isOn);

  useEffect(() => {
    if (!isUnsafe) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsafe]);

  if (blocker.state !== 'blocked') return null;
  return (
    <Modal
      opened
      onClose={() => blocker.reset()}
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
              const leave = () => blocker.proceed();
              recorder.stop().then(leave, leave);
            }}
          >
            {words.leave.go}
          </Button>
          <Button data-autofocus onClick={() => blocker.reset()}>
            {words.leave.stay}
          </Button>
        </ButtonRow>
      </Stack>
    </Modal>
  );
}
