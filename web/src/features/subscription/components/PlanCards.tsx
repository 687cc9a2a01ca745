import { Anchor, Badge, Button, Card, Group, List, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { Tier } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';
import { useConfig } from '@/shared/api/use-config';
import { contactEmail } from '@/shared/contact';
import { describeError, hasSentence } from '@/shared/i18n/errors.messages';
import { planWords } from '@/shared/i18n/plans.messages';
import { subscription as words } from '@/shared/i18n/subscription.messages';
import { describePrice, offeredPrice, planFeatures, plans, type Plan } from '@/shared/plans/catalogue';
import { BusyButton } from '@/shared/ui/BusyButton';
import { DoneBanner } from '@/shared/ui/DoneBanner';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { useChangePlan, type PaidTier, type PlanChange } from '../api/change-plan';

function isPaid(tier: Tier): tier is PaidTier {
  return tier === 'basic' || tier === 'advanced';
}

/** The server does not give the plan, or nobody knows why not: there is nothing more to say than that it failed. */
const plainRefusals: readonly string[] = ['forbidden', 'internal', 'unknown'];

function messageOf(error: unknown): string {
  const { status, code } = toApiError(error);
  if (status === 401) return words.invalidSession;
  return plainRefusals.includes(code) || !hasSentence(code) ? words.changeFailed : describeError(error);
}

/** The plans, with the way to each of them. */
export function PlanCards({ current }: { current: Tier | undefined }) {
  const config = useConfig();
  const mutation = useChangePlan();

  return (
    <Stack>
      {mutation.data ? <ChangeDone change={mutation.data} /> : null}
      {mutation.isError ? <ChangeFailed error={mutation.error} email={contactEmail(config)} /> : null}
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        {plans.map((plan) => (
          <Card key={plan.tier} component="article" aria-label={plan.name}>
            <Stack h="100%" gap="sm">
              <Group justify="space-between">
                <Title order={3}>{plan.name}</Title>
                {plan.tier === current ? <Badge variant="light">{words.current}</Badge> : null}
              </Group>
              <Text fz="xl" fw={650}>
                {config ? (
                  describePrice(offeredPrice(config.prices, plan))
                ) : (
                  <Skeleton component="span" height="1lh" width="50%" />
                )}
              </Text>
              <List size="sm" spacing={6} icon={<IconCheck size={16} aria-hidden />} flex={1}>
                {planFeatures(plan).map((feature) => (
                  <List.Item key={feature}>{feature}</List.Item>
                ))}
              </List>
              <PlanAction
                plan={plan}
                isCurrent={plan.tier === current}
                isBusy={mutation.isPending && mutation.variables === plan.tier}
                email={contactEmail(config)}
                onActivate={(tier) => mutation.mutate(tier)}
              />
            </Stack>
          </Card>
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function ChangeDone({ change }: { change: PlanChange }) {
  return (
    <DoneBanner>
      {change.kind === 'active' ? words.activated(planWords.names[change.tier]) : words.toCheckout}
    </DoneBanner>
  );
}

function ChangeFailed({ error, email }: { error: unknown; email: string }) {
  return (
    <>
      <ErrorBanner message={messageOf(error)} />
      <Text size="sm">
        {words.changeByMail}{' '}
        <Anchor href={`mailto:${email}?subject=${encodeURIComponent(words.changeSubject)}`}>{email}</Anchor>
      </Text>
    </>
  );
}

interface PlanActionProps {
  plan: Plan;
  isCurrent: boolean;
  isBusy: boolean;
  email: string;
  onActivate: (tier: PaidTier) => void;
}

function PlanAction({ plan: { tier, name }, isCurrent, isBusy, email, onActivate }: PlanActionProps) {
  if (tier === 'enterprise') {
    const address = `mailto:${email}?subject=${encodeURIComponent(words.contactSubject)}`;
    return (
      <Button component="a" href={address} variant="default">
        {words.contact}
      </Button>
    );
  }
  if (!isPaid(tier) || isCurrent) return null;
  return (
    <BusyButton isBusy={isBusy} busyLabel={words.activating} onClick={() => onActivate(tier)}>
      {words.activate(name)}
    </BusyButton>
  );
}
