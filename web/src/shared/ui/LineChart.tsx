import { useElementSize } from '@mantine/hooks';
import { formatNumber } from '@/shared/format/numbers';
import { placePoints, type ChartPoint } from './line-chart';
import classes from './LineChart.module.css';

interface LineChartProps {
  points: readonly ChartPoint[];
  /** The whole curve in words, for those who listen. */
  spoken: string;
}

const height = 168;
const narrowest = 240;

/** A curve through its points in time, with their values; as wide as its place. */
export function LineChart({ points, spoken }: LineChartProps) {
  const { ref, width: measured } = useElementSize<HTMLDivElement>();
  const width = Math.max(narrowest, measured);
  const { dots, lines, dates } = placePoints(points, width, height);
  return (
    <div ref={ref} className={classes.chart}>
      <svg width={width} height={height} role="img" aria-label={spoken}>
        {lines.map(({ y, value }) => (
          <g key={value}>
            <line className={classes.grid} x1={40} x2={width} y1={y} y2={y} />
            <text className={classes.axis} x={34} y={y + 4} textAnchor="end">
              {formatNumber(value)}
            </text>
          </g>
        ))}
        <polyline className={classes.curve} points={dots.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {dots.map(({ x, y, point, isLabelled }) => (
          <g key={point.at}>
            <circle className={classes.dot} cx={x} cy={y} r={5}>
              <title>{point.label}</title>
            </circle>
            {isLabelled ? (
              <text className={classes.value} x={x} y={y - 11} textAnchor={x > width - 24 ? 'end' : 'middle'}>
                {formatNumber(point.value)}
              </text>
            ) : null}
          </g>
        ))}
        {dates.map(({ x, text, anchor }) => (
          <text key={x} className={classes.axis} x={x} y={height - 4} textAnchor={anchor}>
            {text}
          </text>
        ))}
      </svg>
    </div>
  );
}
