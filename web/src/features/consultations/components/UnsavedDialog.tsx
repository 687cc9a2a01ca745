import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { consultations as words } from '@/shared/i18n/consultations.messages';

interface UnsavedDialogProps {
  isOpen: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before changes to a report are thrown away. */
export function UnsavedDialog({ isOpen, onStay, onLeave }: UnsavedDialogProps) {
  const { unsaved } = words.report;
  return (
    <Modal opened={isOpen} onClose={onStay} title={unsaved.title} withCloseButton={false} centered>
      <Stack gap="lg">
        <Text>{unsaved.text}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="light" color="red" onClick={onLeave}>
            {unsaved.leave}
          </Button>
          <Button data-autofocus onClick={onStay}>
            {unsaved.stay}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
