import { Button, Modal, Stack, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { SignInForm } from '@/features/auth/components/SignInForm';
import { auth } from '@/shared/i18n/auth.messages';
import { shell } from '@/shared/i18n/shell.messages';
import { paths } from '@/shared/paths';
import { leave } from './leave';

/** Stands before a page whose session ended by itself: signing in again gives the page back as it was. */
export function SessionExpiredDialog({ userId, email }: { userId: string; email: string }) {
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
        <SignInForm initialEmail={email} />
        <Button variant="default" onClick={() => void goAway()}>
          {shell.signOut}
        </Button>
      </Stack>
    </Modal>
  );
}
