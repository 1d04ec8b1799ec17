import type { Value } from '../../../../sw/contract/index.ts';
import { DraftInput } from '../../../parts/form/draft-input.tsx';
import { labelChoices, SelectField } from '../../../parts/form/select.tsx';
import { formatNumber } from '../../../text/format.ts';
import { rasterText as texts } from '../../text/raster-text.ts';
import type { Histogram } from './histogram-math.ts';
import { RampChoice } from './ramp-choice.tsx';
import { RampStops } from './ramp-stops.tsx';
import { RangeHistogram } from './range-histogram.tsx';
import { type ChosenRamp, rampIn, toColorRamp } from './raster-ramp.ts';
import {
  deviationCounts,
  percents,
  readStretch,
  type Stretch,
  type StretchMethod,
  withStretch,
} from './raster-stretch.ts';

interface Props {
  renderer: Value<'RasterStretchRenderer'>;
  histogram: Histogram;
  bandName: string;
  isByte: boolean;
  onRenderer: (renderer: Value<'RasterStretchRenderer'>) => void;
}

/** Editor of a stretch: a histogram with the ends of the ramp, the method, and the ramp. */
export function StretchPart({ renderer, histogram, bandName, isByte, onRenderer }: Props) {
  const stretch = readStretch(renderer, histogram, isByte);
  const { method, percent, deviations, range } = stretch;
  const ramp = rampIn(renderer.ColorRamp, renderer.IsInvert === true);
  const put = (part: Partial<Stretch>) => onRenderer(withStretch(renderer, { ...stretch, ...part }, histogram));
  const putRamp = (next: ChosenRamp) => onRenderer({ ...renderer, IsInvert: false, ColorRamp: toColorRamp(next) });
  const setEnd = (end: number, value: number) => {
    const [low, high] = range.with(end, value) as [number, number];
    if (low < high) put({ method: 'manual', range: [low, high] });
  };
  const hasEnds = method !== 'equalize';
  const choices = labelChoices(texts.stretches).filter(([name]) => name !== 'none' || isByte || method === 'none');
  return (
    <>
      <RangeHistogram
        name={texts.histogram(bandName)}
        histogram={histogram}
        handles={hasEnds ? [texts.low, texts.high].map((name, i) => ({ name, value: range[i]! })) : []}
        ramp={<RampStops ramp={ramp} range={hasEnds ? range : undefined} onRamp={putRamp} />}
        onMove={setEnd}
      />
      {hasEnds && (
        <div class="raster-ends">
          {[texts.minimum, texts.maximum].map((label, end) => (
            <label key={label}>
              <span>{label}</span>
              <DraftInput
                type="number"
                step="any"
                aria-label={[texts.low, texts.high][end]!}
                value={String(range[end])}
                onCommit={(typed) => {
                  if (typed.trim() !== '' && Number.isFinite(Number(typed))) setEnd(end, Number(typed));
                }}
              />
            </label>
          ))}
        </div>
      )}
      <div class={method === 'percent' || method === 'deviations' ? 'pair wide-narrow' : 'pair'}>
        <SelectField<StretchMethod>
          label={texts.stretch}
          value={method}
          choices={choices}
          onChange={(chosen) => put({ method: chosen })}
        />
        {method === 'percent' && (
          <SelectField
            label={texts.share}
            value={percent}
            choices={percents.map((choice) => [choice, `${formatNumber(choice)} %`])}
            onChange={(chosen) => put({ percent: chosen })}
          />
        )}
        {method === 'deviations' && (
          <SelectField
            label={texts.deviations}
            value={deviations}
            choices={[...new Set([deviations, ...deviationCounts])].map((count) => [count, formatNumber(count)])}
            onChange={(chosen) => put({ deviations: chosen })}
          />
        )}
      </div>
      <RampChoice ramp={ramp} onChange={putRamp} />
    </>
  );
}
