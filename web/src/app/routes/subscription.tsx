import { Button, Stack, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useSubscriptionStatus } from '@/features/subscription/api/get-subscription-status';
import { MonthlyUseChart } from '@/features/subscription/components/MonthlyUseChart';
import { PlanCards } from '@/features/subscription/components/PlanCards';
import { UsageCard } from '@/features/subscription/components/UsageCard';
import { useConfig } from '@/shared/api/use-config';
import { contactEmail } from '@/shared/contact';
import { subscription as words } from '@/shared/i18n/subscription.messages';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  const { data: status, error, refetch } = useSubscriptionStatus();
  const config = useConfig();
  // Without a payment provider an existing subscription is managed by writing to the operator.
  const portal = config?.billingPortal ?? `mailto:${contactEmail(config)}`;
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <Button
            component="a"
            href={portal}
            variant="default"
            rightSection={<IconExternalLink size={16} aria-hidden />}
          >
            {words.portal}
          </Button>
        }
      />
      <Stack gap="lg">
        {error ? (
          <ErrorBanner message={words.widget.loadError} onRetry={() => void refetch()} />
        ) : (
          <UsageCard status={status} onRetry={() => void refetch()} />
        )}
        <MonthlyUseChart />
        <Title order={2}>{words.plansTitle}</Title>
        <PlanCards current={status?.plan} />
      </Stack>
    </>
  );
}
