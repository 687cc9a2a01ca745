import { Tooltip, VisuallyHidden } from '@mantine/core';
import { NavLink } from 'react-router';
import type { Role } from '@/shared/api/database';
import { navigation } from './navigation';
import classes from './AppLayout.module.css';

interface SidebarProps {
  role: Role;
  isCollapsed?: boolean;
  onNavigate?: () => void;
}

/** The groups of the menu that the role may see. */
export function Sidebar({ role, isCollapsed = false, onNavigate }: SidebarProps) {
  const groups = navigation.filter((group) => !group.roles || group.roles.includes(role));
  return groups.map((group) => (
    <nav key={group.label} aria-label={group.label} className={classes.group}>
      {isCollapsed ? null : (
        <span className={classes.groupLabel} aria-hidden>
          {group.label}
        </span>
      )}
      <ul className={classes.list}>
        {group.entries.map(({ label, to, icon: EntryIcon, isExact = false }) => (
          <li key={to}>
            <Tooltip label={label} position="right" disabled={!isCollapsed}>
              <NavLink to={to} end={isExact} className={classes.entry} onClick={onNavigate}>
                <EntryIcon size={20} stroke={1.75} aria-hidden />
                {isCollapsed ? <VisuallyHidden>{label}</VisuallyHidden> : <span>{label}</span>}
              </NavLink>
            </Tooltip>
          </li>
        ))}
      </ul>
    </nav>
  ));
}
