import { formatNumber } from '@/shared/format/numbers';
import classes from './BarChart.module.css';

export interface Bar {
  /** Beneath the bar; empty where there is no room for every one. */
  label: string;
  value: number;
  /** The bar in words, for those who listen. */
  spoken: string;
}

const height = 140;

/** One bar beside the other, with their values; as wide as its place. */
export function BarChart({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const spoken = bars.flatMap((bar) => (bar.value > 0 ? bar.spoken : []));
  return (
    <div className={classes.chart} role="img" aria-label={spoken.join('; ')} style={{ height }}>
      {bars.map(({ label, value }, index) => (
        <div key={index} className={classes.day}>
          <div className={classes.column}>
            {value > 0 ? (
              <>
                <span className={classes.label}>{formatNumber(value)}</span>
                <div className={classes.bar} style={{ height: `${(value / most) * 100}%` }} />
              </>
            ) : null}
          </div>
          <span className={classes.label}>{label || '\u00a0'}</span>
        </div>
      ))}
    </div>
  );
}
