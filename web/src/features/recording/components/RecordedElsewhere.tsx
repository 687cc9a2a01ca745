import { useState } from 'react';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconDeviceLaptop } from '@tabler/icons-react';
import { common } from '@/shared/i18n/common.messages';
import { recording as words } from '@/shared/i18n/recording.messages';
import { ButtonRow } from '@/shared/ui/ButtonRow';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { notifySuccess } from '@/shared/ui/notify';
import { useRecordingDecision } from '../api/act-on-recording';
import { DiscardDialog } from './DiscardDialog';

interface RecordedElsewhereProps {
  id: string;
  onDiscarded?: (() => void) | undefined;
}

/** A recording of another browser: it may still go on there, or its machine may be gone for good. */
export function RecordedElsewhere({ id, onDiscarded }: RecordedElsewhereProps) {
  const decision = useRecordingDecision();
  const [asked, setAsked] = useState<'complete' | 'discard' | null>(null);

  async function decide(action: 'complete' | 'discard') {
    const isDone = await decision.mutateAsync({ action, recordingId: id }).then(
      () => true,
      () => false,
    );
    setAsked(null);
    if (!isDone || action !== 'discard') return;
    notifySuccess(words.discard.done);
    onDiscarded?.();
  }

  return (
    <Stack gap="sm">
      <Alert color="teal" icon={<IconDeviceLaptop aria-hidden />} role="status">
        <Text size="sm">{words.open.elsewhere}</Text>
      </Alert>
      {decision.error ? <ErrorBanner error={decision.error} /> : null}
      <Group gap="sm">
        <Button variant="default" onClick={() => setAsked('complete')}>
          {words.open.complete}
        </Button>
        <Button variant="subtle" color="red" onClick={() => setAsked('discard')}>
          {words.found.discard}
        </Button>
      </Group>
      <Modal
        opened={asked === 'complete'}
        onClose={() => setAsked(null)}
        title={words.open.completing.title}
        closeButtonProps={{ 'aria-label': common.actions.close }}
        centered
      >
        <Stack gap="lg">
          <Text>{words.open.completing.text}</Text>
          <ButtonRow justify="flex-end">
            <Button variant="default" data-autofocus onClick={() => setAsked(null)}>
              {words.open.completing.cancel}
            </Button>
            <Button loading={decision.isPending} onClick={() => void decide('complete')}>
              {words.open.completing.go}
            </Button>
          </ButtonRow>
        </Stack>
      </Modal>
      <DiscardDialog
        isOpen={asked === 'discard'}
        isBusy={decision.isPending}
        onClose={() => setAsked(null)}
        onDiscard={() => void decide('discard')}
      />
    </Stack>
  );
}
