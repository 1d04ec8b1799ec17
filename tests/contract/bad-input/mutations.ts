import type { Plan } from '../../../sw/soap/plan.ts';
import { fieldsOf, type RequestNode, sampleNode, writeRequest } from './request-tree.ts';

export interface Mutation {
  /** What was done and where. */
  readonly label: string;
  readonly xml: string;
}

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
 * Spoil a request in one place at a time, in every place whose like is not in `seen`: leave out, double, empty, nil, retype,
 * write nonsense; add what may stand there too, in each of its types.
 *
 * @param seen places that were spoiled before; grows
 * @param deep how many levels of added elements are spoiled themselves
 */
export function* mutations(root: RequestNode, seen: Set<string>, deep: number): Generator<Mutation> {
  const message = (label: string): Mutation => ({ label, xml: writeRequest(root) });
  yield* spoil(root, '', undefined, deep);

  function* spoil(
    node: RequestNode,
    path: string,
    parent: RequestNode | undefined,
    levels: number,
  ): Generator<Mutation> {
    const here = path === '' ? node.name : `${path}.${node.name}`;
    const key = `${node.place} ${node.typeName ?? ''}`;
    if (!seen.has(key)) {
      seen.add(key);
      if (parent) yield* spoilWhole(node, here, parent);
      if (node.children.length === 0) yield* spoilText(node, here);
      yield* spoilByAddition(node, here, levels);
    }
    for (const child of [...node.children]) yield* spoil(child, here, node, levels);
  }

  function* spoilWhole(node: RequestNode, here: string, parent: RequestNode): Generator<Mutation> {
    const siblings = parent.children;
    const position = siblings.indexOf(node);
    parent.children = siblings.filter((child) => child !== node);
    yield message(`${here} left out`);
    parent.children = siblings.flatMap((child) => (child === node ? [node, node, node] : [child]));
    yield message(`${here} three times`);
    parent.children = siblings.toSpliced(position, 1, { ...node, isNil: true, children: [], text: '' });
    yield message(`${here} nil`);
    if (node.children.length > 0) {
      parent.children = siblings.toSpliced(position, 1, { ...node, children: [], text: '' });
      yield message(`${here} empty`);
    }
    parent.children = siblings;
    const was = node.typeName;
    for (const typeName of was === undefined ? [] : [undefined, ...wrongTypes]) {
      if (typeName === undefined) delete node.typeName;
      else node.typeName = typeName;
      yield message(`${here} as ${typeName}`);
    }
    if (was !== undefined) node.typeName = was;
  }

  function* spoilText(node: RequestNode, here: string): Generator<Mutation> {
    const was = node.text;
    for (const text of textsFor(node.plan)) {
      if (text === was) continue;
      node.text = text;
      yield message(`${here} = "${text.length > 40 ? `${text.slice(0, 8)}… (${text.length})` : text}"`);
    }
    node.text = was;
  }

  function* spoilByAddition(node: RequestNode, here: string, levels: number): Generator<Mutation> {
    if (levels === 0) return;
    const was = node.children;
    const { plan } = node;
    if (plan?.kind === 'list' && was.length === 0) {
      const item = sampleNode(plan.itemElement, plan.item, `${plan.name}[]`);
      yield* spoilAdded(node, item, here, levels);
    }
    for (const field of fieldsOf(node)) {
      if (was.some(({ name }) => name === field.name)) continue;
      const members = field.plan.kind === 'struct' ? [...field.plan.members.values()] : [field.plan];
      for (const member of members) {
        const added = { ...sampleNode(field.name, member, field.path), plan: field.plan };
        if (field.plan.kind === 'struct' && field.plan.isInFamily) added.typeName = member.name;
        yield* spoilAdded(node, added, here, levels);
      }
    }
  }

  function* spoilAdded(node: RequestNode, added: RequestNode, here: string, levels: number): Generator<Mutation> {
    const was = node.children;
    node.children = [...was, added];
    yield message(`${here}.${added.name} added${added.typeName ? ` as ${added.typeName}` : ''}`);
    yield* spoil(added, here, node, levels - 1);
    node.children = was;
  }
}
