import type { Value } from '../../contract/index.ts';
import { restShape } from '../../formats/rest-value.ts';
import type { GivenExtent, GivenGeometry, GivenReference } from './contract/index.ts';
import { fromJson, toJson } from './json/convert.ts';
import { readReference, writeReference } from './json/spatial-reference.ts';

/** The vendor's prefix instead of the neutral one. */
export const restWord = (word: string): string => word.replace(/^gis/, 'esri');

/** The only reference of KML, and that of GeoJSON. */
export const wgs84: Value<'SpatialReference'> = { type: 'GeographicCoordinateSystem', WKID: 4326, LatestWKID: 4326 };

/** JSON of a spatial reference; Web Mercator goes by the number that clients know. */
export const referenceJson = (reference: Value<'SpatialReference'> | undefined): object | undefined =>
  reference && writeReference(reference);

/** JSON of an extent; sides of an empty one are "NaN". */
export const extentJson = (envelope: Value<'Envelope'> | undefined): unknown => toJson('Envelope', envelope);

/** The value of a spatial reference. */
export const referenceValue = (given: GivenReference): Value<'SpatialReference'> => readReference(given, 'wkid');

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
    SpatialReference: reference,
  };
}

/**
 * The value of a geometry's JSON.
 *
 * @param reference that it is in; absent where it says so itself
 * @throws {Fault} `bad-value`, `not-supported` for curves
 */
export function geometryValue(
  given: GivenGeometry,
  reference: Value<'SpatialReference'> | undefined,
  path: string,
): Value<'Geometry'> {
  const shape = fromJson('Geometry', given, path);
  return reference ? ({ ...shape, SpatialReference: reference } as Value<'Geometry'>) : shape;
}

/** JSON of a shape that says its reference itself. */
export const shapeJson = (shape: Value<'Geometry'>, reference: Value<'SpatialReference'>): object => ({
  ...restShape(shape),
  spatialReference: referenceJson(reference),
});
