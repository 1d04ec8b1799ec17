import type { Value } from '../../contract/index.ts';
import { restShape } from '../../formats/rest-value.ts';
import type { GivenExtent, GivenGeometry, GivenReference } from './contract/index.ts';
import { fromJson, toJson } from './json/convert.ts';
import { readReference, writeReference } from './json/spatial-reference.ts';

/** Replace the neutral prefix of a word with the vendor's. */
export const restWord = (word: string): string => word.replace(/^gis/, 'esri');

/** The only CRS of KML and the default CRS of GeoJSON. */
export const wgs84: Value<'SpatialReference'> = { type: 'GeographicCoordinateSystem', WKID: 4326, LatestWKID: 4326 };

/** Write a spatial reference as JSON. Web Mercator gets the number that clients know, 102100. */
export const referenceJson = (reference: Value<'SpatialReference'> | undefined): object | undefined =>
  reference && writeReference(reference);

/** Write an extent as JSON. The sides of an empty extent are "NaN". */
export const extentJson = (envelope: Value<'Envelope'> | undefined): unknown => toJson('Envelope', envelope);

/** Read a spatial reference from JSON. */
export const referenceValue = (input: GivenReference): Value<'SpatialReference'> => readReference(input, 'wkid');

/** Read an extent from JSON. */
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
 * Read a geometry from JSON.
 *
 * @param reference of the geometry, if its JSON names none
 * @throws {Fault} `bad-value` if the JSON isn't a geometry, `not-supported` for curves
 */
export function geometryValue(
  input: GivenGeometry,
  reference: Value<'SpatialReference'> | undefined,
  path: string,
): Value<'Geometry'> {
  const shape = fromJson('Geometry', input, path);
  return reference ? ({ ...shape, SpatialReference: reference } as Value<'Geometry'>) : shape;
}

/** Write a geometry as JSON that includes its spatial reference. */
export const shapeJson = (shape: Value<'Geometry'>, reference: Value<'SpatialReference'>): object => ({
  ...restShape(shape),
  spatialReference: referenceJson(reference),
});
