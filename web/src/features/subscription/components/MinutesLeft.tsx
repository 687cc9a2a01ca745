import { Text } from '@mantine/core';
import { formatNumber } from '@/shared/format/numbers';
import { subscription as words } from '@/shared/i18n/subscription.messages';
import { hasUnlimitedMinutes } from '@/shared/plans/catalogue';
import type { SubscriptionStatus } from '../model/subscription-status';

/** How many minutes are left, or that there is no limit. */
export function MinutesLeft({ status }: { status: SubscriptionStatus }) {
  const { minutesRemaining, minutesUsed, monthlyMinutes } = status;
  return (
    <Text size="sm">
      {hasUnlimitedMinutes(monthlyMinutes)
        ? words.widget.unlimited(formatNumber(minutesUsed))
        : words.widget.remaining(formatNumber(minutesRemaining), formatNumber(monthlyMinutes))}
    </Text>
  );
}
