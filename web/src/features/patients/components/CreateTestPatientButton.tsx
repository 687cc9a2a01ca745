import { fullName } from '@/shared/format/people';
import { describeError } from '@/shared/i18n/errors.messages';
import { patients as words } from '@/shared/i18n/patients.messages';
import { BusyButton } from '@/shared/ui/BusyButton';
import { notifyError, notifySuccess } from '@/shared/ui/notify';
import { useCreateTestPatient } from '../api/create-test-patient';

export function CreateTestPatientButton() {
  const mutation = useCreateTestPatient();
  return (
    <BusyButton
      variant="default"
      px="md"
      isBusy={mutation.isPending}
      busyLabel={words.creatingTest}
      onClick={() =>
        mutation.mutate(undefined, {
          onSuccess: (patient) => notifySuccess(words.testCreated(fullName(patient))),
          onError: (error) => notifyError(words.errors.save(describeError(error))),
        })
      }
    >
      {words.createTest}
    </BusyButton>
  );
}
