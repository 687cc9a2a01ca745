import {
  IconChartBar,
  IconClipboardList,
  IconCreditCard,
  IconLayoutDashboard,
  IconHistory,
  IconMicrophone,
  IconPill,
  IconReceipt,
  IconSettings,
  IconShieldLock,
  IconSpeakerphone,
  IconStethoscope,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import type { Role } from '@/shared/api/database';
import { shell } from '@/shared/i18n/shell.messages';
import { paths } from '@/shared/paths';

export interface NavigationEntry {
  label: string;
  to: string;
  icon: Icon;
  /** Lights up only on this very address, not on those beneath it. */
  isExact?: boolean;
}

export interface NavigationGroup {
  label: string;
  entries: NavigationEntry[];
  /** Shown only to these roles; to everyone when absent. */
  roles?: readonly Role[];
}

/** The sidebar: an entry for each page that exists, in the order of the specification. */
export const navigation: readonly NavigationGroup[] = [
  {
    label: shell.groups.main,
    entries: [
      { label: shell.entries.dashboard, to: paths.dashboard, icon: IconLayoutDashboard, isExact: true },
      { label: shell.entries.patients, to: paths.patients, icon: IconUsers },
      { label: shell.entries.newConsultation, to: paths.newConsultation, icon: IconMicrophone },
      { label: shell.entries.history, to: paths.history, icon: IconHistory },
      { label: shell.entries.subscription, to: paths.subscription, icon: IconCreditCard },
    ],
  },
  {
    label: shell.groups.clinic,
    entries: [
      { label: shell.entries.medications, to: paths.medications, icon: IconPill },
      { label: shell.entries.orders, to: paths.orders, icon: IconClipboardList },
    ],
  },
  {
    label: shell.groups.administration,
    roles: ['admin', 'superadmin'],
    entries: [
      { label: shell.entries.billing, to: paths.billing, icon: IconReceipt },
      { label: shell.entries.reports, to: paths.reports, icon: IconChartBar },
      { label: shell.entries.communication, to: paths.communication, icon: IconSpeakerphone },
      { label: shell.entries.admin, to: paths.admin, icon: IconSettings },
      { label: shell.entries.subscriptionDiagnostics, to: paths.subscriptionDiagnostics, icon: IconStethoscope },
    ],
  },
];

/** Beneath the groups: the doctor's own account. */
export const accountEntry: NavigationEntry = {
  label: shell.entries.security,
  to: paths.security,
  icon: IconShieldLock,
};
