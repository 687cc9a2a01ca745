import { Button, Modal, Stack, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { SecondFactorForm } from '@/features/auth/components/SecondFactorForm';
import { SignInForm } from '@/features/auth/components/SignInForm';
import { auth } from '@/shared/i18n/auth.messages';
import { shell } from '@/shared/i18n/shell.messages';
import { paths } from '@/shared/paths';
import { leave } from './leave';

interface SessionExpiredDialogProps {
  userId: string;
  email: string;
  /** The password is given again; the code of the second factor is still to come. */
  needsCode: boolean;
}

/** Stands before a page whose session ended by itself: signing in again gives the page back as it was. */
export function SessionExpiredDialog({ userId, email, needsCode }: SessionExpiredDialogProps) {
  const navigate = useNavigate();

  async function goAway() {
    await leave(userId);
    await navigate(paths.login, { replace: true });
  }

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
        <Button variant="default" onClick={() => void goAway()}>
          {shell.signOut}
        </Button>
      </Stack>
    </Modal>
  );
}
