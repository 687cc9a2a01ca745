import { Anchor, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { describeError } from '@/shared/i18n/errors.messages';
import { planWords } from '@/shared/i18n/plans.messages';
import { subscription as words } from '@/shared/i18n/subscription.messages';
import { paths } from '@/shared/paths';
import { describePrice } from '@/shared/plans/catalogue';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { useSubscriptionStatus } from '../api/get-subscription-status';
import type { SubscriptionStatus } from '../model/subscription-status';
import { MinutesLeft } from './MinutesLeft';
import { MinutesMeter } from './MinutesMeter';

const { widget } = words;

/** The minutes that are left, on the dashboard. */
export function MinutesCard() {
  const { data, error, refetch } = useSubscriptionStatus();
  return (
    <Card component="section" aria-label={widget.title}>
      <Group justify="space-between" mb="xs" mt={-8}>
        <Title order={2} size="h3">
          {widget.title}
        </Title>
        <Anchor component={Link} to={paths.subscription} lh="44px">
          {widget.manage}
        </Anchor>
      </Group>
      {error ? <ErrorBanner message={widget.loadError} onRetry={() => void refetch()} /> : null}
      {data ? <Figures status={data} onRetry={() => void refetch()} /> : error ? null : <Skeleton height={92} />}
    </Card>
  );
}

function Figures({ status, onRetry }: { status: SubscriptionStatus; onRetry: () => void }) {
  return (
    <Stack gap="sm">
      {status.error ? (
        <ErrorBanner
          message={widget.loadError}
          detail={words.verifyFailed(describeError(status.error))}
          onRetry={onRetry}
        />
      ) : null}
      <Group justify="space-between" align="baseline">
        <Text fw={600}>{widget.plan(planWords.names[status.plan])}</Text>
        <Text size="sm" c="dimmed">
          {describePrice(status.price)}
        </Text>
      </Group>
      <MinutesMeter used={status.minutesUsed} monthly={status.monthlyMinutes} />
      <MinutesLeft status={status} />
    </Stack>
  );
}
