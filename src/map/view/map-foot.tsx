import type { Signal } from '@preact/signals';
import type { Extent } from '../../../sw/geometry/extent.ts';
import type { SpatialReference } from '../../../sw/geometry/spatial-reference.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';
import type { MapInfo } from '../../state/services.ts';
import { units } from '../../state/units.ts';
import { activity, drawn, view } from '../../state/view.ts';
import { formatLength, formatNumber, formatScale, lengthIn, metersPerUnit } from '../../text/format.ts';
import { text } from '../../text/text.ts';
import { shownResolution, shownScale } from './shown-resolution.ts';
import { roundLength, toLonLat } from './true-distance.ts';

const SourceNote = lazyPart(() => import('./source-note.tsx').then((loaded) => loaded.SourceNote));

const maxBarPx = 110;

export function MapFoot(props: {
  pointer: Signal<readonly [number, number] | undefined>;
  reference: SpatialReference;
  info: MapInfo;
}) {
  const { pointer, reference, info } = props;
  const [now, resolution, scale] = [view.value, shownResolution.value, shownScale.value];
  const currentScale = drawn.value && formatScale(drawn.value.scale);
  return (
    <>
      <p class="visually-hidden" role="status">
        {activity.value.state === 'idle' && drawn.value
          ? text.map.drawn(drawn.value.layerIds.length, String(Math.round(scale ?? 0)))
          : ''}
      </p>
      <div class="map-floating map-foot">
        {resolution?.isToScale && <ScaleBar metresPerPixel={resolution.metersPerPixel} />}
        {currentScale && scale !== undefined && scale > 0 && (
          <span title={resolution?.isToScale ? text.map.trueScale(currentScale) : text.map.equatorScale}>
            {text.map.scale(formatScale(scale))}
          </span>
        )}
        {now && (
          <span class="coordinates" title={text.map.coordinates}>
            {coordinates(pointer.value ?? extentMiddle(now.extent), reference)}
          </span>
        )}
        <SourceNote info={info} />
      </div>
    </>
  );
}

const extentMiddle = ([xmin, ymin, xmax, ymax]: Extent) => [(xmin + xmax) / 2, (ymin + ymax) / 2] as const;

function ScaleBar({ metresPerPixel }: { metresPerPixel: number }) {
  const maxMeters = maxBarPx * metresPerPixel;
  const { unit } = lengthIn(maxMeters, units.value);
  const length = roundLength(maxMeters / metersPerUnit(unit));
  return (
    <span class="scale-bar" style={{ width: `${Math.round((length * metersPerUnit(unit)) / metresPerPixel)}px` }}>
      {formatLength(length, unit)}
    </span>
  );
}

/** Format the coordinates of a point of the map: longitude and latitude, or map units if they are unknown. */
export function coordinates(position: readonly [number, number], reference: SpatialReference): string {
  const world = toLonLat(position, reference);
  if (!world) return position.map((coordinate) => formatNumber(Number(coordinate.toFixed(2)))).join(', ');
  const [lon, lat] = world;
  const turned = ((((lon + 180) % 360) + 360) % 360) - 180;
  return `${Math.abs(lat).toFixed(4)}° ${lat < 0 ? 'S' : 'N'}, ${Math.abs(turned).toFixed(4)}° ${turned < 0 ? 'W' : 'E'}`;
}
