import { Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { DiagnosisTable } from '@/features/admin/components/DiagnosisTable';
import { RepairPanel } from '@/features/admin/components/RepairPanel';
import { admin } from '@/shared/i18n/admin.messages';
import { EmptyState } from '@/shared/ui/EmptyState';
import { PageHeader } from '@/shared/ui/PageHeader';
import { SharedFailure } from '@/shared/ui/SharedFailure';
import { RequireAdmin } from '../guards';

export function Component() {
  return (
    <>
      <PageHeader title={admin.diagnostics.title} />
      <RequireAdmin
        otherwise={<EmptyState text={admin.denied} hint={admin.deniedHint} icon={<IconLock aria-hidden />} />}
      >
        <SharedFailure>
          <Stack gap="lg">
            <RepairPanel />
            <DiagnosisTable />
          </Stack>
        </SharedFailure>
      </RequireAdmin>
    </>
  );
}
