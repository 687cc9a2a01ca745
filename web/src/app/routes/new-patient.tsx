import { Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useCreatePatient } from '@/features/patients/api/create-patient';
import { PatientEditor } from '@/features/patients/components/PatientEditor';
import { emptyPatientForm } from '@/features/patients/model/patient-form';
import { nothingToLose } from '@/shared/forms/LeaveGuard';
import { patients as words } from '@/shared/i18n/patients.messages';
import { paths } from '@/shared/paths';
import { notifySuccess } from '@/shared/ui/notify';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  const navigate = useNavigate();
  const mutation = useCreatePatient();
  return (
    <div style={{ maxWidth: 840 }}>
      <PageHeader title={words.new.title} />
      <Text c="dimmed" mb="lg">
        {words.new.intro}
      </Text>
      <PatientEditor
        initialValues={emptyPatientForm}
        submitLabel={words.new.submit}
        isSaving={mutation.isPending || mutation.isSuccess}
        error={mutation.error}
        onCancel={() => void navigate(paths.patients, { state: nothingToLose })}
        onSave={(values) =>
          mutation.mutate(values, {
            onSuccess: (patient) => {
              notifySuccess(words.new.done);
              void navigate(paths.patient(patient.id), { state: nothingToLose });
            },
          })
        }
      />
    </div>
  );
}
