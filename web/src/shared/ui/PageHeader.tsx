import type { ReactNode } from 'react';
import { Group, Text, Title } from '@mantine/core';
import { usePageTitle } from '@/shared/hooks/use-page-title';

interface PageHeaderProps {
  title: string;
  /** A short line beside or beneath the heading, such as a count. */
  detail?: ReactNode;
  /** Buttons at the right. */
  actions?: ReactNode;
}

/** The heading of a page, which also names the browser tab. */
export function PageHeader({ title, detail, actions }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <Group justify="space-between" align="center" gap="md" mb="lg" mih={44}>
      <Group align="baseline" gap="sm">
        <Title order={1}>{title}</Title>
        {detail ? (
          <Text c="dimmed" component="div">
            {detail}
          </Text>
        ) : null}
      </Group>
      {actions ? <Group gap="sm">{actions}</Group> : null}
    </Group>
  );
}
