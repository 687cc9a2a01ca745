import { Stack } from '@mantine/core';
import { ActivityCharts } from '@/features/admin/components/ActivityCharts';
import { UserFigures } from '@/features/admin/components/UserFigures';
import { admin } from '@/shared/i18n/admin.messages';
import { PageHeader } from '@/shared/ui/PageHeader';
import { SharedFailure } from '@/shared/ui/SharedFailure';
import { RequireAdmin } from '../guards';

const series = ['consultations', 'minutes', 'active_doctors', 'new_users', 'revenue'] as const;

export function Component() {
  return (
    <RequireAdmin>
      <PageHeader title={admin.reports.title} />
      <SharedFailure>
        <Stack gap="lg">
          <UserFigures />
          <ActivityCharts series={series} fileName={admin.reports.fileName} />
        </Stack>
      </SharedFailure>
    </RequireAdmin>
  );
}
