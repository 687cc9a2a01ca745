import { Modal, Stack, Text } from '@mantine/core';
import { SecondFactorForm } from '@/features/auth/components/SecondFactorForm';
import { SignInForm } from '@/features/auth/components/SignInForm';
import { useFocusReturn } from '@/shared/hooks/use-focus-return';
import { auth } from '@/shared/i18n/auth.messages';
import { SignOutButton } from './layout/SignOutButton';

interface SessionExpiredDialogProps {
  email: string;
  /** The password is given again; the code of the second factor is still to come. */
  needsCode: boolean;
}

/** Stands before a page whose session ended by itself: signing in again gives the page back as it was. */
export function SessionExpiredDialog({ email, needsCode }: SessionExpiredDialogProps) {
  useFocusReturn();
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={auth.expired.title}
      overlayProps={{ backgroundOpacity: 0.75, blur: 12 }}
    >
      <Stack>
        <Text>{auth.expired.text}</Text>
        {needsCode ? <SecondFactorForm /> : <SignInForm initialEmail={email} />}
        <SignOutButton variant="default" />
      </Stack>
    </Modal>
  );
}
