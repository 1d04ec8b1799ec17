import type { Plan } from '../../../sw/soap/plan.ts';
import { countCharacters, planFields, type RequestNode, sampleNode, writeRequest } from './request-tree.ts';

export interface Mutation {
  /** Path of the changed element, and the change. */
  readonly label: string;
  readonly xml: string;
}

const listLengths = [3, 5000, 100_000];
const crowdedLength = 5000;
/** Number of namespace prefixes declared on the message. Each name in it is looked up among them. */
const manyPrefixes = 250;
/** Maximum characters of a list. It is below the limit of a body, so that the list is parsed. */
const maxListLength = 4_000_000;

const injections = [
  '',
  '__proto__',
  'constructor',
  "'; DROP TABLE towns; --",
  "1=1) OR ('a'='a",
  '<script>alert(1)</script>',
  ']]>',
  '../../etc/passwd',
  '%00',
  '\u202Eevil\u{1F4A9}',
  'file:///etc/passwd',
  '-1',
  'A'.repeat(100_000),
  '('.repeat(20_000),
  `1 IN (${'1,'.repeat(8000)}2)`,
  `CONCAT(${"'',".repeat(5000)}'a') = 'a'`,
];
const numbers = [
  '',
  'abc',
  'NaN',
  'INF',
  '-INF',
  '-1',
  '0',
  '2147483647',
  '-2147483648',
  '1.5',
  '1e308',
  '-1e-308',
  '9'.repeat(400),
];
const instants = [
  '',
  'yesterday',
  '9999-99-99T99:99:99',
  '0001-01-01T00:00:00',
  '275760-09-13T00:00:00Z',
  '999999-01-01T00:00:00',
];
const wrongTypes = [
  '__proto__',
  'constructor',
  'Nonsense',
  'PointB',
  'PolygonN',
  'SimpleRenderer',
  'string',
  'ArrayOfInt',
];

function textsFor(plan: Plan | undefined): readonly string[] {
  if (plan?.kind === 'enum') return ['', 'nonsense', '__proto__', ...[...plan.values].slice(0, 12)];
  if (plan?.kind !== 'scalar') return ['', 'text'];
  switch (plan.name) {
    case 'string':
      return injections;
    case 'boolean':
      return ['', 'maybe', 'true', 'false'];
    case 'dateTime':
      return instants;
    case 'base64Binary':
      return ['', '***', 'AAAA', 'A'.repeat(100_000)];
    case 'anyType':
      return [...injections, ...numbers];
    default:
      return numbers;
  }
}

/**
 * Yield variants of a request with one error each: an element is removed, repeated, emptied, set to nil, given another
 * type or an invalid value; the items of a list are repeated; many namespaces are declared; an optional element is
 * added in each of its types.
 *
 * @param seen elements that were mutated before; the function adds to it
 * @param deep how many levels of added elements are mutated too
 */
export function* mutations(root: RequestNode, seen: Set<string>, deep: number): Generator<Mutation> {
  const message = (label: string): Mutation => ({ label, xml: writeRequest(root) });
  const crowded = (label: string): Mutation => ({
    label: `${label} in ${manyPrefixes} namespaces`,
    xml: writeRequest(root, manyPrefixes),
  });
  if (!seen.has(root.spot)) yield crowded(root.name);
  yield* spoil(root, '', undefined, deep);

  function* spoil(
    node: RequestNode,
    path: string,
    parent: RequestNode | undefined,
    levels: number,
  ): Generator<Mutation> {
    const currentPath = path === '' ? node.name : `${path}.${node.name}`;
    const key = `${node.spot} ${node.typeName ?? ''}`;
    if (!seen.has(key)) {
      seen.add(key);
      if (parent) yield* spoilWhole(node, currentPath, parent);
      if (node.children.length === 0) yield* spoilText(node, currentPath);
      if (node.plan?.kind === 'list') yield* spoilLength(node, currentPath);
      yield* spoilByAddition(node, currentPath, levels);
    }
    for (const child of [...node.children]) yield* spoil(child, currentPath, node, levels);
  }

  function* spoilWhole(node: RequestNode, currentPath: string, parent: RequestNode): Generator<Mutation> {
    const siblings = parent.children;
    const position = siblings.indexOf(node);
    parent.children = siblings.filter((child) => child !== node);
    yield message(`${currentPath} left out`);
    parent.children = siblings.flatMap((child) => (child === node ? [node, node, node] : [child]));
    yield message(`${currentPath} three times`);
    parent.children = siblings.toSpliced(position, 1, { ...node, isNil: true, children: [], text: '' });
    yield message(`${currentPath} nil`);
    if (node.children.length > 0) {
      parent.children = siblings.toSpliced(position, 1, { ...node, children: [], text: '' });
      yield message(`${currentPath} empty`);
    }
    parent.children = siblings;
    const was = node.typeName;
    for (const typeName of was === undefined ? [] : [undefined, ...wrongTypes]) {
      if (typeName === undefined) delete node.typeName;
      else node.typeName = typeName;
      yield message(`${currentPath} as ${typeName}`);
    }
    if (was !== undefined) node.typeName = was;
  }

  function* spoilText(node: RequestNode, currentPath: string): Generator<Mutation> {
    const was = node.text;
    for (const text of textsFor(node.plan)) {
      if (text === was) continue;
      node.text = text;
      yield message(`${currentPath} = "${text.length > 40 ? `${text.slice(0, 8)}… (${text.length})` : text}"`);
    }
    node.text = was;
  }

  /** Repeat the first item of a list: a valid ID, layer or point, which isn't refused. */
  function* spoilLength(node: RequestNode, currentPath: string): Generator<Mutation> {
    const [item, ...others] = node.children;
    if (!item) return;
    const most = Math.floor(maxListLength / countCharacters(item));
    for (const length of listLengths) {
      node.children = [{ ...item, times: Math.min(length, most) }, ...others];
      yield message(`${currentPath} with ${length} equal items`);
      if (length === crowdedLength) yield crowded(`${currentPath} with ${length} equal items`);
    }
    node.children = [item, ...others];
  }

  function* spoilByAddition(node: RequestNode, currentPath: string, levels: number): Generator<Mutation> {
    if (levels === 0) return;
    const was = node.children;
    const { plan } = node;
    if (plan?.kind === 'list' && was.length === 0) {
      const item = sampleNode(plan.itemElement, plan.item, `${plan.name}[]`);
      yield* spoilAdded(node, item, currentPath, levels);
    }
    for (const field of planFields(node)) {
      if (was.some(({ name }) => name === field.name)) continue;
      const members = field.plan.kind === 'struct' ? [...field.plan.members.values()] : [field.plan];
      for (const member of members) {
        const added = { ...sampleNode(field.name, member, field.path), plan: field.plan };
        if (field.plan.kind === 'struct' && field.plan.isInFamily) added.typeName = member.name;
        yield* spoilAdded(node, added, currentPath, levels);
      }
    }
  }

  function* spoilAdded(
    node: RequestNode,
    added: RequestNode,
    currentPath: string,
    levels: number,
  ): Generator<Mutation> {
    const was = node.children;
    node.children = [...was, added];
    yield message(`${currentPath}.${added.name} added${added.typeName ? ` as ${added.typeName}` : ''}`);
    yield* spoil(added, currentPath, node, levels - 1);
    node.children = was;
  }
}
