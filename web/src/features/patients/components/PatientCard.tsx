import { useState } from 'react';
import { Avatar, Button, Group, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMicrophone, IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { PatientRow } from '@/shared/api/database';
import { formatDate } from '@/shared/format/dates';
import { fullName, initials } from '@/shared/format/people';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { common } from '@/shared/i18n/common.messages';
import { patients as words } from '@/shared/i18n/patients.messages';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/ButtonLink';
import { notifySuccess } from '@/shared/ui/notify';
import { useUpdatePatient } from '../api/update-patient';
import { toForm } from '../model/patient-form';
import { DeletePatientDialog } from './DeletePatientDialog';
import { PatientDetails } from './PatientDetails';
import { PatientEditor } from './PatientEditor';

/** The patient: to read, to change in place, to delete. */
export function PatientCard({ patient }: { patient: PatientRow }) {
  const name = fullName(patient);
  usePageTitle(name);
  const navigate = useNavigate();
  const [isEditing, setEditing] = useState(false);
  const [isDeleting, dialog] = useDisclosure(false);
  const mutation = useUpdatePatient(patient.id);

  function close() {
    mutation.reset();
    setEditing(false);
  }

  return (
    <>
      <Group justify="space-between" gap="md">
        <Group gap="md" wrap="nowrap">
          <Avatar color="teal" size={52} radius="xl" aria-hidden>
            {initials(patient)}
          </Avatar>
          <div>
            <Title order={1}>{name}</Title>
            <Text size="sm" c="dimmed">
              {words.detail.patientSince(formatDate(patient.created_at))}
            </Text>
          </div>
        </Group>
        {isEditing ? null : (
          <Group gap="sm">
            <ButtonLink
              to={paths.newConsultationFor(patient.id)}
              leftSection={<IconMicrophone size={18} aria-hidden />}
            >
              {words.detail.newConsultation}
            </ButtonLink>
            <Button
              variant="default"
              leftSection={<IconPencil size={18} aria-hidden />}
              onClick={() => setEditing(true)}
            >
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
          </Group>
        )}
      </Group>
      {isEditing ? (
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
      ) : (
        <PatientDetails patient={patient} />
      )}
      <DeletePatientDialog
        patientId={patient.id}
        name={name}
        isOpen={isDeleting}
        onClose={dialog.close}
        onDeleted={() => {
          notifySuccess(words.removal.done);
          void navigate(paths.patients, { replace: true });
        }}
      />
    </>
  );
}
