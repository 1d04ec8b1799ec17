import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { type Diagnostic, diagnostic, readFault } from '../diagnostic.ts';
import type { SourceTable } from '../source-table.ts';
import { collectFeatures, type LooseGeometry } from './collect-features.ts';
import { located } from './declared-reference.ts';
import { unstitched } from './unstitch.ts';

/** What a topology may hold before it is checked. */
interface LooseObject {
  readonly type?: unknown;
  readonly id?: unknown;
  readonly properties?: unknown;
  readonly arcs?: unknown;
  readonly coordinates?: unknown;
  readonly geometries?: unknown;
}

/**
 * Read a parsed topology (TopoJSON 1), quantized or not: a table for each of its objects and kind of geometry, called as
 * the object is.
 *
 * @throws {Fault} `bad-package` without objects or with a bad transform, `bad-geometry` for arcs that are none or not there
 */
export function readTopology(root: Record<string, unknown>, fileName: string): SourceTable[] {
  const objects = Object.entries(Object(root.objects) as Record<string, LooseObject>);
  if (objects.length === 0) throw readFault('bad-package', 'objectsExpected', fileName);
  const arcCount = checkArcs(root.arcs, fileName);
  checkTransform(root.transform, fileName);
  const tables: SourceTable[] = [];
  for (const [name, object] of objects) {
    const collector = collectFeatures();
    let number = 0;
    for (const member of membersOf(object)) {
      const location = diagnostic('inFile', fileName, diagnostic('object', name, ++number));
      checkGeometry(member, arcCount, location);
      // In a list of its own, so that a collection stays one geometry.
      const list = { type: 'GeometryCollection', geometries: [member] } as GeometryCollection;
      const [found] = feature(root as unknown as Topology, list).features;
      const properties = Object.entries(Object(member.properties) as Record<string, unknown>);
      const hasId = properties.some(([key]) => key.toLowerCase() === 'id');
      if (member.id !== undefined && !hasId) properties.unshift(['id', member.id]);
      const isNothing = member.type === null || member.type === undefined;
      const drawn = (found?.geometry as LooseGeometry | undefined) ?? null;
      collector.add(properties, isNothing || !drawn ? null : unstitched(drawn), location);
    }
    for (const table of collector.finish(name)) tables.push(located(table, root));
  }
  if (tables.length === 0) throw readFault('bad-package', 'noFeatures', fileName);
  return tables;
}

/** A collection of an object is a list of features; inside of one it is a geometry of several kinds. */
const membersOf = (object: LooseObject): readonly LooseObject[] =>
  object.type === 'GeometryCollection' && Array.isArray(object.geometries)
    ? object.geometries.map((member) => Object(member))
    : [Object(object)];

function checkArcs(arcs: unknown, fileName: string): number {
  if (arcs === undefined) return 0;
  if (!Array.isArray(arcs)) throw badArcs(diagnostic('inFile', fileName, diagnostic('numberedArc', 0)), arcs);
  arcs.forEach((arc: unknown, at) => {
    const isArc =
      Array.isArray(arc) &&
      arc.every((position) => Array.isArray(position) && Number.isFinite(position[0]) && Number.isFinite(position[1]));
    if (!isArc) throw badArcs(diagnostic('inFile', fileName, diagnostic('numberedArc', at)), arc);
  });
  return arcs.length;
}

const badArcs = (location: Diagnostic, found: unknown) =>
  readFault('bad-geometry', 'arcsExpected', location, excerpt(found));

function checkTransform(transform: unknown, fileName: string): void {
  if (transform === undefined || transform === null) return;
  const { scale, translate } = Object(transform) as { scale?: unknown; translate?: unknown };
  const isPair = (pair: unknown) =>
    Array.isArray(pair) && pair.length >= 2 && Number.isFinite(pair[0]) && Number.isFinite(pair[1]);
  if (!isPair(scale) || !isPair(translate)) throw readFault('bad-package', 'transformExpected', fileName);
}

const kinds = /^(?:Multi)?(?:Point|LineString|Polygon)$|^GeometryCollection$/;

/** Every number in `arcs`, however deep, is that of an arc: `~3` is the third backwards. */
function checkGeometry(geometry: LooseObject, arcCount: number, location: Diagnostic): void {
  const checkArc = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const one of value) checkArc(one);
      return;
    }
    const index = typeof value === 'number' && value < 0 ? ~value : value;
    if (!Number.isInteger(index) || (index as number) >= arcCount)
      throw readFault('bad-geometry', 'arcIndexExpected', location, arcCount, excerpt(value));
  };
  const checkPosition = (value: unknown): void => {
    if (!Array.isArray(value)) throw readFault('bad-geometry', 'positionExpected', location, excerpt(value));
  };
  const { type, arcs, coordinates, geometries } = geometry;
  if (type !== null && type !== undefined && !kinds.test(String(type)))
    throw readFault('bad-geometry', 'geometryTypeExpected', location, excerpt(type));
  if (/^(?:Multi)?(?:LineString|Polygon)$/.test(String(type))) checkArc(arcs ?? null);
  if (type === 'Point' || type === 'MultiPoint') checkPosition(coordinates);
  if (type === 'MultiPoint') (coordinates as unknown[]).forEach(checkPosition);
  if (type === 'GeometryCollection')
    for (const member of Array.isArray(geometries) ? geometries : []) checkGeometry(Object(member), arcCount, location);
}

const excerpt = (value: unknown): string => String(JSON.stringify(value)).slice(0, 60);
