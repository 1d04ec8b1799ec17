import type { Value } from '../../../../sw/contract/index.ts';
import { DraftInput } from '../../../parts/form/draft-input.tsx';
import { labelChoices, SelectField } from '../../../parts/form/select.tsx';
import { formatCount } from '../../../text/format.ts';
import { mapText } from '../../text/maps-text.ts';
import { rasterText as texts } from '../../text/raster-text.ts';
import { recolorSymbol } from '../symbol-facets.ts';
import type { Histogram } from './histogram-math.ts';
import { RampChoice } from './ramp-choice.tsx';
import { RangeHistogram } from './range-histogram.tsx';
import {
  breaksIn,
  type ClassMethod,
  classesIn,
  computeBreaks,
  legendGroups,
  methodOfBreaks,
  withBreak,
  withBreaks,
} from './raster-classes.ts';
import { type ChosenRamp, colorToHex, sampleRamp } from './raster-ramp.ts';

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
  const classify = (chosenMethod: ClassMethod, count: number, colorRamp = ramp) => {
    const next = chosenMethod === 'manual' ? spread(breaks, count) : computeBreaks(chosenMethod, count, histogram);
    onRenderer(withBreaks(renderer, next, sampleRamp(colorRamp, next.length - 1)));
  };
  const put = (index: number, part: Partial<LegendClass>) =>
    onRenderer({
      ...renderer,
      LegendGroups: legendGroups(
        classes.map((legendClass, i) => (i === index ? { ...legendClass, ...part } : legendClass)),
      ),
    });
  const moveBreak = (index: number, value: number) => {
    const isBetween = value > (breaks[index - 1] ?? -Infinity) && value < (breaks[index + 1] ?? Infinity);
    if (isBetween) onRenderer(withBreak(renderer, breaks, index, value));
  };
  return (
    <>
      <RangeHistogram
        name={texts.histogram(bandName)}
        histogram={histogram}
        handles={breaks.map((value, i) => ({ name: texts.breakAt(i + 1), value }))}
        ramp={<div class="raster-stops" style={{ background: blocks(breaks, classes.map(readClassColor)) }} />}
        onMove={moveBreak}
      />
      <div class="pair wide-narrow">
        <SelectField<ClassMethod>
          label={texts.method}
          value={method}
          choices={labelChoices(texts.methods)}
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
          const colors = sampleRamp(next, classes.length);
          const recolorClass = (legendClass: LegendClass, i: number) => ({
            ...legendClass,
            Symbol: recolorSymbol(legendClass.Symbol, colors[i]!)!,
          });
          onRenderer({ ...renderer, LegendGroups: legendGroups(classes.map(recolorClass)) });
        }}
      />
      <RasterClassList
        classes={classes}
        onClass={put}
        upperBreaks={breaks.slice(1)}
        onBreak={(index, value) => moveBreak(index + 1, value)}
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

const readClassColor = ({ Symbol: symbol }: LegendClass): string =>
  symbol?.type === 'SimpleFillSymbol' && symbol.Color ? colorToHex(symbol.Color) : '#808080';

/** Return a CSS gradient of the class colors, each as wide as its range of values. */
function blocks(breaks: readonly number[], colors: readonly string[]): string {
  const [low, high] = [breaks[0]!, breaks.at(-1)!];
  const offsetPercent = (value: number) => `${(((value - low) / (high - low || 1)) * 100).toFixed(2)}%`;
  return `linear-gradient(90deg, ${colors.map((hex, i) => `${hex} ${offsetPercent(breaks[i]!)} ${offsetPercent(breaks[i + 1]!)}`).join(', ')})`;
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
        {classes.slice(0, maxListed).map((legendClass, index) => (
          <li key={index}>
            <input
              type="color"
              aria-label={mapText.style.classColour(legendClass.Label)}
              value={readClassColor(legendClass)}
              onInput={(event) => {
                const changed = recolorSymbol(legendClass.Symbol, event.currentTarget.value);
                if (changed) onClass(index, { Symbol: changed });
              }}
            />
            <DraftInput
              aria-label={mapText.style.classLabel(legendClass.Label)}
              value={legendClass.Label}
              onCommit={(Label) => onClass(index, { Label })}
            />
            {upperBreaks && (
              <DraftInput
                type="number"
                step="any"
                aria-label={texts.upperBreak(legendClass.Label)}
                value={String(upperBreaks[index])}
                onCommit={(typed) => {
                  if (typed.trim() !== '' && Number.isFinite(Number(typed))) onBreak?.(index, Number(typed));
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
