import { formatEuro, formatNumber } from '@/shared/format/numbers';
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
export function BarChart({ bars, isMoney = false }: { bars: readonly Bar[]; isMoney?: boolean }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const labelled = bars.flatMap(({ label }, index) => (label ? [index] : []));
  const spoken = bars.flatMap((bar) => (bar.value > 0 ? bar.spoken : []));
  return (
    <div className={classes.chart} role="img" aria-label={spoken.join('; ')} style={{ height }}>
      {bars.map(({ label, value }, index) => (
        <div key={index} className={classes.day}>
          <div className={classes.column}>
            {value > 0 ? (
              <>
                <span className={classes.label}>{isMoney ? formatEuro(value) : formatNumber(value)}</span>
                <div className={classes.bar} style={{ height: `${(value / most) * 100}%` }} />
              </>
            ) : null}
          </div>
          <span className={classes.label} data-spare={labelled.indexOf(index) % 2 === 1 || undefined}>
            {label || '\u00a0'}
          </span>
        </div>
      ))}
    </div>
  );
}
