import { useRef, useState, type Ref } from 'react';
import { Avatar, Button, Group, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMicrophone, IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { PatientRow } from '@/shared/api/database';
import { formatDate } from '@/shared/format/dates';
import { fullName, initials } from '@/shared/format/people';
import { useFocusOnStep } from '@/shared/hooks/use-focus-on-step';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { common } from '@/shared/i18n/common.messages';
import { patients as words } from '@/shared/i18n/patients.messages';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/ButtonLink';
import { ButtonRow } from '@/shared/ui/ButtonRow';
import { notifySuccess } from '@/shared/ui/notify';
import { useUpdatePatient } from '../api/update-patient';
import { toForm } from '../model/patient-form';
import { DeletePatientDialog } from './DeletePatientDialog';
import { PatientDetails } from './PatientDetails';
import { PatientEditor } from './PatientEditor';

/** The patient: to read, to change in place, to delete. */
export function PatientCard({ patient }: { patient: PatientRow }) {
  usePageTitle(fullName(patient));
  const [isEditing, setEditing] = useState(false);
  const mutation = useUpdatePatient(patient.id);
  const edit = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  useFocusOnStep(isEditing, () => (isEditing ? place.current?.querySelector('input') : edit.current));

  function close() {
    mutation.reset();
    setEditing(false);
  }

  return (
    <>
      <Group justify="space-between" gap="md">
        <Heading patient={patient} />
        {isEditing ? null : <Actions patient={patient} editRef={edit} onEdit={() => setEditing(true)} />}
      </Group>
      {isEditing ? (
        <div ref={place}>
          <PatientEditor
            initialValues={toForm(patient)}
            submitLabel={common.actions.save}
            isSaving={mutation.isPending}
            error={mutation.error}
            onCancel={close}
            onSave={(values) =>
              mutation.mutate(values, {
                onSuccess: () => {
                  close();
                  notifySuccess(words.detail.saved);
                },
              })
            }
          />
        </div>
      ) : (
        <PatientDetails patient={patient} />
      )}
    </>
  );
}

function Heading({ patient }: { patient: PatientRow }) {
  return (
    <Group gap="md" wrap="nowrap">
      <Avatar color="teal" size={52} radius="xl" aria-hidden>
        {initials(patient)}
      </Avatar>
      <div>
        <Title order={1}>{fullName(patient)}</Title>
        <Text size="sm" c="dimmed">
          {words.detail.patientSince(formatDate(patient.created_at))}
        </Text>
      </div>
    </Group>
  );
}

interface ActionsProps {
  patient: PatientRow;
  editRef: Ref<HTMLButtonElement>;
  onEdit: () => void;
}

function Actions({ patient, editRef, onEdit }: ActionsProps) {
  const navigate = useNavigate();
  const [isDeleting, dialog] = useDisclosure(false);
  return (
    <ButtonRow>
      <ButtonLink to={paths.newConsultationFor(patient.id)} leftSection={<IconMicrophone size={18} aria-hidden />}>
        {words.detail.newConsultation}
      </ButtonLink>
      <Button ref={editRef} variant="default" leftSection={<IconPencil size={18} aria-hidden />} onClick={onEdit}>
        {common.actions.edit}
      </Button>
      <Button
        variant="default"
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={dialog.open}
      >
        {common.actions.delete}
      </Button>
      <DeletePatientDialog
        patientId={patient.id}
        name={fullName(patient)}
        isOpen={isDeleting}
        onClose={dialog.close}
        onDeleted={() => {
          notifySuccess(words.removal.done);
          void navigate(paths.patients, { replace: true });
        }}
      />
    </ButtonRow>
  );
}
