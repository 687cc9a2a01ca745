import { Button, Modal, Stack, Text } from '@mantine/core';
import { useBlocker, type Location } from 'react-router';
import { paths } from '@/shared/paths';
import { ButtonRow } from '@/shared/ui/ButtonRow';
import { useLeaveWarning } from './use-leave-warning';

interface LeaveWords {
  title: string;
  text: string;
  stay: string;
  leave: string;
}

/** For `navigate(..., { state })`: what was changed is saved, or may go. */
export const nothingToLose = { hasNothingToLose: true } as const;

function isAllowed({ pathname, state }: Location): boolean {
  // The sign-in page is no choice of the doctor's.
  return pathname === paths.login || (state as Partial<typeof nothingToLose> | null)?.hasNothingToLose === true;
}

/** Stands on a page while something on it is not saved: another page asks first, and so does a tab that is closed. */
export function LeaveGuard({ words }: { words: LeaveWords }) {
  useLeaveWarning(true);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && !isAllowed(nextLocation),
  );
  return (
    <LeaveQuestion
      isOpen={blocker.state === 'blocked'}
      words={words}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  );
}

interface LeaveQuestionProps {
  isOpen: boolean;
  words: LeaveWords;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks whether to leave what is not saved. */
export function LeaveQuestion({ isOpen, words, onStay, onLeave }: LeaveQuestionProps) {
  return (
    <Modal opened={isOpen} onClose={onStay} title={words.title} withCloseButton={false} centered>
      <Stack gap="lg">
        <Text>{words.text}</Text>
        <ButtonRow justify="flex-end">
          <Button variant="light" color="red" onClick={onLeave}>
            {words.leave}
          </Button>
          <Button data-autofocus onClick={onStay}>
            {words.stay}
          </Button>
        </ButtonRow>
      </Stack>
    </Modal>
  );
}
