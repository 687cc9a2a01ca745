import { Stack, Title } from '@mantine/core';
import { CreateSubscriptionForm } from '@/features/admin/components/CreateSubscriptionForm';
import { PlanTable } from '@/features/admin/components/PlanTable';
import { SubscriptionTable } from '@/features/admin/components/SubscriptionTable';
import { UserFigures } from '@/features/admin/components/UserFigures';
import { UserTable } from '@/features/admin/components/UserTable';
import { admin } from '@/shared/i18n/admin.messages';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/ButtonLink';
import { PageHeader } from '@/shared/ui/PageHeader';
import { RequireAdmin } from '../guards';

const words = admin.tools;

export function Component() {
  return (
    <RequireAdmin>
      <PageHeader
        title={words.title}
        actions={
          <ButtonLink to={paths.checkUsers} variant="default">
            {words.checkUsers}
          </ButtonLink>
        }
      />
      <Stack gap="lg">
        <UserFigures />
        <CreateSubscriptionForm />
        <Title order={2}>{words.users}</Title>
        <UserTable />
        <Title order={2}>{words.subscriptions}</Title>
        <SubscriptionTable />
        <Title order={2}>{words.plans}</Title>
        <PlanTable />
      </Stack>
    </RequireAdmin>
  );
}
