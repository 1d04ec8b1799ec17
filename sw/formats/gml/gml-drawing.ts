import { diagnostic, readFault } from '../reading/diagnostic.ts';
import type { ReadFault } from '../reading/read-fault.ts';
import { chordTolerance } from '../reading/shapes/chords.ts';
import { attributeOf, type XmlNode } from '../reading/xml.ts';
import { type GmlReference, gmlReference } from './gml-reference.ts';

/** Finds nodes by `gml:id`, and remembers those that were asked for in vain. */
export interface NodesById {
  find(id: string): XmlNode | undefined;
}

/** What was met while shapes of a layer were drawn. */
export interface Seen {
  curves: number;
  heights: number;
  /** Names of elements that could not be drawn, or only roughly. */
  readonly unreadable: Set<string>;
}

/** What holds where an element stands: its reference and the number of its coordinates are those of what it is in. */
export interface Drawing {
  readonly fileName: string;
  readonly nodes: NodesById;
  readonly seen: Seen;
  readonly srs: GmlReference | undefined;
  /** Numbers of a position; undefined when nothing says it. */
  readonly dimension: number | undefined;
  readonly tolerance: number;
  readonly isGeographic: boolean;
  within(node: XmlNode): Drawing;
  fault(node: XmlNode, found: string): ReadFault;
}

/** Begin to draw shapes of a file. */
export function drawingOf(fileName: string, nodes: NodesById, seen: Seen, srs: GmlReference | undefined): Drawing {
  const make = (reference: GmlReference | undefined, dimension: number | undefined): Drawing => ({
    fileName,
    nodes,
    seen,
    srs: reference,
    dimension,
    tolerance: chordTolerance(reference?.reference),
    isGeographic: reference?.reference?.type === 'GeographicCoordinateSystem',
    within(node) {
      const name = attributeOf(node, 'srsName');
      const said = attributeOf(node, 'srsDimension') ?? attributeOf(node, 'dimension');
      if (name === undefined && said === undefined) return this;
      const inner = name === undefined ? reference : gmlReference(name);
      return make(inner, said === undefined ? dimension : Number(said));
    },
    fault: (node, found) =>
      readFault(
        'bad-geometry',
        'gmlPositions',
        diagnostic('inFile', fileName, diagnostic('element', node.line, node.name)),
        found.slice(0, 60),
      ),
  });
  return make(srs, undefined);
}

/** The geometries in a property: those inside, or the one that it refers to. */
export function follow(property: XmlNode, { nodes }: Drawing): readonly XmlNode[] {
  if (property.children.length > 0) return property.children;
  const href = attributeOf(property, 'href');
  const found = href?.startsWith('#') ? nodes.find(href.slice(1)) : undefined;
  return found ? [found] : [];
}

export const first = <Item>(items: readonly Item[]): Item | undefined => items[0];

/** A path from its end to its beginning. */
export function reversedPath(path: readonly number[]): number[] {
  const turned: number[] = [];
  for (let at = path.length - 2; at >= 0; at -= 2) turned.push(path[at]!, path[at + 1]!);
  return turned;
}
