import { Fragment } from 'preact';
import type { Value } from '../../../../sw/contract/index.ts';
import type { RasterSummary } from '../../../../sw/service/raster-summary.ts';
import { DraftInput } from '../../../parts/form/draft-input.tsx';
import { labelChoices, SelectField } from '../../../parts/form/select.tsx';
import { formatNumber } from '../../../text/format.ts';
import { rasterText as texts } from '../../text/raster-text.ts';
import { styleText } from '../../text/style-text.ts';
import { SliderRow, SwitchRow } from '../control-rows.tsx';
import { RangeHistogram } from './range-histogram.tsx';
import { valueBands } from './raster-kind.ts';
import { compositeStretch, type StretchMethod, stretchMethod } from './raster-stretch.ts';
import { useSummary } from './use-summary.ts';

type Composite = Value<'RasterRGBRenderer'>;

interface CompositeProps {
  layerId: number;
  renderer: Composite;
  summary: RasterSummary;
  onRenderer: (renderer: Composite) => void;
}

const channels = [
  ['LayerIndex1', 'red'],
  ['LayerIndex2', 'green'],
  ['LayerIndex3', 'blue'],
] as const;

/** Editor of a composite: the bands of red, green and blue, and their stretch. */
export function CompositePart({ layerId, renderer, summary, onRenderer }: CompositeProps) {
  const isByte = summary.sampleType === 'u8';
  const used = renderer.UseRGBBand ?? 7;
  const method = stretchMethod(renderer.StretchType, isByte);
  const { manual: _, ...stretches } = texts.stretches;
  return (
    <>
      {channels.map(([member, channel], i) => (
        <Fragment key={member}>
          <SelectField
            label={texts[channel]}
            value={(used & (1 << i)) === 0 ? -1 : (renderer[member] ?? i)}
            choices={[
              ...valueBands(summary).map((band) => [band, summary.bandNames[band]!] as const),
              [-1, texts.noBand] as const,
            ]}
            onChange={(band) =>
              onRenderer({
                ...renderer,
                UseRGBBand: band < 0 ? used & ~(1 << i) : used | (1 << i),
                ...(band >= 0 && { [member]: band }),
              })
            }
          />
          {(used & (1 << i)) !== 0 && (
            <ChannelHistogram
              layerId={layerId}
              band={renderer[member] ?? i}
              color={channelColors[channel]}
              renderer={renderer}
            />
          )}
        </Fragment>
      ))}
      <SelectField<StretchMethod>
        label={texts.stretch}
        value={method === 'manual' ? 'range' : method}
        choices={labelChoices(stretches)}
        onChange={(chosen) => onRenderer({ ...renderer, StretchType: compositeStretch(chosen) })}
      />
    </>
  );
}

/** Legible in light and dark mode. */
const channelColors = { red: '#d0453e', green: '#3c9a4b', blue: '#4a7fd6' } as const;

interface ChannelProps {
  layerId: number;
  band: number;
  color: string;
  renderer: Composite;
}

/** Histogram of the band of a channel. */
function ChannelHistogram({ layerId, band, color, renderer }: ChannelProps) {
  const { value: summary } = useSummary(layerId, band, renderer.NoDataValue ?? []);
  if (!summary) return <div class="skeleton raster-channel" />;
  return (
    <div class="raster-channel" style={{ '--channel': color }}>
      <RangeHistogram
        name={texts.histogram(summary.bandNames[band] ?? '')}
        histogram={summary.histogram}
        handles={[]}
        onMove={() => {}}
      />
    </div>
  );
}

type Shaded = Value<'RasterStretchRenderer'> | Value<'RasterClassifyRenderer'>;

/** Settings of the hillshade. A switch enables it, unless nothing but the hillshade is drawn. */
export function ReliefPart({ renderer, onRenderer }: { renderer: Shaded; onRenderer: (renderer: Shaded) => void }) {
  const { UseHillShader = false, Azimuth = 315, Altitude = 45, ZScale = 1 } = renderer;
  const put = (part: Partial<Value<'RasterStretchRenderer'>>) => onRenderer({ ...renderer, ...part } as Shaded);
  const isAlone = renderer.type === 'RasterStretchRenderer' && renderer.ShadeOnly === true;
  return (
    <fieldset class="task-group">
      <legend>{texts.relief}</legend>
      {!isAlone && (
        <SwitchRow
          name={texts.hillshade}
          on={UseHillShader}
          onChange={(on) => put({ UseHillShader: on, ...(on && { Azimuth, Altitude, ZScale: ZScale || 1 }) })}
        />
      )}
      {UseHillShader && (
        <>
          <SliderRow
            name={texts.azimuth}
            unit={styleText.degrees}
            value={Azimuth}
            minimum={0}
            most={360}
            step={5}
            onChange={(value) => put({ Azimuth: value })}
          />
          <SliderRow
            name={texts.altitude}
            unit={styleText.degrees}
            value={Altitude}
            minimum={5}
            most={90}
            step={1}
            onChange={(value) => put({ Altitude: value })}
          />
          <label class="control-row">
            <span>{texts.exaggeration}</span>
            <DraftInput
              type="number"
              step="any"
              value={String(ZScale || 1)}
              onCommit={(typed) => {
                if (Number(typed) > 0 && Number.isFinite(Number(typed))) put({ ZScale: Number(typed) });
              }}
            />
          </label>
        </>
      )}
    </fieldset>
  );
}

/** Parse numbers separated by semicolons, with a decimal comma or point. @returns the first invalid part, if any */
export function numbersIn(text: string): number[] | string {
  const parts = text.split(/[;\s]+/).filter(Boolean);
  const numbers = parts.map((part) => Number(part.replace(',', '.').replace('−', '-')));
  return parts.find((_, i) => !Number.isFinite(numbers[i])) ?? numbers;
}

export const numbersText = (numbers: readonly number[]): string => numbers.map(formatNumber).join('; ');
