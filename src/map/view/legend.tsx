import type { Value } from '../../../sw/contract/index.ts';
import { call } from '../../connection/call.ts';
import { ErrorState } from '../../parts/notice.tsx';
import { useRead } from '../../parts/use-read.ts';
import { drafts, readShownView } from '../../state/requested.ts';
import { currentKey, filters, mapInfo } from '../../state/services.ts';
import { drawn } from '../../state/view.ts';
import { rampLabel } from '../../text/raster-values.ts';
import { isRaster } from '../layer-actions.ts';
import { filterOfLayer } from '../state/filter-layer.ts';
import { mapText } from '../text/maps-text.ts';
import { FilterNote } from './filter-note.tsx';

export type Legend = readonly Value<'MapServerLegendInfo'>[];

export function LegendPanel() {
  const again = [drawn.value?.layerIds.join(), drafts.value, mapInfo.value, filters.value];
  const { value: legend, problem } = useRead('legend', readLegend, { again });
  if (problem) return <ErrorState title={mapText.legend.failed} message={problem} />;
  if (!legend) return null;
  if (legend.length === 0) return <p class="legend-empty">{mapText.legend.empty}</p>;
  return <LegendList legend={legend} />;
}

export const LegendList = ({ legend }: { legend: Legend }) => (
  <div class="legend">
    {legend.map((layer) => (
      <LayerLegend key={layer.LayerID} layer={layer} />
    ))}
  </div>
);

const maxClasses = 60;

function LayerLegend({ layer }: { layer: Legend[number] }) {
  const groups = layer.LegendGroups ?? [];
  const [only] = groups.length === 1 ? (groups[0]!.LegendClasses ?? []) : [];
  const isSimple = only !== undefined && groups[0]!.LegendClasses!.length === 1 && !groups[0]!.Heading;
  if (isSimple) {
    return (
      <div class="legend-row">
        <Swatch of={only} />
        <span>
          {layer.Name}
          <Filter layerId={layer.LayerID} />
        </span>
      </div>
    );
  }
  return (
    <section>
      <h3>{layer.Name}</h3>
      <Filter layerId={layer.LayerID} />
      {groups.map((group) => {
        const classes = group.LegendClasses ?? [];
        const ofRamp = isRamp(layer.LayerID, classes);
        return (
          <div key={group.Heading}>
            {group.Heading && <p class="legend-heading">{group.Heading}</p>}
            <ul class={ofRamp ? 'legend-ramp' : undefined}>
              {classes.slice(0, maxClasses).map((legendClass, index) => (
                <li class="legend-row" key={`${index} ${legendClass.Label}`}>
                  <Swatch of={legendClass} />
                  <span title={legendClass.Description || undefined}>
                    {ofRamp ? rampLabel(legendClass.Label) : legendClass.Label}
                  </span>
                </li>
              ))}
            </ul>
            {classes.length > maxClasses && (
              <p class="legend-heading">{mapText.style.moreClasses(String(classes.length - maxClasses))}</p>
            )}
          </div>
        );
      })}
    </section>
  );
}

/** Note with the filter of a layer, which also applies to the legend. */
function Filter({ layerId }: { layerId: number }) {
  const filter = filterOfLayer(layerId);
  return filter ? (
    <small class="legend-filter">
      <FilterNote layerId={layerId} filter={filter} />
    </small>
  ) : null;
}

/** Check for a raster ramp: its middle slices have no labels, and all slices are drawn without gaps. */
function isRamp(layerId: number, classes: readonly Value<'MapServerLegendClass'>[]): boolean {
  return isRaster(mapInfo.value?.MapLayerInfos?.[layerId]) && classes[0]?.Label !== '' && classes[1]?.Label === '';
}

function Swatch({ of: { SymbolImage: image } }: { of: Value<'MapServerLegendClass'> }) {
  if (!image?.ImageData) return <span class="legend-swatch" />;
  const scale = 96 / image.ImageDPI;
  return (
    <span class="legend-swatch">
      <img
        src={dataUrl(image.ImageData, image.ImageType)}
        alt=""
        width={Math.round(image.ImageWidth * scale)}
        height={Math.round(image.ImageHeight * scale)}
      />
    </span>
  );
}

function dataUrl(bytes: Uint8Array, type = 'image/png'): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `data:${type};base64,${btoa(binary)}`;
}

/** Read the legend of the current map. @throws {ServiceFault} */
export async function readLegend(signal: AbortSignal): Promise<Legend | undefined> {
  const [service, shown] = [currentKey.peek(), readShownView()];
  if (!service || !shown) return undefined;
  const ImageDPI = 96 * Math.min(3, Math.max(1, devicePixelRatio));
  const { Result } = await call(
    'GetLegendInfo2',
    service,
    {
      MapDescription: shown.MapDescription,
      MapImageDisplay: shown.MapImageDisplay,
      LayerIDs: [],
      LegendPatch: { Width: 18, Height: 14, ImageDPI },
      ImageType: { ImageFormat: 'gisImagePNG32', ImageReturnType: 'gisImageReturnMimeData' },
    },
    { signal },
  );
  return Result;
}
