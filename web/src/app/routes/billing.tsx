import { Stack } from '@mantine/core';
import { ActivityCharts } from '@/features/admin/components/ActivityCharts';
import { BillingFigures } from '@/features/admin/components/BillingFigures';
import { PaidMonths } from '@/features/admin/components/PaidMonths';
import { admin } from '@/shared/i18n/admin.messages';
import { PageHeader } from '@/shared/ui/PageHeader';
import { SharedFailure } from '@/shared/ui/SharedFailure';
import { RequireAdmin } from '../guards';

const series = ['revenue', 'paid_months'] as const;

export function Component() {
  return (
    <RequireAdmin>
      <PageHeader title={admin.billing.title} />
      <SharedFailure>
        <Stack gap="lg">
          <BillingFigures />
          <ActivityCharts series={series} fileName={admin.billing.fileName} />
          <PaidMonths />
        </Stack>
      </SharedFailure>
    </RequireAdmin>
  );
}
