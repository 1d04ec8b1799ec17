import { useEffect, useRef, useState } from 'preact/hooks';
import type { Value } from '../../../../sw/contract/index.ts';
import { color } from '../../../../sw/formats/reading/symbols.ts';
import type { RasterSummary } from '../../../../sw/service/raster-summary.ts';
import { DraftInput } from '../../../parts/form/draft-input.tsx';
import { Segments } from '../../../parts/form/segments.tsx';
import { SelectField } from '../../../parts/form/select.tsx';
import { ErrorState, Notice } from '../../../parts/notice.tsx';
import { changeDraft, drafts } from '../../../state/requested.ts';
import { type LayerInfo, mapInfo } from '../../../state/services.ts';
import { formatNumber } from '../../../text/format.ts';
import { TaskPanel } from '../../task-panel.tsx';
import { mapText } from '../../text/maps-text.ts';
import { rasterText as texts } from '../../text/raster-text.ts';
import { useAboveSheet } from '../../view/above-sheet.ts';
import { ColorRow, SliderRow, SwitchRow } from '../control-rows.tsx';
import { ramps } from '../ramps.ts';
import { StyleFrame } from '../style-frame.tsx';
import { ClassesPart, RasterClassList } from './classes-part.tsx';
import { classesIn, legendGroups } from './raster-classes.ts';
import {
  kindsFor,
  makeRasterRenderer,
  type RasterKind,
  type RasterRenderer,
  rasterKind,
  rendererBand,
  valueBands,
  withBand,
} from './raster-kind.ts';
import { CompositePart, numbersIn, numbersText, ReliefPart } from './raster-parts.tsx';
import { colorToHex, makeChosenRamp, rampIn } from './raster-ramp.ts';
import { StretchPart } from './stretch-part.tsx';
import { useSummary } from './use-summary.ts';

type Drawing = Value<'RasterLayerDrawingDescription'>;

/** Editor of the style of a raster layer. */
export function RasterEditor({ layerId }: { layerId: number }) {
  const layer = mapInfo.value?.MapLayerInfos?.find((info) => info.LayerID === layerId);
  const draft = drafts.value.get(layerId)?.drawing;
  const drafted = draft?.type === 'RasterLayerDrawingDescription' ? draft.RasterRenderer : undefined;
  /** The band that was just chosen, until its histogram is read. */
  const [pending, setPending] = useState<number>();
  const lastSummary = useRef<RasterSummary>(undefined);
  const renderer = drafted ?? lastSummary.current?.drawing.RasterRenderer;
  const band = pending ?? (renderer && lastSummary.current ? rendererBand(renderer, lastSummary.current) : 0);
  const { value: summary, problem, retry } = useSummary(layerId, band, renderer?.NoDataValue ?? []);
  const [, setKnown] = useState(false);
  useEffect(() => {
    lastSummary.current = summary;
    // Render again, because the published style may draw another band than the first, and have no-data values.
    setKnown(summary !== undefined);
  }, [summary]);
  useAboveSheet();
  if (!layer) return null;
  if (!summary?.drawing.RasterRenderer)
    return (
      <TaskPanel title={mapText.style.title(layer.Name)}>
        {problem ? (
          <ErrorState title={mapText.style.failed} message={problem} onRetry={retry} />
        ) : (
          <div class="skeleton tall" />
        )}
      </TaskPanel>
    );
  return <Editor key={layerId} layer={layer} summary={summary} pending={pending} onPending={setPending} />;
}

interface EditorProps {
  layer: LayerInfo;
  summary: RasterSummary;
  pending: number | undefined;
  onPending: (band: number | undefined) => void;
}

