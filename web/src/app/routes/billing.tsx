import { Stack, Title } from '@mantine/core';
import { BillingFigures } from '@/features/admin/components/BillingFigures';
import { SubscriptionTable } from '@/features/admin/components/SubscriptionTable';
import { admin } from '@/shared/i18n/admin.messages';
import { PageHeader } from '@/shared/ui/PageHeader';
import { RequireAdmin } from '../guards';

export function Component() {
  return (
    <RequireAdmin>
      <PageHeader title={admin.billing.title} />
      <Stack gap="lg">
        <BillingFigures />
        <Title order={2}>{admin.tools.subscriptions}</Title>
        <SubscriptionTable />
      </Stack>
    </RequireAdmin>
  );
}
