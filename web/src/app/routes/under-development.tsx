import { IconTool } from '@tabler/icons-react';
import { useLocation } from 'react-router';
import { shell } from '@/shared/i18n/shell.messages';
import { paths } from '@/shared/paths';
import { EmptyState } from '@/shared/ui/EmptyState';
import { PageHeader } from '@/shared/ui/PageHeader';

/** The two pages of the clinical group, which say that they are still being built. */
export function Component() {
  const { pathname } = useLocation();
  const title = pathname === paths.orders ? shell.entries.orders : shell.entries.medications;
  return (
    <>
      <PageHeader title={title} />
      <EmptyState text={shell.underDevelopment} hint={shell.underDevelopmentHint} icon={<IconTool aria-hidden />} />
    </>
  );
}
