import { Stack } from '@mantine/core';
import { GrowthReport } from '@/features/admin/components/GrowthReport';
import { UserFigures } from '@/features/admin/components/UserFigures';
import { admin } from '@/shared/i18n/admin.messages';
import { PageHeader } from '@/shared/ui/PageHeader';
import { RequireAdmin } from '../guards';

export function Component() {
  return (
    <RequireAdmin>
      <PageHeader title={admin.reports.title} />
      <Stack gap="lg">
        <UserFigures />
        <GrowthReport />
      </Stack>
    </RequireAdmin>
  );
}
