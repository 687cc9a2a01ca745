import { useState } from 'react';
import { Button, Text } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useUser } from '@/shared/api/session';
import { shell } from '@/shared/i18n/shell.messages';
import { paths } from '@/shared/paths';
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog';
import { countDrafts, leave } from '../leave';

/** Leaves, after asking where something unsaved would go with the doctor. */
export function SignOutButton() {
  const { id } = useUser();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);

  async function go() {
    await leave(id);
    await navigate(paths.login, { replace: true });
  }

  async function press() {
    if ((await countDrafts(id)) > 0) setAsking(true);
    else await go();
  }

  return (
    <>
      <Button
        variant="subtle"
        px="sm"
        flex="none"
        leftSection={<IconLogout size={18} aria-hidden />}
        onClick={() => void press()}
      >
        {shell.signOut}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={shell.drafts.title}
        action={shell.drafts.leave}
        onConfirm={() => void go()}
        onClose={() => setAsking(false)}
      >
        <Text>{shell.drafts.text}</Text>
      </ConfirmDialog>
    </>
  );
}
