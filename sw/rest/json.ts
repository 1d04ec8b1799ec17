import { Fault, type Value } from '../contract/index.ts';
import type { GivenExtent, GivenGeometry, GivenReference } from '../contract/rest/index.ts';
import { restShape } from '../formats/rest-value.ts';
import { latestWkid, referenceOfWkid } from '../geometry/spatial-reference.ts';
import { isObject, numberIn } from './parameters/lenient-json.ts';

/** The vendor's prefix instead of the neutral one. */
export const restWord = (word: string): string => word.replace(/^gis/, 'esri');

/** JSON of a spatial reference; Web Mercator goes by the number that clients know. */
export function referenceJson(reference: Value<'SpatialReference'> | undefined): object | undefined {
  if (!reference) return undefined;
  if (reference.WKID) {
    const latest = reference.LatestWKID ?? latestWkid(reference.WKID);
    return { wkid: latest === 3857 ? 102100 : reference.WKID, latestWkid: latest };
  }
  return reference.WKT ? { wkt: reference.WKT } : undefined;
}

/** JSON of an extent; sides of an empty one are "NaN". */
export function extentJson(envelope: Value<'Envelope'> | undefined): object | undefined {
  if (envelope?.type !== 'EnvelopeN') return undefined;
  const side = (value: number) => (Number.isFinite(value) ? value : 'NaN');
  const { XMin, YMin, XMax, YMax, SpatialReference } = envelope;
  return {
    xmin: side(XMin),
    ymin: side(YMin),
    xmax: side(XMax),
    ymax: side(YMax),
    spatialReference: referenceJson(SpatialReference),
  };
}

/** The value of a spatial reference. */
export function referenceValue({ wkid, latestWkid: latest, wkt }: GivenReference): Value<'SpatialReference'> {
  if (wkid === undefined) return { type: 'ProjectedCoordinateSystem', WKT: wkt! };
  const reference = referenceOfWkid(wkid === 3857 ? 102100 : wkid);
  return latest === undefined ? reference : { ...reference, LatestWKID: latest };
}

/** The value of an extent. */
export function extentValue(
  { xmin, ymin, xmax, ymax, spatialReference }: GivenExtent,
  otherwise?: Value<'SpatialReference'>,
): Value<'Envelope'> {
  const reference = spatialReference ? referenceValue(spatialReference) : otherwise;
  return {
    type: 'EnvelopeN',
    XMin: xmin,
    YMin: ymin,
    XMax: xmax,
    YMax: ymax,
    ...(reference ? { SpatialReference: reference } : {}),
  };
}

/**
 * The value of a geometry's JSON.
 *
 * @throws {Fault} `bad-value` for JSON of no geometry, `bad-geometry` for coordinates that are no numbers
 */
export function geometryValue(
  given: GivenGeometry,
  reference: Value<'SpatialReference'> | undefined,
  path: string,
): Value<'Geometry'> {
  const SpatialReference = reference ? { SpatialReference: reference } : {};
  const many = { HasID: false, HasZ: false, HasM: false, ...SpatialReference };
  const number = (value: unknown, at: string): number => {
    const found = numberIn(value);
    if (found !== undefined) return found;
    throw new Fault('bad-geometry', `${at}: a number expected, ${JSON.stringify(value)?.slice(0, 40)} found.`);
  };
  const list = (value: unknown, at: string): readonly unknown[] => {
    if (Array.isArray(value)) return value;
    throw new Fault('bad-geometry', `${at}: a list expected, ${JSON.stringify(value)?.slice(0, 40)} found.`);
  };
  const points = (value: unknown, at: string): Value<'Point'>[] =>
    list(value, at).map((position, i) => {
      const [x, y] = list(position, `${at}[${i}]`);
      return { type: 'PointN', X: number(x, `${at}[${i}][0]`), Y: number(y, `${at}[${i}][1]`) };
    });
  if ('x' in given)
    return { type: 'PointN', X: number(given.x, `${path}.x`), Y: number(given.y, `${path}.y`), ...SpatialReference };
  if ('xmin' in given) {
    const [XMin, YMin, XMax, YMax] = (['xmin', 'ymin', 'xmax', 'ymax'] as const).map((side) =>
      number(given[side], `${path}.${side}`),
    ) as [number, number, number, number];
    return { type: 'EnvelopeN', XMin, YMin, XMax, YMax, ...SpatialReference };
  }
  if ('points' in given) return { type: 'MultipointN', ...many, PointArray: points(given.points, `${path}.points`) };
  if ('paths' in given)
    return {
      type: 'PolylineN',
      ...many,
      PathArray: list(given.paths, `${path}.paths`).map((part, i) => ({
        type: 'Path',
        PointArray: points(part, `${path}.paths[${i}]`),
      })),
    };
  if ('rings' in given)
    return {
      type: 'PolygonN',
      ...many,
      RingArray: list(given.rings, `${path}.rings`).map((part, i) => ({
        type: 'Ring',
        PointArray: points(part, `${path}.rings[${i}]`),
      })),
    };
  throw new Fault(
    'bad-value',
    `${path}: the JSON of a point, multipoint, polyline, polygon or envelope expected, ${JSON.stringify(given).slice(0, 80)} found.`,
  );
}

/** The reference that a geometry's JSON names, else another. */
export function referenceOfGeometry(
  given: GivenGeometry,
  otherwise: GivenReference | undefined,
): Value<'SpatialReference'> | undefined {
  if (otherwise) return referenceValue(otherwise);
  if (!isObject(given.spatialReference)) return undefined;
  const { wkid, latestWkid: latest, wkt } = given.spatialReference;
  const number = numberIn(wkid) ?? numberIn(latest);
  if (number === undefined && typeof wkt !== 'string') return undefined;
  return referenceValue(number === undefined ? { wkt: wkt as string } : { wkid: number });
}

/** JSON of a shape that says its reference itself. */
export const shapeJson = (shape: Value<'Geometry'>, reference: Value<'SpatialReference'>): object => ({
  ...restShape(shape),
  spatialReference: referenceJson(reference),
});
