import { useRef } from 'preact/hooks';
import { formatNumber } from '../../../text/format.ts';
import { barHeights, type Histogram, rounded, shownRange } from './histogram-math.ts';

interface Handle {
  readonly name: string;
  readonly value: number;
}

interface Props {
  name: string;
  histogram: Histogram;
  /** Ascending. */
  handles: readonly Handle[];
  /** CSS background of the values between the first handle and the last, and of those beside them. */
  background: string;
  onMove: (handle: number, value: number) => void;
}

const barGap = 0.12;

/** The values of a band with handles, which a mouse, a finger and the arrow keys move. */
export function RangeHistogram({ name, histogram, handles, background, onMove }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // While a handle is dragged the scale stays as it is.
  const drag = useRef<{ readonly range: readonly [number, number]; readonly handle: number } | undefined>(undefined);
  const values = handles.map(({ value }) => value);
  const range = drag.current?.range ?? shownRange(histogram, values);
  const [low, high] = range;
  const bars = barHeights(histogram, range);
  const shareOf = (value: number): number => Math.min(1, Math.max(0, (value - low) / (high - low)));
  const move = (at: number, value: number) => {
    const [below, above] = [values[at - 1] ?? Number.NEGATIVE_INFINITY, values[at + 1] ?? Number.POSITIVE_INFINITY];
    const next = rounded(Math.min(high, Math.max(low, value)), range);
    if (next > below && next < above && next !== values[at]) onMove(at, next);
  };
  const valueAt = (clientX: number): number => {
    const { left, width } = box.current!.getBoundingClientRect();
    return low + ((clientX - left) / width) * (high - low);
  };
  const [first, last] = [shareOf(values[0] ?? low), shareOf(values.at(-1) ?? high)];
  return (
    <div class="raster-histogram">
      <div class="raster-bars" ref={box}>
        <svg viewBox={`0 0 ${bars.length} 1`} preserveAspectRatio="none" role="img" aria-label={name}>
          {bars.map((height, i) => (
            <rect key={i} x={i + barGap / 2} width={1 - barGap} y={1 - height} height={height} />
          ))}
        </svg>
        {values.length > 0 && <span class="beside" style={{ insetInline: `0 ${100 - first * 100}%` }} />}
        {values.length > 0 && <span class="beside" style={{ insetInline: `${last * 100}% 0` }} />}
        {handles.map(({ name: label, value }, at) => (
          <button
            type="button"
            key={at}
            role="slider"
            class="raster-handle"
            aria-label={label}
            aria-valuemin={low}
            aria-valuemax={high}
            aria-valuenow={value}
            aria-valuetext={formatNumber(value)}
            style={{ insetInlineStart: `${shareOf(value) * 100}%` }}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              drag.current = { range, handle: at };
            }}
            onPointerMove={(event) => {
              if (drag.current?.handle === at) move(at, valueAt(event.clientX));
            }}
            onLostPointerCapture={() => {
              drag.current = undefined;
            }}
            onKeyDown={(event) => {
              const step = stepOf(event.key, event.shiftKey);
              if (step === undefined) return;
              event.preventDefault();
              move(at, Math.abs(step) === Infinity ? (step < 0 ? low : high) : value + step * (high - low));
            }}
          />
        ))}
      </div>
      <div class="raster-ramp">
        <span style={{ insetInline: `${first * 100}% ${100 - last * 100}%`, background }} />
      </div>
    </div>
  );
}

/** By how much of the drawn range a key moves a handle. */
function stepOf(key: string, isFast: boolean): number | undefined {
  const fine = isFast ? 0.1 : 0.01;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -fine,
    ArrowDown: -fine,
    ArrowRight: fine,
    ArrowUp: fine,
    PageDown: -0.1,
    PageUp: 0.1,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  };
  return steps[key];
}
