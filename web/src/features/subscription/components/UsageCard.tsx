import { Alert, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatDate } from '@/shared/format/dates';
import { describeError } from '@/shared/i18n/errors.messages';
import { planWords } from '@/shared/i18n/plans.messages';
import { subscription as words } from '@/shared/i18n/subscription.messages';
import { describePrice } from '@/shared/plans/catalogue';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import type { SubscriptionStatus } from '../model/subscription-status';
import { MinutesLeft } from './MinutesLeft';
import { MinutesMeter } from './MinutesMeter';

/** Plan, price, minutes used and the end of the period. */
export function UsageCard({ status, onRetry }: { status: SubscriptionStatus | undefined; onRetry: () => void }) {
  if (!status) return <Skeleton height={188} radius="md" />;
  const { plan, price, minutesUsed, monthlyMinutes, minutesRemaining, endDate, error } = status;
  return (
    <Card component="section" aria-label={words.usage.title}>
      <Stack gap="sm">
        {error ? <ErrorBanner message={words.verifyFailed(describeError(error))} onRetry={onRetry} /> : null}
        {minutesRemaining === 0 ? (
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} role="status">
            {words.usage.exhausted}
          </Alert>
        ) : null}
        <Group justify="space-between" align="baseline">
          <Title order={2}>{words.widget.plan(planWords.names[plan])}</Title>
          <Text fw={600}>{describePrice(price)}</Text>
        </Group>
        <MinutesMeter used={minutesUsed} monthly={monthlyMinutes} />
        <Group justify="space-between">
          <MinutesLeft status={status} />
          {endDate ? (
            <Text size="sm" c="dimmed">
              {words.usage.period(formatDate(endDate))}
            </Text>
          ) : null}
        </Group>
      </Stack>
    </Card>
  );
}
