import { quoteValue, unsupported } from '../../../contract/index.ts';

import type { Value } from '../../../contract/infer.ts';
import { listTypeFamily } from './contract-types.ts';
import type { Form, Json, JsonObject } from './row.ts';
import { readReference, writeReference } from './spatial-reference.ts';
import { listAt, numberAt, objectAt, unexpectedValueFault } from './unexpected-value.ts';

type PointN = Value<'PointN'>;
type Flags = { readonly HasZ: boolean; readonly HasM: boolean };

/** A geometry, with its spatial reference if it has one. Missing numbers are written as the text `NaN`. */
export const geometryForm: Form = {
  write(value) {
    const shape = value as unknown as Value<'Geometry'>;
    const json = toShapeJson(shape);
    if (!json) return undefined;
    const reference = 'SpatialReference' in shape ? shape.SpatialReference : undefined;
    return reference ? { ...json, spatialReference: writeReference(reference) } : json;
  },
  read(json, path, _reading, ref) {
    const shape = readShape(objectAt(json, path), path);
    if (shape.type === 'Geometry' || listTypeFamily(ref).includes(shape.type)) return shape;
    throw unexpectedValueFault(path, `the JSON of ${ref}`, json);
  },
};

function toShapeJson(shape: Value<'Geometry'>): JsonObject | undefined {
  switch (shape.type) {
    case 'PointN': {
      const { X, Y, Z, M } = shape;
      return {
        x: written(X),
        y: written(Y),
        z: writeOptional(Z),
        m: writeOptional(M),
      };
    }
    case 'EnvelopeN':
      return toEnvelopeJson(shape);
    case 'MultipointN':
      return { ...toFlagsJson(shape), points: positions(shape.PointArray, shape) };
    case 'PolylineN':
      return { ...toFlagsJson(shape), paths: shape.PathArray.map((path) => toPathJson(path, shape)) };
    case 'PolygonN':
      return { ...toFlagsJson(shape), rings: shape.RingArray.map((ring) => toPathJson(ring, shape)) };
    case 'Geometry':
      return undefined;
    default:
      throw unsupported(
        `Geometry ${quoteValue(shape.type)}`,
        'only points, multipoints, polylines, polygons and envelopes with coordinates can be written',
      );
  }
}

function toEnvelopeJson({ XMin, YMin, XMax, YMax, ZMin, ZMax, MMin, MMax }: Value<'EnvelopeN'>): JsonObject {
  return {
    xmin: written(XMin),
    ymin: written(YMin),
    xmax: written(XMax),
    ymax: written(YMax),
    ...(ZMin === undefined || ZMax === undefined ? {} : { zmin: written(ZMin), zmax: written(ZMax) }),
    ...(MMin === undefined || MMax === undefined ? {} : { mmin: written(MMin), mmax: written(MMax) }),
  };
}

const written = (number: number): number | string => (Number.isFinite(number) ? number : 'NaN');
const writeOptional = (number: number | undefined) => (number === undefined ? undefined : written(number));

const toFlagsJson = ({ HasZ, HasM }: Flags): JsonObject => ({ hasZ: HasZ || undefined, hasM: HasM || undefined });

function toPathJson({ PointArray, SegmentArray }: Value<'Path'>, flags: Flags): Json[] {
  if (!SegmentArray || SegmentArray.length === 0) return positions(PointArray, flags);
  if (SegmentArray.every(({ type }) => type === 'Line'))
    return positions([SegmentArray[0]!.FromPoint, ...SegmentArray.map(({ ToPoint }) => ToPoint)], flags);
  throw unsupported('Geometry with curves', 'only straight segments can be written');
}

function positions(points: readonly Value<'Point'>[] | undefined, { HasZ, HasM }: Flags): Json[] {
  return (points ?? []).map((point) => {
    if (point.type !== 'PointN')
      throw unsupported(`Geometry ${quoteValue(point.type)}`, 'only points with coordinates can be written');
    const position: Json[] = [written(point.X), written(point.Y)];
    if (HasZ) position.push(written(point.Z ?? Number.NaN));
    if (HasM) position.push(written(point.M ?? Number.NaN));
    return position;
  });
}

