import type { Value } from '../../contract/index.ts';
import type { Position, RestShape } from '../../formats/rest-value.ts';
import { asEpochMs, restFeatures, restFields } from '../../handlers/formats/feature-set.ts';
import { referenceJson, restWord } from '../json.ts';

/** One page of rows. */
interface Page {
  readonly records: Value<'RecordSet'>;
  readonly displayField: string;
  /** Undefined for distinct values, which are no rows. */
  readonly idField: string | undefined;
  readonly isExceeded: boolean;
  /** Of coordinates; all when undefined. */
  readonly decimals: number | undefined;
}

/** A feature set; the fields come before the features, by which some clients know what it is. */
export function featureSetJson({ records, displayField, idField, isExceeded, decimals }: Page): object {
  const fields = records.Fields.FieldArray;
  const shape = fields.find(({ Type }) => Type === 'gisFieldTypeGeometry')?.GeometryDef;
  return {
    displayFieldName: displayField,
    ...(idField === undefined
      ? {}
      : {
          objectIdFieldName: idField,
          uniqueIdField: { name: idField, isSystemMaintained: true },
          globalIdFieldName: fields.find(({ Type }) => Type === 'gisFieldTypeGlobalID')?.Name ?? '',
        }),
    fieldAliases: aliasesOf(fields),
    ...(shape
      ? {
          geometryType: restWord(shape.GeometryType),
          hasZ: false,
          hasM: false,
          spatialReference: referenceJson(shape.SpatialReference),
        }
      : {}),
    fields: restFields(fields),
    features: featuresOf(records, decimals),
    ...(isExceeded ? { exceededTransferLimit: true } : {}),
  };
}

/** Statistics, one record for each group. */
export function statisticsJson(records: Value<'RecordSet'>, isExceeded: boolean): object {
  const fields = records.Fields.FieldArray;
  return {
    displayFieldName: '',
    fieldAliases: aliasesOf(fields),
    fields: restFields(fields),
    features: restFeatures(fields, records.Records, asEpochMs),
    ...(isExceeded ? { exceededTransferLimit: true } : {}),
  };
}

const aliasesOf = (fields: readonly Value<'Field'>[]): object =>
  Object.fromEntries(
    fields
      .filter(({ Type }) => Type !== 'gisFieldTypeGeometry' && Type !== 'gisFieldTypeRaster')
      .map(({ Name, AliasName }) => [Name, AliasName ?? Name]),
  );

/** Features with their shapes, coordinates rounded to some decimals. */
export function featuresOf({ Fields, Records }: Value<'RecordSet'>, decimals: number | undefined) {
  const features = restFeatures(Fields.FieldArray, Records, asEpochMs);
  if (decimals === undefined) return features;
  return features.map(({ attributes, geometry }) => ({
    attributes,
    ...(geometry ? { geometry: rounded(geometry as RestShape, decimals) } : {}),
  }));
}

function rounded({ x, y, points, paths, rings }: RestShape, decimals: number): object {
  const factor = 10 ** Math.min(decimals, 15);
  const round = (value: number): number => Math.round(value * factor) / factor;
  const all = (positions: readonly Position[]) => positions.map(([px, py]) => [round(px), round(py)]);
  if (points) return { points: all(points) };
  if (paths) return { paths: paths.map(all) };
  return rings ? { rings: rings.map(all) } : { x: round(x!), y: round(y!) };
}

/** GeoJSON: the flag of more rows where either kind of client looks for it, and nowhere when nothing is left. */
export function geoJson({ records, idField, isExceeded, decimals }: Page): object {
  const more = isExceeded ? { exceededTransferLimit: true } : {};
  const reference = records.Fields.FieldArray.find(({ GeometryDef }) => GeometryDef)?.GeometryDef?.SpatialReference;
  const wkid = reference?.LatestWKID ?? reference?.WKID;
  return {
    type: 'FeatureCollection',
    ...(wkid && wkid !== 4326 ? { crs: { type: 'name', properties: { name: `EPSG:${wkid}` } } } : {}),
    ...(isExceeded ? { properties: more, ...more } : {}),
    features: featuresOf(records, decimals).map(({ attributes, geometry }) => ({
      type: 'Feature',
      ...(idField === undefined ? {} : { id: attributes[idField] }),
      geometry: geometry ? geoJsonShape(geometry as RestShape) : null,
      properties: attributes,
    })),
  };
}

function geoJsonShape({ x, y, points, paths, rings }: RestShape): object | null {
  if (points) return { type: 'MultiPoint', coordinates: points };
  if (paths)
    return paths.length === 1
      ? { type: 'LineString', coordinates: paths[0] }
      : { type: 'MultiLineString', coordinates: paths };
  if (!rings) return x === undefined ? null : { type: 'Point', coordinates: [x, y] };
  const polygons = polygonsOf(rings);
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0] }
    : { type: 'MultiPolygon', coordinates: polygons };
}

type Ring = readonly Position[];

/** Outer rings with their holes, each turned: outer rings run anti-clockwise in GeoJSON. */
function polygonsOf(rings: readonly Ring[]): Ring[][] {
  const outer = rings
    .filter((ring) => area(ring) <= 0)
    .map((ring) => ({ ring, size: -area(ring), holes: [] as Ring[] }));
  outer.sort((a, b) => a.size - b.size);
  for (const ring of rings) {
    if (area(ring) <= 0) continue;
    // The smallest part that holds it: an island in a lake may have a lake of its own.
    const around = outer.find((one) => isInside(ring[0]!, one.ring));
    if (around) around.holes.push(ring);
    else outer.push({ ring: [...ring].reverse(), size: Infinity, holes: [] });
  }
  return outer.map(({ ring, holes }) => [ring, ...holes].map((one) => [...one].reverse()));
}

/** Twice the area; negative for a ring that runs clockwise. */
function area(ring: Ring): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const [x0, y0] = ring[i - 1]!;
    const [x1, y1] = ring[i]!;
    sum += x0 * y1 - x1 * y0;
  }
  return sum;
}

function isInside([x, y]: Position, ring: Ring): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [x0, y0] = ring[i - 1]!;
    const [x1, y1] = ring[i]!;
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside;
  }
  return inside;
}
