import { IconLock } from '@tabler/icons-react';
import { RepairPanel } from '@/features/admin/components/RepairPanel';
import { admin } from '@/shared/i18n/admin.messages';
import { EmptyState } from '@/shared/ui/EmptyState';
import { PageHeader } from '@/shared/ui/PageHeader';
import { RequireAdmin } from '../guards';

export function Component() {
  return (
    <>
      <PageHeader title={admin.diagnostics.title} />
      <RequireAdmin
        otherwise={<EmptyState text={admin.denied} hint={admin.deniedHint} icon={<IconLock aria-hidden />} />}
      >
        <RepairPanel />
      </RequireAdmin>
    </>
  );
}