function readShape(json: JsonObject, path: string): Value<'Geometry'> {
  const { spatialReference } = json;
  const reference =
    spatialReference === undefined || spatialReference === null
      ? {}
      : { SpatialReference: readReference(spatialReference, `${path}.spatialReference`) };
  if ('xmin' in json) return { ...readEnvelope(json, path), ...reference };
  if ('x' in json) {
    // An empty point.
    if (json.x === null || json.x === 'NaN') return { type: 'Geometry' };
    const position = [numberAt(json.x, `${path}.x`), numberAt(json.y, `${path}.y`)] as const;
    return {
      type: 'PointN',
      X: position[0],
      Y: position[1],
      Z: heightAt(json.z, `${path}.z`),
      M: heightAt(json.m, `${path}.m`),
      ...reference,
    };
  }
  const flags: Flags = { HasZ: json.hasZ === true, HasM: json.hasM === true };
  const common = { HasID: false, ...flags, ...reference };
  if ('points' in json)
    return { type: 'MultipointN', ...common, PointArray: readPositions(json.points, flags, `${path}.points`) };
  for (const name of ['paths', 'curvePaths'])
    if (name in json) {
      const parts = readParts(json[name], flags, `${path}.${name}`);
      return { type: 'PolylineN', ...common, PathArray: parts.map((PointArray) => ({ type: 'Path', PointArray })) };
    }
  for (const name of ['rings', 'curveRings'])
    if (name in json) {
      const parts = readParts(json[name], flags, `${path}.${name}`).map(closeRing);
      return { type: 'PolygonN', ...common, RingArray: parts.map((PointArray) => ({ type: 'Ring', PointArray })) };
    }
  throw unexpectedValueFault(path, 'x and y, points, paths, rings or xmin, ymin, xmax and ymax', json);
}

function readEnvelope(json: JsonObject, path: string): Value<'EnvelopeN'> {
  const side = (name: string): number => numberAt(json[name], `${path}.${name}`);
  const isEmpty = json.xmin === null || json.xmin === 'NaN';
  const [XMin, YMin, XMax, YMax] = isEmpty
    ? [Number.NaN, Number.NaN, Number.NaN, Number.NaN]
    : [side('xmin'), side('ymin'), side('xmax'), side('ymax')];
  return {
    type: 'EnvelopeN',
    ...{ XMin, YMin, XMax, YMax },
    ZMin: heightAt(json.zmin, `${path}.zmin`),
    ZMax: heightAt(json.zmax, `${path}.zmax`),
    MMin: heightAt(json.mmin, `${path}.mmin`),
    MMax: heightAt(json.mmax, `${path}.mmax`),
  };
}

const readParts = (json: unknown, flags: Flags, path: string): PointN[][] =>
  listAt(json, path).map((part, i) => readPositions(part, flags, `${path}[${i}]`));

function readPositions(json: unknown, { HasZ, HasM }: Flags, path: string): PointN[] {
  return listAt(json, path).map((position, i) => {
    const itemPath = `${path}[${i}]`;
    if (position !== null && typeof position === 'object' && !Array.isArray(position))
      throw unsupported(itemPath, 'it is a curve, and only straight segments can be read');
    const numbers = listAt(position, itemPath);
    if (numbers.length < 2) throw unexpectedValueFault(itemPath, 'x and y', position);
    const [X, Y] = [numberAt(numbers[0], `${itemPath}[0]`), numberAt(numbers[1], `${itemPath}[1]`)];
    if (!HasZ && !HasM) return { type: 'PointN', X, Y };
    return {
      ...{ type: 'PointN', X, Y },
      Z: HasZ ? heightAt(numbers[2], `${itemPath}[2]`) : undefined,
      M: HasM ? heightAt(numbers[HasZ ? 3 : 2], `${itemPath}[${HasZ ? 3 : 2}]`) : undefined,
    };
  });
}

/** Read a height or measure. Clients write a missing one as null or the text `NaN`. */
const heightAt = (json: unknown, path: string): number | undefined =>
  json === undefined || json === null || json === 'NaN' ? undefined : numberAt(json, path);

function closeRing(points: PointN[]): PointN[] {
  const [first, last] = [points[0], points.at(-1)];
  return first && last && (first.X !== last.X || first.Y !== last.Y) ? [...points, first] : points;
}
