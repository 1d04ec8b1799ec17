import type { Value } from '../../sw/contract/index.ts';
import type { Extent } from '../../sw/geometry/extent.ts';
import { type SpatialReference, sameReference } from '../../sw/geometry/spatial-reference.ts';
import { fitExtent } from '../../sw/geometry/view.ts';
import { exportImage } from '../map/widget/export-image.ts';
import { ServiceThumbnail } from '../parts/service-thumbnail.tsx';
import { useObjectUrl } from '../parts/use-object-url.ts';
import { useRead } from '../parts/use-read.ts';
import { carryExtent, envelopeToExtent, extentToEnvelope, referenceFor, wayBetween } from '../state/references.ts';
import { currentService, type MapInfo, mapInfo } from '../state/services.ts';

const [widthPx, heightPx] = [320, 180];
/** Zoom to geometries that cover less than this share of the map. */
const smallPart = 0.2;

/** A small map with geometries. If they would be only dots, it shows the part around them. */
export function MiniMap(props: { shapes: readonly Value<'Geometry'>[]; name: string }) {
  const [info, service] = [mapInfo.value, currentService.value];
  if (!info || !service) return null;
  return <Drawn {...props} info={info} service={service.name} version={service.version} />;
}

function Drawn(props: {
  shapes: readonly Value<'Geometry'>[];
  name: string;
  info: MapInfo;
  service: string;
  version: number;
}) {
  const { shapes, name, info, service, version } = props;
  const outlines = shapes.flatMap((shape) => listOutlines(shape, referenceFor('map', info)));
  const whole = chooseFrame(info);
  const part = partAround(outlines, whole);
  const image = useImage(service, info, part);
  const frame = part ?? whole;
  const [xmin, , , ymax] = frame;
  const unit = (frame[2] - frame[0]) / widthPx;
  return (
    <figure class="mini-map">
      {part ? (
        <span class="thumb">{image && <img src={image} alt="" width={widthPx} height={heightPx} />}</span>
      ) : (
        <ServiceThumbnail service={service} version={version} />
      )}
      <svg viewBox={`0 0 ${widthPx} ${heightPx}`} role="img" aria-label={name}>
        {outlines.map(({ points, isClosed }, index) => {
          const pixels = points.map(([x, y]) => [(x - xmin) / unit, (ymax - y) / unit] as const);
          const path = pixels.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
          return pixels.length === 1 ? (
            <circle key={index} cx={pixels[0]![0]} cy={pixels[0]![1]} r={3.5} />
          ) : (
            <path key={index} d={isClosed ? `${path}Z` : path} data-open={isClosed ? undefined : ''} />
          );
        })}
      </svg>
    </figure>
  );
}

/** Return the extent of the small image: the initial extent of the map, fitted like on the server. */
function chooseFrame(info: MapInfo): Extent {
  const area = info.DefaultMapDescription?.MapArea?.Extent;
  const mapExtent = envelopeToExtent(area) ??
    envelopeToExtent(info.Extent) ??
    envelopeToExtent(info.FullExtent) ?? [-180, -90, 180, 90];
  const from = area?.type === 'EnvelopeN' ? area.SpatialReference : undefined;
  return fitExtent((from && carryExtent(mapExtent, from, referenceFor('map', info))) ?? mapExtent, widthPx, heightPx);
}

/** Return the part of the map around geometries, with a margin; undefined if they are large enough on the whole map. */
function partAround(outlines: readonly Outline[], whole: Extent): Extent | undefined {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { points } of outlines)
    for (const [x, y] of points) {
      box[0] = Math.min(box[0]!, x);
      box[1] = Math.min(box[1]!, y);
      box[2] = Math.max(box[2]!, x);
      box[3] = Math.max(box[3]!, y);
    }
  const [xmin, ymin, xmax, ymax] = box as [number, number, number, number];
  const [wholeWidth, wholeHeight] = [whole[2] - whole[0], whole[3] - whole[1]];
  const isSmall = xmax - xmin < wholeWidth * smallPart && ymax - ymin < wholeHeight * smallPart;
  if (!isSmall || !Number.isFinite(xmin + ymin + xmax + ymax)) return undefined;
  const air = Math.max((xmax - xmin) * 0.4, (ymax - ymin) * 0.4, wholeWidth / 40);
  return fitExtent([xmin - air, ymin - air, xmax + air, ymax + air], widthPx, heightPx);
}

/** Return the object URL of an image of a part of the map. The geometries are shown even without it. */
function useImage(service: string, info: MapInfo, part: Extent | undefined): string | undefined {
  const published = info.DefaultMapDescription;
  const subject = part && published && `${service} ${info.Name} ${part.join()}`;
  const { value } = useRead(subject, (signal) => {
    const MapArea = { type: 'MapExtent', Extent: extentToEnvelope(part!, referenceFor('map', info)) } as const;
    const display = { ImageWidth: 2 * widthPx, ImageHeight: 2 * heightPx, ImageDPI: 144 };
    return exportImage(service, { ...published!, MapArea }, display, signal);
  });
  return useObjectUrl(value);
}

interface Outline {
  readonly points: readonly (readonly [number, number])[];
  readonly isClosed: boolean;
}

/** Maximum number of positions in an outline; longer ones are thinned out. */
const maxPoints = 2000;

/** Return the outlines of a geometry in `reference`; empty for geometries in binary form. */
export function listOutlines(shape: Value<'Geometry'>, reference: SpatialReference): Outline[] {
  const shapeReference = 'SpatialReference' in shape ? shape.SpatialReference : undefined;
  const way =
    shapeReference && !sameReference(shapeReference, reference) ? wayBetween(shapeReference, reference) : undefined;
  const carry = (points: readonly (readonly [number, number])[], isClosed: boolean): Outline => {
    const step = Math.ceil(points.length / maxPoints);
    const thin = step > 1 ? points.filter((_, index) => index % step === 0) : points;
    if (!way) return { points: thin, isClosed };
    const flat = Float64Array.from(thin.flat());
    way.forward(flat);
    return {
      points: thin
        .map((_, index) => [flat[2 * index]!, flat[2 * index + 1]!] as const)
        .filter(([x, y]) => Number.isFinite(x + y)),
      isClosed,
    };
  };
  switch (shape.type) {
    case 'PointN':
      return [carry([[shape.X, shape.Y]], false)];
    case 'EnvelopeN': {
      const { XMin, YMin, XMax, YMax } = shape;
      return [
        carry(
          [
            [XMin, YMax],
            [XMax, YMax],
            [XMax, YMin],
            [XMin, YMin],
          ],
          true,
        ),
      ];
    }
    case 'MultipointN':
      return positions(shape.PointArray).map((point) => carry([point], false));
    case 'PolylineN':
      return shape.PathArray.map(({ PointArray }) => carry(positions(PointArray), false));
    case 'PolygonN':
      return shape.RingArray.map(({ PointArray }) => carry(positions(PointArray), true));
    default:
      return [];
  }
}

const positions = (points: Value<'ArrayOfPoint'> | undefined): (readonly [number, number])[] =>
  (points ?? []).flatMap((point) => (point.type === 'PointN' ? [[point.X, point.Y] as const] : []));
