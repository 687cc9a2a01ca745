import { useState } from 'react';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { common } from '@/shared/i18n/common.messages';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { BusyButton } from '@/shared/ui/BusyButton';
import { ButtonRow } from '@/shared/ui/ButtonRow';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { useDeleteAudio } from '../api/delete-audio';

const { deletion } = words.report.player;

interface DeleteAudioButtonProps {
  audioUrl: string;
}

/** The patient takes back the consent to the sound, or it is not needed any more: it goes alone, the report stays. */
export function DeleteAudioButton({ audioUrl }: DeleteAudioButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const mutation = useDeleteAudio(audioUrl);

  function close() {
    setAsking(false);
    mutation.reset();
  }

  return (
    <>
      <Button
        variant="subtle"
        color="red"
        px="sm"
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {deletion.name}
      </Button>
      {/* It stands over the report's own dialog, whose header is the page's one banner. */}
      <Modal.Root opened={isAsking} onClose={close} centered>
        <Modal.Overlay />
        <Modal.Content>
          <Modal.Body pt="md">
            <Stack>
              <Modal.Title>{deletion.title}</Modal.Title>
              {mutation.isError ? <ErrorBanner message={deletion.failed(describeError(mutation.error))} /> : null}
              <Text>{deletion.text}</Text>
              <ButtonRow justify="flex-end">
                <Button variant="default" onClick={close} data-autofocus>
                  {common.actions.cancel}
                </Button>
                <BusyButton
                  color="red"
                  isBusy={mutation.isPending}
                  busyLabel={deletion.busy}
                  onClick={() => mutation.mutate()}
                >
                  {common.actions.delete}
                </BusyButton>
              </ButtonRow>
            </Stack>
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </>
  );
}
