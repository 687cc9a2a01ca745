import { useState } from 'react';
import { Button, Stack, Text, type ButtonProps } from '@mantine/core';
import { useNavigate } from 'react-router';
import { signOut, useUser } from '@/shared/api/session';
import { shell } from '@/shared/i18n/shell.messages';
import { paths } from '@/shared/paths';
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { countLosses, DraftsKeptError, leave, type Losses } from '../leave';

const nothing: Losses = { drafts: 0, isRecording: false };

/** Leaves, after asking where a recording would end or something unsaved would go with the doctor. */
export function SignOutButton(look: ButtonProps) {
  const { id } = useUser();
  const navigate = useNavigate();
  const [losses, setLosses] = useState(nothing);
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  /** The drafts did not go. */
  const [isHeld, setHeld] = useState(false);

  async function go(end: () => Promise<void>) {
    setBusy(true);
    try {
      await end();
      await navigate(paths.login, { replace: true });
    } catch (error) {
      if (!(error instanceof DraftsKeptError)) throw error;
      setHeld(true);
      setAsking(true);
    } finally {
      setBusy(false);
    }
  }

  async function press() {
    const found = await countLosses(id);
    setLosses(found);
    setHeld(false);
    if (found.isRecording || found.drafts > 0) setAsking(true);
    else await go(() => leave(id));
  }

  return (
    <>
      <Button {...look} onClick={() => void press()}>
        {shell.signOut}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        {...wordsOf(losses, isHeld)}
        isBusy={isBusy}
        onConfirm={() => void go(() => leave(id))}
        onClose={() => setAsking(false)}
      >
        {isHeld ? <Held isBusy={isBusy} onLeave={() => void go(signOut)} /> : <Lost losses={losses} />}
      </ConfirmDialog>
    </>
  );
}

function wordsOf({ drafts, isRecording }: Losses, isHeld: boolean) {
  if (isHeld) return { title: shell.drafts.keptTitle, action: shell.drafts.leave };
  return {
    title: isRecording ? shell.recording.title : shell.drafts.title,
    action: drafts > 0 ? shell.drafts.leave : shell.recording.leave,
  };
}

function Lost({ losses: { drafts, isRecording } }: { losses: Losses }) {
  return (
    <Stack gap="sm">
      {isRecording ? <Text>{shell.recording.text}</Text> : null}
      {drafts > 0 ? <Text>{shell.drafts.text}</Text> : null}
    </Stack>
  );
}

/** The browser does not give the drafts up: who has to go goes, and knows it. */
function Held({ isBusy, onLeave }: { isBusy: boolean; onLeave: () => void }) {
  return (
    <Stack gap="sm" align="flex-start">
      <ErrorBanner message={shell.drafts.kept} />
      <Button variant="subtle" color="red" disabled={isBusy} onClick={onLeave}>
        {shell.drafts.leaveAnyway}
      </Button>
    </Stack>
  );
}
