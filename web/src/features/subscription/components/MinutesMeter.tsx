import { formatNumber } from '@/shared/format/numbers';
import { subscription as words } from '@/shared/i18n/subscription.messages';
import { hasUnlimitedMinutes } from '@/shared/plans/catalogue';
import { usageLevel, usagePercent } from '../model/subscription-status';
import classes from './MinutesMeter.module.css';

interface MinutesMeterProps {
  used: number;
  monthly: number;
}

/** How much of the month's minutes is used, by length and colour. */
export function MinutesMeter({ used, monthly }: MinutesMeterProps) {
  return (
    <div
      role="meter"
      aria-label={words.meter}
      aria-valuemin={0}
      aria-valuemax={monthly}
      aria-valuenow={Math.min(used, monthly)}
      aria-valuetext={
        hasUnlimitedMinutes(monthly)
          ? words.meterUnlimited(formatNumber(used))
          : words.meterValue(formatNumber(used), formatNumber(monthly))
      }
      className={classes.track}
    >
      <div
        className={classes.fill}
        data-level={usageLevel(used, monthly)}
        style={{ width: `${usagePercent(used, monthly)}%` }}
      />
    </div>
  );
}
