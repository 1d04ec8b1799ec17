import { useRef } from 'preact/hooks';
import { formatNumber } from '../../../text/format.ts';
import { rasterText as texts } from '../../text/raster-text.ts';
import { type ChosenRamp, gradient, rampStops } from './raster-ramp.ts';
import { ValueHandle } from './value-handle.tsx';

interface Props {
  ramp: ChosenRamp;
  /** Values at the ends of the ramp; undefined if positions have no fixed values. */
  range: readonly [number, number] | undefined;
  onRamp: (ramp: ChosenRamp) => void;
}

/** Editor of a ramp's colors. The stops between its ends can be moved by whole percents. */
export function RampStops({ ramp, range, onRamp }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const stops = rampStops(ramp);
  const last = stops.length - 1;
  const move = (index: number, percent: number) => {
    const rounded = stops.map(Math.round);
    const next = Math.min(rounded[index + 1]! - 1, Math.max(rounded[index - 1]! + 1, Math.round(percent)));
    if (next > rounded[index - 1]! && next !== stops[index]) onRamp({ ...ramp, stops: rounded.with(index, next) });
  };
  const formatStop = (percent: number): string =>
    range
      ? formatNumber(Number((range[0] + ((range[1] - range[0]) * percent) / 100).toPrecision(4)))
      : `${formatNumber(Math.round(percent))} %`;
  return (
    <div class="raster-stops" ref={box} style={{ background: gradient(ramp.colors, ramp.stops) }}>
      {stops.map(
        (percent, index) =>
          index > 0 &&
          index < last && (
            <ValueHandle
              key={index}
              className="raster-stop"
              name={texts.stop(index + 1, last + 1)}
              value={Math.round(percent)}
              minimum={0}
              maximum={100}
              text={formatStop(percent)}
              share={percent / 100}
              color={ramp.colors[index]!}
              onDrag={(clientX) => {
                const { left, width } = box.current!.getBoundingClientRect();
                move(index, (100 * (clientX - left)) / width);
              }}
              onStep={(share) =>
                move(index, Math.abs(share) === Infinity ? (share < 0 ? 0 : 100) : percent + 100 * share)
              }
            />
          ),
      )}
    </div>
  );
}
