import type { Signal } from '@preact/signals';
import type { SpatialReference } from '../../../sw/geometry/spatial-reference.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';
import type { MapInfo } from '../../state/services.ts';
import { units } from '../../state/units.ts';
import { drawn } from '../../state/view.ts';
import { formatLength, formatNumber, formatScale, lengthIn, metresOf } from '../../text/format.ts';
import { text } from '../../text/text.ts';
import { groundMetresPerPixel, roundLength, toLonLat } from './ground-distance.ts';

const SourceNote = lazyPart(() => import('./source-note.tsx').then((loaded) => loaded.SourceNote));

export interface Spot {
  readonly center: readonly [number, number];
  readonly resolution: number;
}

const widestBarPx = 110;

export function MapFoot(props: {
  spot: Signal<Spot | undefined>;
  pointer: Signal<readonly [number, number] | undefined>;
  reference: SpatialReference;
  info: MapInfo;
}) {
  const { spot, pointer, reference, info } = props;
  const now = spot.value;
  const metresPerPixel = now && groundMetresPerPixel(now.center, now.resolution, reference);
  return (
    <div class="map-floating map-foot">
      {metresPerPixel && <ScaleBar metresPerPixel={metresPerPixel} />}
      {drawn.value && drawn.value.scale > 0 && <span>{text.map.scale(formatScale(drawn.value.scale))}</span>}
      {now && (
        <span class="coordinates" title={text.map.coordinates}>
          {coordinates(pointer.value ?? now.center, reference)}
        </span>
      )}
      <SourceNote info={info} />
    </div>
  );
}

function ScaleBar({ metresPerPixel }: { metresPerPixel: number }) {
  const widestMetres = widestBarPx * metresPerPixel;
  const { unit } = lengthIn(widestMetres, units.value);
  const length = roundLength(widestMetres / metresOf(unit));
  return (
    <span class="scale-bar" style={{ width: `${Math.round((length * metresOf(unit)) / metresPerPixel)}px` }}>
      {formatLength(length, unit)}
    </span>
  );
}

/** Write where a point of the map lies. */
export function coordinates(position: readonly [number, number], reference: SpatialReference): string {
  const world = toLonLat(position, reference);
  if (!world) return position.map((one) => formatNumber(Number(one.toFixed(2)))).join(', ');
  const [lon, lat] = world;
  const turned = ((((lon + 180) % 360) + 360) % 360) - 180;
  return `${Math.abs(lat).toFixed(4)}° ${lat < 0 ? 'S' : 'N'}, ${Math.abs(turned).toFixed(4)}° ${turned < 0 ? 'W' : 'E'}`;
}
