import { diagnostic, readFault } from '../reading/diagnostic.ts';
import { readBudget } from '../reading/read-budget.ts';
import type { Diagnostic, ReadFault } from '../reading/read-fault.ts';
import type { Reader, SourceFile, SourceTable } from '../reading/source-table.ts';
import {
  type Attributes,
  addNode,
  attributeNamed,
  getAttribute,
  readXml,
  type XmlHandlers,
  type XmlNode,
} from '../reading/xml.ts';
import type { NodesById } from './gml-drawing.ts';
import { isGeometry } from './gml-geometry.ts';
import { type GmlLayer, type GmlTypes, gmlLayer } from './gml-layer.ts';

/** Maximum further passes over a file to resolve references to references. */
const maxPasses = 4;

/**
 * Read GML 2, 3.1 or 3.2 as WFS servers write it: a layer for each feature type and kind of geometry. Only one feature
 * is in memory at a time. Curves become chords. Geometries referenced within the file (`xlink:href`) are read in
 * further passes.
 *
 * @throws {Fault} `bad-package` with line and column if the file isn't GML, has no features or is the error report of a
 *   server; `bad-geometry` naming the line, if a geometry can't be read
 */
export const readGml: Reader = async (file, onProgress, signal) => {
  const types = file.schema ? await readGmlTypes(file.schema) : new Map<string, 'String' | 'other'>();
  const nodes = new Map<string, XmlNode>();
  let missing = new Set<string>();
  let result: { layers: Map<string, GmlLayer>; root: GmlRoot };
  for (let pass = 0; ; pass++) {
    const pendingIds = missing;
    if (pendingIds.size > 0) await findNodes(file, pendingIds, nodes, signal);
    missing = new Set();
    result = await readLayers(file, types, createNodeLookup(nodes, missing), { onProgress, signal });
    for (const id of pendingIds) missing.delete(id);
    if (missing.size === 0 || pass >= maxPasses) break;
  }
  const { layers, root } = result;
  if (layers.size === 0) throw emptyFault(file, root);
  const tables = [...layers].flatMap(([name, layer]) => layer.finish(name, isFromMapServer(root)));
  const notes = rootNotes(root);
  return tables.map((table, i): SourceTable => (i === 0 ? { ...table, notes: [...notes, ...table.notes] } : table));
};

const createNodeLookup = (nodes: ReadonlyMap<string, XmlNode>, missing: Set<string>): NodesById => ({
  find(id) {
    const node = nodes.get(id);
    if (!node) missing.add(id);
    return node;
  },
});

