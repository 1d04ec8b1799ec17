import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { formatNumber } from '../../../text/format.ts';
import { barHeights, chooseShownRange, type Histogram, roundToRange } from './histogram-math.ts';
import { ValueHandle } from './value-handle.tsx';

interface Handle {
  readonly name: string;
  readonly value: number;
}

interface Props {
  name: string;
  histogram: Histogram;
  /** Ascending. */
  handles: readonly Handle[];
  /** Shown below the values between the first handle and the last. */
  ramp?: ComponentChildren;
  onMove: (handle: number, value: number) => void;
}

const barGap = 0.12;

/** Histogram of a band, with handles that move by mouse, touch or arrow keys. */
export function RangeHistogram({ name, histogram, handles, ramp, onMove }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // Keep the scale while a handle is dragged.
  const taken = useRef<readonly [number, number]>(undefined);
  const values = handles.map(({ value }) => value);
  const range = taken.current ?? chooseShownRange(histogram, values);
  const [low, high] = range;
  const bars = barHeights(histogram, range);
  const toShare = (value: number): number => Math.min(1, Math.max(0, (value - low) / (high - low)));
  const move = (index: number, value: number) => {
    const [below, above] = [
      values[index - 1] ?? Number.NEGATIVE_INFINITY,
      values[index + 1] ?? Number.POSITIVE_INFINITY,
    ];
    const next = roundToRange(Math.min(high, Math.max(low, value)), range);
    if (next > below && next < above && next !== values[index]) onMove(index, next);
  };
  const valueAt = (clientX: number): number => {
    const { left, width } = box.current!.getBoundingClientRect();
    return low + ((clientX - left) / width) * (high - low);
  };
  const [first, last] = [toShare(values[0] ?? low), toShare(values.at(-1) ?? high)];
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
        {handles.map(({ name: label, value }, index) => (
          <ValueHandle
            key={index}
            className="raster-handle"
            name={label}
            value={value}
            minimum={low}
            maximum={high}
            text={formatNumber(value)}
            share={toShare(value)}
            onTake={() => {
              taken.current = range;
            }}
            onDrag={(clientX) => move(index, valueAt(clientX))}
            onDrop={() => {
              taken.current = undefined;
            }}
            onStep={(step) =>
              move(index, Math.abs(step) === Infinity ? (step < 0 ? low : high) : value + step * (high - low))
            }
          />
        ))}
      </div>
      {ramp && (
        <div class="raster-ramp">
          <div style={{ insetInline: `${first * 100}% ${100 - last * 100}%` }}>{ramp}</div>
        </div>
      )}
    </div>
  );
}
