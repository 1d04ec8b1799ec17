import type { Value } from '../../../../sw/contract/index.ts';
import { DraftInput } from '../../../parts/form/draft-input.tsx';
import { choicesOf, SelectField } from '../../../parts/form/select.tsx';
import { formatCount } from '../../../text/format.ts';
import { mapText } from '../../text/maps-text.ts';
import { rasterText as texts } from '../../text/raster-text.ts';
import { recoloured } from '../symbol-facets.ts';
import type { Histogram } from './histogram-math.ts';
import { RampChoice } from './ramp-choice.tsx';
import { RangeHistogram } from './range-histogram.tsx';
import {
  breaksIn,
  breaksOf,
  type ClassMethod,
  classesIn,
  legendGroups,
  methodOfBreaks,
  withBreak,
  withBreaks,
} from './raster-classes.ts';
import { type ChosenRamp, hexOf, sampled } from './raster-ramp.ts';

type LegendClass = Value<'LegendClass'>;
const maxListed = 64;

interface ClassesProps {
  renderer: Value<'RasterClassifyRenderer'>;
  histogram: Histogram;
  bandName: string;
  ramp: ChosenRamp;
  onRamp: (ramp: ChosenRamp) => void;
  onRenderer: (renderer: Value<'RasterClassifyRenderer'>) => void;
}

/** Editor of classes: a histogram with the breaks, the classification method, the colors and the labels. */
export function ClassesPart({ renderer, histogram, bandName, ramp, onRamp, onRenderer }: ClassesProps) {
  const breaks = breaksIn(renderer, histogram);
  const classes = classesIn(renderer);
  const method = methodOfBreaks(breaks, histogram);
  const classify = (found: ClassMethod, count: number, colours = ramp) => {
    const next = found === 'manual' ? spread(breaks, count) : breaksOf(found, count, histogram);
    onRenderer(withBreaks(renderer, next, sampled(colours, next.length - 1)));
  };
  const put = (at: number, part: Partial<LegendClass>) =>
    onRenderer({
      ...renderer,
      LegendGroups: legendGroups(classes.map((one, i) => (i === at ? { ...one, ...part } : one))),
    });
  const moveBreak = (at: number, value: number) => {
    const isBetween = value > (breaks[at - 1] ?? -Infinity) && value < (breaks[at + 1] ?? Infinity);
    if (isBetween) onRenderer(withBreak(renderer, breaks, at, value));
  };
  return (
    <>
      <RangeHistogram
        name={texts.histogram(bandName)}
        histogram={histogram}
        handles={breaks.map((value, i) => ({ name: texts.breakAt(i + 1), value }))}
        ramp={<div class="raster-stops" style={{ background: blocks(breaks, classes.map(colourOf)) }} />}
        onMove={moveBreak}
      />
      <div class="pair wide-narrow">
        <SelectField<ClassMethod>
          label={texts.method}
          value={method}
          choices={choicesOf(texts.methods)}
          onChange={(chosen) => classify(chosen, breaks.length - 1)}
        />
        <label class="field">
          <span>{mapText.style.classes}</span>
          <input
            class="input"
            type="number"
            min={2}
            max={12}
            value={breaks.length - 1}
            onInput={(event) => {
              const count = Math.round(event.currentTarget.valueAsNumber);
              if (count >= 2 && count <= 12) classify(method, count);
            }}
          />
        </label>
      </div>
      <RampChoice
        ramp={ramp}
        onChange={(next) => {
          onRamp(next);
          const colors = sampled(next, classes.length);
          const recolour = (one: LegendClass, i: number) => ({ ...one, Symbol: recoloured(one.Symbol, colors[i]!)! });
          onRenderer({ ...renderer, LegendGroups: legendGroups(classes.map(recolour)) });
        }}
      />
      <RasterClassList
        classes={classes}
        onClass={put}
        upperBreaks={breaks.slice(1)}
        onBreak={(at, value) => moveBreak(at + 1, value)}
      />
    </>
  );
}

/** Return `count + 1` breaks. If their number changes, they are evenly spaced over the same range. */
function spread(breaks: readonly number[], count: number): number[] {
  const [low, high] = [breaks[0]!, breaks.at(-1)!];
  if (breaks.length === count + 1) return [...breaks];
  return Array.from({ length: count + 1 }, (_, i) => low + (i * (high - low)) / count);
}

const colourOf = ({ Symbol: symbol }: LegendClass): string =>
  symbol?.type === 'SimpleFillSymbol' && symbol.Color ? hexOf(symbol.Color) : '#808080';

/** Return a CSS gradient of the class colors, each as wide as its range of values. */
function blocks(breaks: readonly number[], colors: readonly string[]): string {
  const [low, high] = [breaks[0]!, breaks.at(-1)!];
  const at = (value: number) => `${(((value - low) / (high - low || 1)) * 100).toFixed(2)}%`;
  return `linear-gradient(90deg, ${colors.map((hex, i) => `${hex} ${at(breaks[i]!)} ${at(breaks[i + 1]!)}`).join(', ')})`;
}

interface ListProps {
  classes: readonly LegendClass[];
  onClass: (at: number, part: Partial<LegendClass>) => void;
  /** Omitted for classes without ranges, such as unique values. */
  upperBreaks?: readonly number[];
  onBreak?: (at: number, value: number) => void;
}

export function RasterClassList({ classes, onClass, upperBreaks, onBreak }: ListProps) {
  return (
    <>
      <ul class="class-list raster-classes">
        {classes.slice(0, maxListed).map((one, at) => (
          <li key={at}>
            <input
              type="color"
              aria-label={mapText.style.classColour(one.Label)}
              value={colourOf(one)}
              onInput={(event) => {
                const changed = recoloured(one.Symbol, event.currentTarget.value);
                if (changed) onClass(at, { Symbol: changed });
              }}
            />
            <DraftInput
              aria-label={mapText.style.classLabel(one.Label)}
              value={one.Label}
              onCommit={(Label) => onClass(at, { Label })}
            />
            {upperBreaks && (
              <DraftInput
                type="number"
                step="any"
                aria-label={texts.upperBreak(one.Label)}
                value={String(upperBreaks[at])}
                onCommit={(typed) => {
                  if (typed.trim() !== '' && Number.isFinite(Number(typed))) onBreak?.(at, Number(typed));
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {classes.length > maxListed && (
        <p class="soft">{mapText.style.moreClasses(formatCount(classes.length - maxListed))}</p>
      )}
    </>
  );
}
