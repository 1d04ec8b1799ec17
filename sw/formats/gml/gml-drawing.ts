import { diagnostic, readFault } from '../reading/diagnostic.ts';
import type { ReadFault } from '../reading/read-fault.ts';
import { chordTolerance } from '../reading/shapes/chords.ts';
import { getAttribute, type XmlNode } from '../reading/xml.ts';
import { type GmlReference, gmlReference } from './gml-reference.ts';

/** Finds nodes by `gml:id`, and remembers the IDs that weren't found. */
export interface NodesById {
  find(id: string): XmlNode | undefined;
}

/** Counts and names collected while the geometries of a layer are drawn. */
export interface Seen {
  curves: number;
  heights: number;
  /** Names of elements that couldn't be drawn, or only approximately. */
  readonly unreadable: Set<string>;
}

/** Context of an element, which inherits the CRS and the dimension of the elements around it. */
export interface Drawing {
  readonly fileName: string;
  readonly nodes: NodesById;
  readonly seen: Seen;
  readonly srs: GmlReference | undefined;
  /** Numbers per position; undefined if not declared. */
  readonly dimension: number | undefined;
  readonly tolerance: number;
  readonly isGeographic: boolean;
  within(node: XmlNode): Drawing;
  fault(node: XmlNode, actual: string): ReadFault;
}

/** Create the context for drawing the geometries of a file. */
export function createGmlDrawing(
  fileName: string,
  nodes: NodesById,
  seen: Seen,
  srs: GmlReference | undefined,
): Drawing {
  const make = (reference: GmlReference | undefined, dimension: number | undefined): Drawing => ({
    fileName,
    nodes,
    seen,
    srs: reference,
    dimension,
    tolerance: chordTolerance(reference?.reference),
    isGeographic: reference?.reference?.type === 'GeographicCoordinateSystem',
    within(node) {
      const name = getAttribute(node, 'srsName');
      const declaredDimension = getAttribute(node, 'srsDimension') ?? getAttribute(node, 'dimension');
      if (name === undefined && declaredDimension === undefined) return this;
      const inner = name === undefined ? reference : gmlReference(name);
      return make(inner, declaredDimension === undefined ? dimension : Number(declaredDimension));
    },
    fault: (node, actual) =>
      readFault(
        'bad-geometry',
        'gmlPositions',
        diagnostic('inFile', fileName, diagnostic('element', node.line, node.name)),
        actual.slice(0, 60),
      ),
  });
  return make(srs, undefined);
}

/** Return the geometries in a property, or the geometry that it refers to; empty if there is none. */
export function follow(property: XmlNode, { nodes }: Drawing): readonly XmlNode[] {
  if (property.children.length > 0) return property.children;
  const href = getAttribute(property, 'href');
  const target = href?.startsWith('#') ? nodes.find(href.slice(1)) : undefined;
  return target ? [target] : [];
}

export const first = <Item>(items: readonly Item[]): Item | undefined => items[0];

/** Return a path in reverse. */
export function reversePath(path: readonly number[]): number[] {
  const reversed: number[] = [];
  for (let i = path.length - 2; i >= 0; i -= 2) reversed.push(path[i]!, path[i + 1]!);
  return reversed;
}
