import type { ReactNode } from 'react';
import { Alert, Button, Group } from '@mantine/core';
import { common } from '../i18n/common.messages';

interface DraftOfferProps {
  /** What is on offer, and of when. */
  children: ReactNode;
  onTakeUp: () => void;
  onForget: () => void;
}

/** Something written and not saved, to go on with or to throw away. */
export function DraftOffer({ children, onTakeUp, onForget }: DraftOfferProps) {
  return (
    <Alert color="teal" variant="light" role="status">
      <Group justify="space-between" gap="sm">
        <div>{children}</div>
        <Group gap="xs">
          <Button px="md" onClick={onTakeUp}>
            {common.draft.takeUp}
          </Button>
          <Button px="md" variant="default" onClick={onForget}>
            {common.draft.forget}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
