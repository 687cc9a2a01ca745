import { useState } from 'react';
import { Button, Stack, Text, type ButtonProps } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useUser } from '@/shared/api/session';
import { shell } from '@/shared/i18n/shell.messages';
import { paths } from '@/shared/paths';
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog';
import { countLosses, leave, type Losses } from '../leave';

/** Leaves, after asking where a recording would end or something unsaved would go with the doctor. */
export function SignOutButton(look: ButtonProps) {
  const { id } = useUser();
  const navigate = useNavigate();
  const [losses, setLosses] = useState<Losses>({ drafts: 0, isRecording: false });
  const [isAsking, setAsking] = useState(false);
  const hasDrafts = losses.drafts > 0;
  const { title } = losses.isRecording ? shell.recording : shell.drafts;
  const action = hasDrafts ? shell.drafts.leave : shell.recording.leave;

  async function go() {
    await leave(id);
    await navigate(paths.login, { replace: true });
  }

  async function press() {
    const found = await countLosses(id);
    setLosses(found);
    if (found.isRecording || found.drafts > 0) setAsking(true);
    else await go();
  }

  return (
    <>
      <Button {...look} onClick={() => void press()}>
        {shell.signOut}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={title}
        action={action}
        onConfirm={() => void go()}
        onClose={() => setAsking(false)}
      >
        <Stack gap="sm">
          {losses.isRecording ? <Text>{shell.recording.text}</Text> : null}
          {hasDrafts ? <Text>{shell.drafts.text}</Text> : null}
        </Stack>
      </ConfirmDialog>
    </>
  );
}
