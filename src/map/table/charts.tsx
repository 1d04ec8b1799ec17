import { minMax } from '../../../sw/geometry/min-max.ts';
import { formatNumber } from '../../text/format.ts';
import type { Bar } from './read-summary.ts';

export function BarChart({ bars, onPick }: { bars: readonly Bar[]; onPick: (bar: Bar) => void }) {
  const greatest = Math.max(minMax(bars.map(({ value }) => Math.abs(value)))[1], Number.MIN_VALUE);
  return (
    <ol class="bar-chart">
      {bars.map((bar) => (
        <li key={bar.where}>
          <button type="button" onClick={() => onPick(bar)}>
            <span class="bar-label one-line">{bar.label}</span>
            <svg class="bar" width="100%" height="14" aria-hidden="true">
              <rect width={`${(Math.abs(bar.value) / greatest) * 100}%`} height="14" rx="2" />
            </svg>
            <span class="bar-value">{formatNumber(Number(bar.value.toPrecision(6)))}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

const [width, height] = [640, 150];

export function Histogram(props: { bars: readonly Bar[]; title: string; onPick?: (bar: Bar) => void }) {
  const { bars, title, onPick } = props;
  const greatest = Math.max(1, ...bars.map(({ value }) => value));
  const step = width / bars.length;
  return (
    <div class="histogram">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={title}>
        {bars.map((bar, index) => {
          const tall = bar.value === 0 ? 0 : Math.max(2, (bar.value / greatest) * height);
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the same can be asked with a query
            <g key={bar.where} onClick={() => onPick?.(bar)}>
              <title>{`${bar.label}: ${formatNumber(bar.value)}`}</title>
              <rect class="column-ground" x={index * step} width={step} y={0} height={height} />
              <rect class="column" x={index * step + 1} width={Math.max(1, step - 2)} y={height - tall} height={tall} />
            </g>
          );
        })}
      </svg>
      <p aria-hidden="true">
        <span>{bars[0]?.label.split(' – ')[0]}</span>
        <span>{bars.at(-1)?.label.split(' – ')[1]}</span>
      </p>
    </div>
  );
}