interface Options {
  readonly onProgress: ((share: number) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

async function readLayers(
  file: SourceFile,
  types: GmlTypes,
  nodes: NodesById,
  options: Options,
): Promise<{ layers: Map<string, GmlLayer>; root: GmlRoot }> {
  const layers = new Map<string, GmlLayer>();
  const budget = readBudget(file);
  const take = (feature: XmlNode, srsName: string | undefined): void => {
    let layer = layers.get(feature.name);
    if (!layer) {
      layer = gmlLayer(file.name, nodes, types, budget);
      layers.set(feature.name, layer);
    }
    layer.add(feature, srsName);
  };
  const root = await readFeatures(file, { take, ...options });
  // The response to GetFeatureById is the feature itself.
  if (root.node && hasGeometry(root.node)) take(root.node, undefined);
  return { layers, root };
}

const hasGeometry = ({ children }: XmlNode): boolean =>
  children.some((property) => property.name !== 'boundedBy' && property.children.some(isGeometry));

/** Find the geometries with these IDs and add them to `nodes`. */
async function findNodes(
  file: SourceFile,
  ids: ReadonlySet<string>,
  nodes: Map<string, XmlNode>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const collect = (node: XmlNode): void => {
    const id = getAttribute(node, 'id');
    if (id !== undefined && ids.has(id) && isGeometry(node)) nodes.set(id, node);
    node.children.forEach(collect);
  };
  await readFeatures(file, { take: collect, signal });
}

/** WFS 1.1 of MapServer has short CRS names, but the axis order of the registry. */
const isFromMapServer = ({ attributes }: GmlRoot): boolean =>
  /mapserver/i.test(Object.values(attributes).join(' ')) &&
  /\bVERSION=1\.1\.0\b/i.test(attributeNamed(attributes, 'schemaLocation') ?? '');

function rootNotes({ attributes }: GmlRoot): Diagnostic[] {
  const count = (name: string): number => Number(attributeNamed(attributes, name));
  const [matched, returned] = [count('numberMatched'), count('numberReturned')];
  return matched > returned ? [diagnostic('moreOnServer', returned, matched)] : [];
}

/** Create the fault of a file without features. */
function emptyFault(file: SourceFile, { name, node }: GmlRoot): ReadFault {
  if (/ExceptionReport$/.test(name)) {
    const text = node ? allText(node) : '';
    return readFault('bad-package', 'serverError', file.name, text.replace(/\s+/g, ' ').trim().slice(0, 300));
  }
  if (name === 'schema') return readFault('bad-package', 'onlySchema', file.name);
  if (/FeatureCollection$/.test(name)) return readFault('bad-package', 'noFeatures', file.name);
  return readFault('bad-package', 'noGml', file.name, name);
}

const allText = ({ text, children }: XmlNode): string => [text, ...children.map(allText)].join(' ');

/** Results of a pass over a file, apart from the features. */
interface GmlRoot {
  readonly name: string;
  readonly attributes: Attributes;
  /** The whole document if it has no members, because it may be a single feature. */
  readonly node?: XmlNode;
}

interface PassOptions {
  /** Called with each feature, and the `srsName` of the bounds of its collection. */
  readonly take: (feature: XmlNode, srsName: string | undefined) => void;
  readonly onProgress?: ((share: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const memberNames = new Set(['member', 'featureMember', 'featureMembers']);
/** Maximum elements of one feature; a polygon may have an element for each vertex. */
const maxNodes = 300_000;
/** Maximum elements of a document without members, which is no larger than a single feature. */
const maxRootNodes = 100_000;

/**
 * Read the features of a collection, with only one in memory at a time.
 *
 * @throws {Fault} `bad-package` if it isn't well-formed XML or has only one huge element
 */
async function readFeatures(file: SourceFile, { take, onProgress, signal }: PassOptions): Promise<GmlRoot> {
  /** Names of the open elements outside the built ones. */
  const outside: string[] = [];
  /** Stack of open elements being built: a feature, its bounds, or the root until its kind is known. */
  let built: XmlNode[] = [];
  let isRoot = false;
  let rootNodes = 0;
  /** Budget of the current feature. */
  let budget = readBudget(file, { elements: maxNodes });
  let root: GmlRoot | undefined;
  let srsName: string | undefined;

  const isMemberOpen = () => memberNames.has(outside[outside.length - 1] ?? '');

  function end(node: XmlNode): void {
    if (isRoot) root = { ...root!, node };
    else if (node.name === 'boundedBy') {
      const [envelope] = node.children;
      srsName = (envelope && getAttribute(envelope, 'srsName')) ?? srsName;
    } else take(node, srsName);
  }

  const handlers: XmlHandlers = {
    open(name, attributes, line) {
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
      if (isRoot && ++rootNodes > maxRootNodes) throw readFault('bad-package', 'noGml', file.name, root.name);
      if (!parent) budget = readBudget(file, { elements: maxNodes });
      budget.take('elements');
      built.push(addNode(parent, name, attributes, line));
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
  };
  await readXml(file, handlers, { onProgress, signal });
  return root!;
}

/**
 * Read the types of properties from an application schema, by name. A name with different types counts as `other`.
 *
 * @throws {Fault} `bad-package` if it isn't XML
 */
async function readGmlTypes(schema: SourceFile): Promise<GmlTypes> {
  const types = new Map<string, 'String' | 'other'>();
  const open: string[] = [];
  const recordType = (type: string | undefined): void => {
    const name = open[open.length - 1];
    if (!name || type === undefined) return;
    const kind = /(?:^|:)(?:string|token|normalizedString|anyURI|Name|NCName|ID)$/.test(type) ? 'String' : 'other';
    types.set(name, (types.get(name) ?? kind) === kind ? kind : 'other');
  };
  await readXml(schema, {
    open(name, { name: typeName, type, base }) {
      if (name === 'element') {
        open.push(typeName ?? '');
        recordType(type);
      } else if (name === 'restriction') recordType(base);
    },
    close(name) {
      if (name === 'element') open.pop();
    },
  });
  return types;
}
