import type { ReactNode } from 'react';
import { Stack, Text, ThemeIcon } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';

interface EmptyStateProps {
  /** The sentence of the specification. */
  text: string;
  /** What to do next, in words. */
  hint?: string;
  /** What to do next, as a button or link. */
  action?: ReactNode;
  icon?: ReactNode;
  /** It is all that the page shows: its sentence is the page's heading. */
  isPage?: boolean;
}

/** Few words in the middle of a page: their lines are of one length. */
const evenly = { textWrap: 'balance' } as const;

export function EmptyState({ text, hint, action, icon, isPage = false }: EmptyStateProps) {
  return (
    <Stack align="center" gap="sm" py="xl" px="md">
      <ThemeIcon size={48} radius="xl" variant="light" aria-hidden>
        {icon ?? <IconInbox />}
      </ThemeIcon>
      <Text component={isPage ? 'h1' : 'p'} m={0} fw={600} ta="center" style={evenly}>
        {text}
      </Text>
      {hint ? (
        <Text size="sm" c="dimmed" ta="center" maw={420} style={evenly}>
          {hint}
        </Text>
      ) : null}
      {action}
    </Stack>
  );
}
