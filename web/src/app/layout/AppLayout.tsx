import { Suspense, type ReactNode } from 'react';
import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconLogout, IconMenu2 } from '@tabler/icons-react';
import { Link } from 'react-router';
import { NoticeBanner } from '@/features/notices/components/NoticeBanner';
import { NoticeCentre } from '@/features/notices/components/NoticeCentre';
import { useRole } from '@/shared/api/role';
import { useUser } from '@/shared/api/session';
import { useOnline } from '@/shared/hooks/use-online';
import { common } from '@/shared/i18n/common.messages';
import { shell } from '@/shared/i18n/shell.messages';
import { paths } from '@/shared/paths';
import { Brand } from '@/shared/ui/Brand';
import { OnDemand } from '@/shared/ui/OnDemand';
import { RowsSkeleton } from '@/shared/ui/RowsSkeleton';
import { Sidebar } from './Sidebar';
import { SignOutButton } from './SignOutButton';
import classes from './AppLayout.module.css';

const mainId = 'contenuto';

/** The frame of the protected area: header, menu, page. */
export function AppLayout({ children }: { children: ReactNode }) {
  const { email } = useUser();
  const role = useRole();
  const isOnline = useOnline();
  const [isMenuOpen, menu] = useDisclosure(false);
  const [areNoticesOpen, noticeDrawer] = useDisclosure(false);
  const [isCollapsed, setCollapsed] = useLocalStorage({
    key: 'scriba.menu-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });

  return (
    <div className={classes.frame}>
      <a className={classes.skip} href={`#${mainId}`}>
        {shell.skipToContent}
      </a>
      <header className={classes.header}>
        <div className={classes.bar}>
          <ActionIcon
            className={classes.onlyMobile}
            variant="subtle"
            size={44}
            aria-label={shell.openMenu}
            aria-expanded={isMenuOpen}
            onClick={menu.open}
          >
            <IconMenu2 aria-hidden />
          </ActionIcon>
          <ActionIcon
            className={classes.onlyDesktop}
            variant="subtle"
            size={44}
            aria-label={isCollapsed ? shell.expandMenu : shell.collapseMenu}
            aria-expanded={!isCollapsed}
            onClick={() => setCollapsed(!isCollapsed)}
          >
            {isCollapsed ? <IconLayoutSidebarLeftExpand aria-hidden /> : <IconLayoutSidebarLeftCollapse aria-hidden />}
          </ActionIcon>
          <Link className={classes.brand} to={paths.dashboard}>
            <Brand isCompact />
          </Link>
          <span className={classes.welcome} data-welcome>
            {shell.welcome(email)}
          </span>
          <NoticeCentre isOpen={areNoticesOpen} onOpen={noticeDrawer.open} onClose={noticeDrawer.close} />
          <SignOutButton variant="subtle" px="sm" flex="none" leftSection={<IconLogout size={18} aria-hidden />} />
        </div>
        {isOnline ? null : (
          <div className={classes.offline} role="status">
            {common.offline}
          </div>
        )}
      </header>
      <aside className={classes.sidebar} data-collapsed={isCollapsed || undefined}>
        <Sidebar role={role} isCollapsed={isCollapsed} />
      </aside>
      <OnDemand isOpen={isMenuOpen}>
        {(isShown) => (
          <Drawer
            opened={isShown}
            onClose={menu.close}
            size={288}
            title={<Brand />}
            closeButtonProps={{ 'aria-label': shell.closeMenu }}
          >
            <Sidebar role={role} onNavigate={menu.close} />
          </Drawer>
        )}
      </OnDemand>
      <main id={mainId} tabIndex={-1} className={classes.main}>
        <NoticeBanner onOpen={noticeDrawer.open} />
        <Suspense fallback={<RowsSkeleton rows={6} />}>{children}</Suspense>
      </main>
    </div>
  );
}
