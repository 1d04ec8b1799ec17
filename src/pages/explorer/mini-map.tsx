import { useState } from 'preact/hooks';
import type { Value } from '../../../sw/contract/index.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import { fitExtent } from '../../../sw/geometry/fit-extent.ts';
import { carryExtent, extentOf, referenceFor } from '../../state/references.ts';
import { currentService, type MapInfo, mapInfo } from '../../state/services.ts';
import { ServiceThumbnail } from '../maps/service-thumbnail.tsx';
import { outlinesOf } from './outlines.ts';

const [widthPx, heightPx] = [320, 180];

/**
 * The whole map, small, with shapes on it.
 *
 * @param onDraw called with the rectangle that was dragged, or with one without size where it was clicked, in map coordinates
 */
export function MiniMap(props: {
  shapes: readonly Value<'Geometry'>[];
  name: string;
  onDraw?: (extent: Extent) => void;
}) {
  const [info, service] = [mapInfo.value, currentService.value];
  if (!info || !service) return null;
  return <Drawn {...props} info={info} service={service.name} version={service.version} />;
}

function Drawn(props: {
  shapes: readonly Value<'Geometry'>[];
  name: string;
  onDraw?: (extent: Extent) => void;
  info: MapInfo;
  service: string;
  version: number;
}) {
  const { shapes, name, onDraw, info, service, version } = props;
  const [drag, setDrag] = useState<{
    readonly from: readonly [number, number];
    readonly to: readonly [number, number];
  }>();
  const frame = frameOf(info);
  const reference = referenceFor('map', info);
  const [xmin, , , ymax] = frame;
  const unit = (frame[2] - frame[0]) / widthPx;
  const place = (event: PointerEvent): readonly [number, number] => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const share = (at: number, from: number, size: number) => Math.min(1, Math.max(0, (at - from) / size));
    return [share(event.clientX, box.left, box.width) * widthPx, share(event.clientY, box.top, box.height) * heightPx];
  };
  const toMap = ([x, y]: readonly [number, number]) => [xmin + x * unit, ymax - y * unit] as const;
  const finish = () => {
    if (!drag || !onDraw) return;
    const [a, b] = [toMap(drag.from), toMap(drag.to)];
    const isClick = Math.hypot(drag.to[0] - drag.from[0], drag.to[1] - drag.from[1]) < 3;
    onDraw(
      isClick
        ? [b[0], b[1], b[0], b[1]]
        : [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])],
    );
  };
  const outlines = shapes.flatMap((shape) => outlinesOf(shape, reference));
  return (
    <figure class="mini-map" data-drawing={onDraw ? '' : undefined}>
      <ServiceThumbnail service={service} version={version} />
      <svg
        viewBox={`0 0 ${widthPx} ${heightPx}`}
        role="img"
        aria-label={name}
        onPointerDown={(event) => {
          if (!onDraw) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const at = place(event);
          setDrag({ from: at, to: at });
        }}
        onPointerMove={(event) => drag && event.buttons > 0 && setDrag({ ...drag, to: place(event) })}
        onPointerUp={finish}
      >
        {outlines.map(({ points, isClosed }, index) => {
          const at = points.map(([x, y]) => [(x - xmin) / unit, (ymax - y) / unit] as const);
          const path = at.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
          return at.length === 1 ? (
            <circle key={index} cx={at[0]![0]} cy={at[0]![1]} r={3.5} />
          ) : (
            <path key={index} d={isClosed ? `${path}Z` : path} data-open={isClosed ? undefined : ''} />
          );
        })}
        {drag && (
          <rect
            x={Math.min(drag.from[0], drag.to[0])}
            y={Math.min(drag.from[1], drag.to[1])}
            width={Math.max(2, Math.abs(drag.to[0] - drag.from[0]))}
            height={Math.max(2, Math.abs(drag.to[1] - drag.from[1]))}
          />
        )}
      </svg>
    </figure>
  );
}

/** What the small picture shows: the first view of the map, fitted to its shape as the server fits it. */
function frameOf(info: MapInfo): Extent {
  const area = info.DefaultMapDescription?.MapArea?.Extent;
  const own = extentOf(area) ?? extentOf(info.Extent) ?? extentOf(info.FullExtent) ?? [-180, -90, 180, 90];
  const from = area?.type === 'EnvelopeN' ? area.SpatialReference : undefined;
  return fitExtent((from && carryExtent(own, from, referenceFor('map', info))) ?? own, widthPx, heightPx);
}
