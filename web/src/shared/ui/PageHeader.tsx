import type { ReactNode } from 'react';
import { Text, Title } from '@mantine/core';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { ButtonRow } from './ButtonRow';
import classes from './PageHeader.module.css';

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
    <div className={classes.header}>
      <div className={classes.name}>
        <Title order={1}>{title}</Title>
        {detail ? (
          <Text c="dimmed" component="div">
            {detail}
          </Text>
        ) : null}
      </div>
      {actions ? <ButtonRow>{actions}</ButtonRow> : null}
    </div>
  );
}
