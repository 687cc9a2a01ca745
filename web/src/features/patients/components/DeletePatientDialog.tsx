import { Button, Modal, Stack, Text } from '@mantine/core';
import { common } from '@/shared/i18n/common.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { patients as words } from '@/shared/i18n/patients.messages';
import { BusyButton } from '@/shared/ui/BusyButton';
import { ButtonRow } from '@/shared/ui/ButtonRow';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { useDeletePatient } from '../api/delete-patient';

interface DeletePatientDialogProps {
  patientId: string;
  name: string;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeletePatientDialog({ patientId, name, isOpen, onClose, onDeleted }: DeletePatientDialogProps) {
  const mutation = useDeletePatient(patientId);
  const close = () => {
    if (mutation.isError) mutation.reset();
    onClose();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={words.removal.title}
      closeButtonProps={{ 'aria-label': common.actions.close }}
    >
      <Stack>
        {mutation.isError ? <ErrorBanner message={words.errors.remove(describeError(mutation.error))} /> : null}
        <Text>{words.removal.text(name)}</Text>
        <ButtonRow justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {common.actions.cancel}
          </Button>
          <BusyButton
            color="red"
            isBusy={mutation.isPending}
            busyLabel={words.removal.busy}
            onClick={() => mutation.mutate(undefined, { onSuccess: onDeleted })}
          >
            {common.actions.delete}
          </BusyButton>
        </ButtonRow>
      </Stack>
    </Modal>
  );
}
