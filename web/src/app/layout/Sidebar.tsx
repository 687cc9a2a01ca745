import { Tooltip, VisuallyHidden } from '@mantine/core';
import { NavLink } from 'react-router';
import type { Role } from '@/shared/api/database';
import { accountEntry, navigation, type NavigationEntry } from './navigation';
import classes from './AppLayout.module.css';

interface SidebarProps {
  role: Role;
  isCollapsed?: boolean;
  onNavigate?: () => void;
}

/** The groups of the menu that the role may see, and beneath them the doctor's own account. */
export function Sidebar({ role, isCollapsed = false, onNavigate }: SidebarProps) {
  const groups = navigation.filter((group) => !group.roles || group.roles.includes(role));
  const draw = (entry: NavigationEntry) => <Entry entry={entry} isCollapsed={isCollapsed} onNavigate={onNavigate} />;
  return (
    <>
      {groups.map((group) => (
        <nav key={group.label} aria-label={group.label} className={classes.group}>
          {isCollapsed ? null : (
            <span className={classes.groupLabel} aria-hidden>
              {group.label}
            </span>
          )}
          <ul className={classes.list}>
            {group.entries.map((entry) => (
              <li key={entry.to}>{draw(entry)}</li>
            ))}
          </ul>
        </nav>
      ))}
      <div className={classes.account}>{draw(accountEntry)}</div>
    </>
  );
}

interface EntryProps {
  entry: NavigationEntry;
  isCollapsed: boolean;
  onNavigate: (() => void) | undefined;
}

function Entry({ entry: { label, to, icon: EntryIcon, isExact = false }, isCollapsed, onNavigate }: EntryProps) {
  const link = (
    <NavLink to={to} end={isExact} className={classes.entry} {...(onNavigate ? { onClick: onNavigate } : {})}>
      <EntryIcon size={20} stroke={1.75} aria-hidden />
      {isCollapsed ? <VisuallyHidden>{label}</VisuallyHidden> : <span>{label}</span>}
    </NavLink>
  );
  return isCollapsed ? (
    <Tooltip label={label} position="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}