function Editor({ layer, summary, pending, onPending }: EditorProps) {
  const { LayerID } = layer;
  const { histogram, bandNames } = summary;
  const published = summary.drawing;
  const draft = drafts.value.get(LayerID)?.drawing;
  const drawing = draft?.type === 'RasterLayerDrawingDescription' ? draft : published;
  const renderer = drawing.RasterRenderer!;
  const kind = rasterKind(renderer);
  const put = (part: Partial<Drawing>) => changeDraft(LayerID, drawing, part, false);
  const putRenderer = (RasterRenderer: RasterRenderer) => put({ RasterRenderer });

  const [ramp, setRamp] = useState(() =>
    renderer.type === 'RasterStretchRenderer' && kind === 'stretch'
      ? rampIn(renderer.ColorRamp, renderer.IsInvert === true)
      : findRamp('Viridis'),
  );
  /** The last renderer of each kind, to return to. */
  const others = useRef(new Map<RasterKind, RasterRenderer>());
  const band = rendererBand(renderer, summary);
  useEffect(() => {
    if (pending === undefined || pending !== histogram.band) return;
    onPending(undefined);
    putRenderer(withBand(renderer, summary, ramp));
  }, [pending, histogram.band]);
  const choose = (next: RasterKind) => {
    others.current.set(kind, renderer);
    const before = others.current.get(next);
    // Rasters are published in gray, whose classes are hard to tell apart.
    const nextRamp = next === 'classes' && ramp.name === 'Grey' ? findRamp('Terrain') : ramp;
    if (!before && next === 'classes') setRamp(nextRamp);
    putRenderer(before ?? makeRasterRenderer(next, renderer, summary, nextRamp));
  };
  const kinds = Object.fromEntries(kindsFor(summary).map((option) => [option, texts.kinds[option]]));
  const isByte = summary.sampleType === 'u8';
  const bands = valueBands(summary);
  const isReady = histogram.band === (pending ?? band) || kind === 'composite';
  const common = { histogram, bandName: bandNames[band] ?? '' };
  return (
    <StyleFrame layer={layer} published={published}>
      <fieldset class="task-group" aria-busy={!isReady}>
        <legend>{texts.kind}</legend>
        <Segments label={texts.kind} choices={kinds as Record<RasterKind, string>} value={kind} onChange={choose} />
        {kind !== 'composite' && bands.length > 1 && (
          <SelectField
            label={texts.band}
            value={pending ?? band}
            choices={bands.map((bandIndex) => [bandIndex, bandNames[bandIndex]!])}
            onChange={onPending}
          />
        )}
        {renderer.type === 'RasterRGBRenderer' && (
          <CompositePart layerId={LayerID} renderer={renderer} summary={summary} onRenderer={putRenderer} />
        )}
        {renderer.type === 'RasterStretchRenderer' && kind === 'stretch' && (
          <StretchPart
            {...common}
            renderer={renderer}
            isByte={isByte}
            onRenderer={(next) => {
              setRamp(rampIn(next.ColorRamp, next.IsInvert === true));
              putRenderer(next);
            }}
          />
        )}
        {renderer.type === 'RasterClassifyRenderer' && (
          <ClassesPart {...common} renderer={renderer} ramp={ramp} onRamp={setRamp} onRenderer={putRenderer} />
        )}
        {renderer.type === 'RasterUniqueValueRenderer' && (
          <RasterClassList
            classes={classesIn(renderer)}
            onClass={(index, part) =>
              putRenderer({
                ...renderer,
                LegendGroups: legendGroups(
                  classesIn(renderer).map((legendClass, i) =>
                    i === index ? { ...legendClass, ...part } : legendClass,
                  ),
                ),
              })
            }
          />
        )}
        {kind !== 'composite' && (
          <p class="soft raster-facts">
            {texts.statistics(
              shown(histogram.min),
              shown(histogram.max),
              shown(histogram.mean),
              shown(histogram.stdDev),
            )}
          </p>
        )}
      </fieldset>
      {(renderer.type === 'RasterStretchRenderer' || renderer.type === 'RasterClassifyRenderer') && (
        <ReliefPart renderer={renderer} onRenderer={putRenderer} />
      )}
      <NoDataPart renderer={renderer} summary={summary} onRenderer={putRenderer} />
      <fieldset class="task-group">
        <legend>{texts.layer}</legend>
        <SliderRow
          name={mapText.style.opacity}
          unit="%"
          value={100 - (drawing.Transparency ?? 0)}
          minimum={0}
          most={100}
          step={5}
          onChange={(opacity) => put({ Transparency: 100 - opacity })}
        />
        {kind !== 'values' && (
          <SwitchRow
            name={texts.smooth}
            on={!/nearest/i.test(renderer.ResamplingType ?? (kind === 'classes' ? 'nearest' : ''))}
            onChange={(on) =>
              putRenderer({ ...renderer, ResamplingType: on ? 'RSP_BilinearInterpolation' : 'RSP_NearestNeighbor' })
            }
          />
        )}
      </fieldset>
    </StyleFrame>
  );
}

const findRamp = (rampName: string) => makeChosenRamp(ramps.find(({ name }) => name === rampName)!, false);

const shown = (value: number): string => formatNumber(Number(value.toPrecision(6)));

interface NoDataProps {
  renderer: RasterRenderer;
  summary: RasterSummary;
  onRenderer: (renderer: RasterRenderer) => void;
}

/** No-data values, and whether they are drawn. */
function NoDataPart({ renderer, summary, onRenderer }: NoDataProps) {
  const { noData: stored, takesNoData } = summary;
  const [problem, setProblem] = useState<string>();
  const { NoDataColor, NoDataValue = [] } = renderer;
  return (
    <fieldset class="task-group">
      <legend>{texts.noData}</legend>
      <label class="field">
        <span>{texts.noDataValues}</span>
        <DraftInput
          value={numbersText(NoDataValue)}
          aria-invalid={problem !== undefined}
          onCommit={(typed) => {
            const numbers = numbersIn(typed);
            if (typeof numbers === 'string') return setProblem(texts.noNumber(numbers));
            if (!takesNoData && numbers.some((noDataValue) => noDataValue !== stored))
              return setProblem(texts.noDataTooLarge);
            setProblem(undefined);
            onRenderer({ ...renderer, NoDataValue: numbers });
          }}
        />
        <small>{stored === null ? texts.noDataPlain : texts.noDataHint(shown(stored))}</small>
      </label>
      {problem && <Notice kind="error">{problem}</Notice>}
      <SwitchRow
        name={texts.noDataColour}
        on={NoDataColor !== undefined}
        onChange={(on) => {
          const { NoDataColor: _, ...rest } = renderer;
          onRenderer((on ? { ...rest, NoDataColor: color('#8a938f') } : rest) as RasterRenderer);
        }}
      />
      {NoDataColor && (
        <ColorRow
          name={mapText.style.colour}
          value={colorToHex(NoDataColor)}
          onChange={(hex) => onRenderer({ ...renderer, NoDataColor: color(hex) })}
        />
      )}
    </fieldset>
  );
}
