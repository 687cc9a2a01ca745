import { Suspense, type ReactNode } from 'react';
import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconLogout, IconMenu2 } from '@tabler/icons-react';
import { Link } from 'react-router';
import { NoticeBanner } from '@/features/notices/components/NoticeBanner';
import { NoticeCentre } from '@/features/notices/components/NoticeCentre';
import type { Role } from '@/shared/api/database';
import { useRole } from '@/shared/api/role';
import { useUser } from '@/shared/api/session';
import { useFocusOnArrival } from '@/shared/hooks/use-focus-on-arrival';
import { useOnline } from '@/shared/hooks/use-online';
import { common } from '@/shared/i18n/common.messages';
import { shell } from '@/shared/i18n/shell.messages';
import { paths } from '@/shared/paths';
import { Brand } from '@/shared/ui/Brand';
import { EmailText } from '@/shared/ui/EmailText';
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
  useFocusOnArrival();
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
          <OpenMenuButton isOpen={isMenuOpen} onOpen={menu.open} />
          <CollapseMenuButton isCollapsed={isCollapsed} onChange={setCollapsed} />
          <Link className={classes.brand} to={paths.dashboard}>
            <Brand isCompact />
          </Link>
          <span className={classes.welcome} data-welcome>
            <EmailText email={shell.welcome(email)} />
          </span>
          <NoticeCentre isOpen={areNoticesOpen} onOpen={noticeDrawer.open} onClose={noticeDrawer.close} />
          <SignOutButton variant="subtle" px="sm" flex="none" leftSection={<IconLogout size={18} aria-hidden />} />
        </div>
        <OfflineNotice />
      </header>
      <aside className={classes.sidebar} data-collapsed={isCollapsed || undefined}>
        <Sidebar role={role} isCollapsed={isCollapsed} />
      </aside>
      <MenuDrawer role={role} isOpen={isMenuOpen} onClose={menu.close} />
      <main id={mainId} tabIndex={-1} className={classes.main}>
        <NoticeBanner onOpen={noticeDrawer.open} />
        <Suspense fallback={<RowsSkeleton rows={6} />}>{children}</Suspense>
      </main>
    </div>
  );
}

/** On a phone the menu slides in. */
function OpenMenuButton({ isOpen, onOpen }: { isOpen: boolean; onOpen: () => void }) {
  return (
    <ActionIcon
      className={classes.onlyMobile}
      variant="subtle"
      size={44}
      aria-label={shell.openMenu}
      aria-expanded={isOpen}
      onClick={onOpen}
    >
      <IconMenu2 aria-hidden />
    </ActionIcon>
  );
}

/** On a desk it stands beside the page, with its words or without them. */
function CollapseMenuButton({ isCollapsed, onChange }: { isCollapsed: boolean; onChange: (is: boolean) => void }) {
  const Icon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <ActionIcon
      className={classes.onlyDesktop}
      variant="subtle"
      size={44}
      aria-label={isCollapsed ? shell.expandMenu : shell.collapseMenu}
      aria-expanded={!isCollapsed}
      onClick={() => onChange(!isCollapsed)}
    >
      <Icon aria-hidden />
    </ActionIcon>
  );
}

function OfflineNotice() {
  if (useOnline()) return null;
  return (
    <div className={classes.offline} role="status">
      {common.offline}
    </div>
  );
}

function MenuDrawer({ role, isOpen, onClose }: { role: Role; isOpen: boolean; onClose: () => void }) {
  return (
    <OnDemand isOpen={isOpen}>
      {(isShown) => (
        <Drawer
          opened={isShown}
          onClose={onClose}
          size={288}
          title={<Brand />}
          closeButtonProps={{ 'aria-label': shell.closeMenu }}
        >
          <Sidebar role={role} onNavigate={onClose} />
        </Drawer>
      )}
    </OnDemand>
  );
}
