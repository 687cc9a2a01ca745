import { IconLock } from '@tabler/icons-react';
import { RegisteredUsers } from '@/features/admin/components/RegisteredUsers';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { admin } from '@/shared/i18n/admin.messages';
import { EmptyState } from '@/shared/ui/EmptyState';
import { RequireAdmin } from '../guards';

/** For administrators: what a doctor must not see, the server does not send, so there is nothing to list for them. */
export function Component() {
  return (
    <RequireAdmin otherwise={<Denied />}>
      <RegisteredUsers />
    </RequireAdmin>
  );
}

function Denied() {
  usePageTitle(admin.denied);
  return <EmptyState isPage text={admin.denied} hint={admin.deniedHint} icon={<IconLock aria-hidden />} />;
}
