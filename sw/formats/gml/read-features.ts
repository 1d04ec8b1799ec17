import { readFault } from '../reading/diagnostic.ts';
import { readBudget } from '../reading/read-budget.ts';
import type { SourceFile } from '../reading/source-table.ts';
import { type Attributes, attributeNamed, readXmlPieces, type XmlHandlers } from '../reading/xml-pieces.ts';
import type { GmlNode } from './gml-node.ts';

/** What a pass over a file found beside features. */
export interface GmlRoot {
  readonly name: string;
  readonly attributes: Attributes;
  /** The whole document, when it has no members: it may be a single feature. */
  readonly node?: GmlNode;
}

interface PassOptions {
  /** Called with each feature, and the `srsName` of the bounds of its collection. */
  readonly take: (feature: GmlNode, srsName: string | undefined) => void;
  readonly onProgress?: ((share: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const memberNames = new Set(['member', 'featureMember', 'featureMembers']);
/** Of one feature: a polygon may have a position of its own for each vertex. */
const mostNodes = 300_000;
/** A document without members is no larger than a single feature. */
const mostRootNodes = 100_000;

/**
 * Read the features of a collection one by one: only one is in memory.
 *
 * @throws {Fault} `bad-package` when it is no well-formed XML or has nothing but one huge element
 */
export async function readFeatures(file: SourceFile, { take, onProgress, signal }: PassOptions): Promise<GmlRoot> {
  /** Names of the open elements that are not built. */
  const outside: string[] = [];
  /** The open elements that are built: a feature, bounds, or the root as long as nobody knows what it is. */
  let built: GmlNode[] = [];
  let isRoot = false;
  let rootNodes = 0;
  /** Of the feature that is built. */
  let budget = readBudget(file, { elements: mostNodes });
  let root: GmlRoot | undefined;
  let srsName: string | undefined;

  const isMemberOpen = () => memberNames.has(outside[outside.length - 1] ?? '');

  function end(node: GmlNode): void {
    if (isRoot) root = { ...root!, node };
    else if (node.name === 'boundedBy') {
      const [envelope] = node.children;
      srsName = (envelope && attributeNamed(envelope.attributes, 'srsName')) ?? srsName;
    } else take(node, srsName);
  }

  const handlersOf = (line: () => number): XmlHandlers => ({
    open(name, attributes) {
      if (!root) {
        root = { name, attributes };
        isRoot = !/FeatureCollection$/.test(name);
      }
      if (isRoot && memberNames.has(name)) {
        for (const node of built) outside.push(node.name);
        built = [];
        isRoot = false;
      }
      const parent = built[built.length - 1];
      const isFeature = isMemberOpen() && !/FeatureCollection$|^Tuple$/.test(name) && !memberNames.has(name);
      if (!parent && !isRoot && !isFeature && name !== 'boundedBy') {
        outside.push(name);
        return;
      }
      if (isRoot && ++rootNodes > mostRootNodes) throw readFault('bad-package', 'noGml', file.name, root.name);
      if (!parent) budget = readBudget(file, { elements: mostNodes });
      budget.take('elements');
      const node: GmlNode = { name, attributes, children: [], text: '', line: line() };
      parent?.children.push(node);
      built.push(node);
    },
    close() {
      const node = built.pop();
      if (!node) outside.pop();
      else if (built.length === 0) end(node);
    },
    text(text) {
      const node = built[built.length - 1];
      if (node) node.text += text;
    },
  });
  await readXmlPieces(file, handlersOf, { onProgress, signal });
  return root!;
}
