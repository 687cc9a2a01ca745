import type { ReactNode } from 'react';
import { Title } from '@mantine/core';
import { Link } from 'react-router';
import { useFocusOnArrival } from '@/shared/hooks/use-focus-on-arrival';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { paths } from '@/shared/paths';
import { Brand } from '@/shared/ui/Brand';
import classes from './EntryLayout.module.css';

interface EntryLayoutProps {
  title: string;
  children: ReactNode;
  /** Beneath the card: lesser ways on. */
  footer?: ReactNode;
}

/** One card in the middle: the pages before the protected area. */
export function EntryLayout({ title, children, footer }: EntryLayoutProps) {
  usePageTitle(title);
  useFocusOnArrival();
  return (
    <div className={classes.page}>
      <header>
        <Link to={paths.landing} className={classes.brand}>
          <Brand />
        </Link>
      </header>
      <main className={classes.card}>
        <Title order={1} size="h2" ta="center" mb="lg">
          {title}
        </Title>
        {children}
      </main>
      {footer ? <footer className={classes.footer}>{footer}</footer> : null}
    </div>
  );
}
