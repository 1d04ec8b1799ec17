import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Budget } from '../../contract/budget.ts';
import { collectFeatures, type LooseGeometry } from '../reading/collect-features.ts';
import { withDeclaredReference } from '../reading/declared-reference.ts';
import { diagnostic, excerpt, readFault } from '../reading/diagnostic.ts';
import type { Diagnostic } from '../reading/read-fault.ts';
import type { SourceTable } from '../reading/source-table.ts';
import { splitAtAntimeridian } from '../reading/split-at-antimeridian.ts';

/** An object or geometry of a topology, unchecked. */
interface LooseObject {
  readonly type?: unknown;
  readonly id?: unknown;
  readonly properties?: unknown;
  readonly arcs?: unknown;
  readonly coordinates?: unknown;
  readonly geometries?: unknown;
}

/**
 * Read a parsed TopoJSON 1 topology, quantized or not. Return one table per object and geometry kind, named after the
 * object.
 *
 * @param budget charged for the vertices of an arc each time it is used
 * @throws {Fault} `bad-package` without objects or with a bad transform, `bad-geometry` for invalid or missing arcs,
 *   `too-large` above the budget
 */
export function readTopology(root: Record<string, unknown>, fileName: string, budget: Budget): SourceTable[] {
  const objects = Object.entries(Object(root.objects) as Record<string, LooseObject>);
  if (objects.length === 0) throw readFault('bad-package', 'objectsExpected', fileName);
  const arcs = checkArcs(root.arcs, fileName);
  checkTransform(root.transform, fileName);
  const locateMember = (name: string, number: number) =>
    diagnostic('inFile', fileName, diagnostic('object', name, number));
  // Check all objects before any object is drawn, because few arcs can make many vertices.
  for (const [name, object] of objects)
    for (const [i, member] of listMembers(object).entries())
      checkGeometry(member, arcs, locateMember(name, i + 1), budget);
  const tables: SourceTable[] = [];
  for (const [name, object] of objects) {
    const collector = collectFeatures(budget);
    let number = 0;
    for (const member of listMembers(object)) {
      const location = locateMember(name, ++number);
      // Use a separate list, so that a collection remains one geometry.
      const list = { type: 'GeometryCollection', geometries: [member] } as GeometryCollection;
      const [converted] = feature(root as unknown as Topology, list).features;
      const properties = Object.entries(Object(member.properties) as Record<string, unknown>);
      const hasId = properties.some(([key]) => key.toLowerCase() === 'id');
      if (member.id !== undefined && !hasId) properties.unshift(['id', member.id]);
      const isNothing = member.type === null || member.type === undefined;
      const geometry = (converted?.geometry as LooseGeometry | undefined) ?? null;
      collector.add(properties, isNothing || !geometry ? null : splitAtAntimeridian(geometry), location);
    }
    for (const table of collector.finish(name)) tables.push(withDeclaredReference(table, root));
  }
  if (tables.length === 0) throw readFault('bad-package', 'noFeatures', fileName);
  return tables;
}

/** Return the features of an object: a collection's members, or the object. A nested collection is one geometry. */
const listMembers = (object: LooseObject): readonly LooseObject[] =>
  object.type === 'GeometryCollection' && Array.isArray(object.geometries)
    ? object.geometries.map((member) => Object(member))
    : [Object(object)];

function checkArcs(arcs: unknown, fileName: string): readonly (readonly unknown[])[] {
  if (arcs === undefined) return [];
  if (!Array.isArray(arcs)) throw badArcs(diagnostic('inFile', fileName, diagnostic('numberedArc', 0)), arcs);
  arcs.forEach((arc: unknown, index) => {
    const isArc =
      Array.isArray(arc) &&
      arc.every((position) => Array.isArray(position) && Number.isFinite(position[0]) && Number.isFinite(position[1]));
    if (!isArc) throw badArcs(diagnostic('inFile', fileName, diagnostic('numberedArc', index)), arc);
  });
  return arcs;
}

const badArcs = (location: Diagnostic, actual: unknown) =>
  readFault('bad-geometry', 'arcsExpected', location, excerpt(actual));

function checkTransform(transform: unknown, fileName: string): void {
  if (transform === undefined || transform === null) return;
  const { scale, translate } = Object(transform) as { scale?: unknown; translate?: unknown };
  const isPair = (pair: unknown) =>
    Array.isArray(pair) && pair.length >= 2 && Number.isFinite(pair[0]) && Number.isFinite(pair[1]);
  if (!isPair(scale) || !isPair(translate)) throw readFault('bad-package', 'transformExpected', fileName);
}

const kinds = /^(?:Multi)?(?:Point|LineString|Polygon)$|^GeometryCollection$/;

/** Check a geometry. Numbers in `arcs`, at any depth, are arc indexes; `~3` is arc 3 in reverse. */
function checkGeometry(
  geometry: LooseObject,
  allArcs: readonly (readonly unknown[])[],
  location: Diagnostic,
  budget: Budget,
): void {
  const checkArc = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const nested of value) checkArc(nested);
      return;
    }
    const index = typeof value === 'number' && value < 0 ? ~value : value;
    if (!Number.isInteger(index) || (index as number) >= allArcs.length)
      throw readFault('bad-geometry', 'arcIndexExpected', location, allArcs.length, excerpt(value));
    budget.take('vertices', allArcs[index as number]!.length);
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
    for (const member of Array.isArray(geometries) ? geometries : [])
      checkGeometry(Object(member), allArcs, location, budget);
}
