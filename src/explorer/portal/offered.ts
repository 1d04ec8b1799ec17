import { type PortalOperationName, portalOperations, portalRow } from '../../../sw/portal/contract/index.ts';
import { ask } from '../../connection/portal-call.ts';
import { pathNames } from './portal-request.ts';

/** A thing of the portal that a name can stand for. */
export interface Offered {
  readonly value: string;
  readonly text: string;
  /** What the portal told of it. */
  readonly entry: Readonly<Record<string, unknown>>;
}

const names = Object.keys(portalOperations) as PortalOperationName[];

/** An operation that answers a list, the member that holds it, and the member of an entry that names it. */
interface ListOf {
  readonly operation: PortalOperationName;
  readonly member: string;
  readonly id: string;
}

/** Names that are things of the portal; which list has them. Most names in paths need no such table. */
const listOfName: Readonly<Record<string, PortalOperationName | ListOf>> = {
  groupId: 'groups',
  portalGroupId: 'groups',
  groups: 'groups',
  itemId: 'items',
  participantId: { operation: 'collaboration', member: 'participants', id: 'id' },
  guestPortalId: 'portals',
  service: 'services',
  key: 'resources',
  resource: { operation: 'item', member: 'resources', id: '' },
};
/** What an operation makes has a name of its own. */
const isNew = (operation: PortalOperationName): boolean => /^(add|create)/.test(operation);

/** The operation that lists what a name can stand for: by the words before it in the path, else by the name. */
export function listFor(operation: PortalOperationName, name: string): ListOf | undefined {
  const { path } = portalRow(operation);
  const before = new RegExp(`^(.*)/\\{${name}\\+?\\}`).exec(path)?.[1];
  if (before !== undefined) {
    const list = names.find((one) => portalRow(one).path === before && portalRow(one).list);
    if (list) return listOf(list);
  }
  const list = listOf(listOfName[name]);
  if (!list || (isNew(operation) && before === undefined && name === 'key')) return undefined;
  const known = new Set(pathNames(operation));
  return pathNames(list.operation).every((needed) => known.has(needed)) ? list : undefined;
}

const listOf = (list: PortalOperationName | ListOf | undefined): ListOf | undefined =>
  typeof list === 'string' ? { operation: list, ...portalRow(list).list! } : list;

/** Ask what there is in a list; nothing where this page may not know. */
export async function offeredIn(
  list: PortalOperationName | ListOf,
  path: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly Offered[]> {
  const { operation, member, id } = listOf(list)!;
  if (pathNames(operation).some((name) => !path[name])) return [];
  const values = 'num' in portalRow(operation).parameters ? { num: 100 } : {};
  try {
    const answer = (await ask(operation, path as never, values as never, { signal })) as unknown as Record<
      string,
      unknown
    >;
    const entries = (answer[member] ?? []) as readonly (string | Record<string, unknown>)[];
    return entries
      .map((one) => (typeof one === 'string' ? { [id]: one } : one))
      .map((entry) => ({ value: String(entry[id]), text: textOf(entry, String(entry[id])), entry }));
  } catch (error) {
    if (signal.aborted) throw error;
    return [];
  }
}

/** A thing by its name, with its id where that says more. */
function textOf(entry: Readonly<Record<string, unknown>>, id: string): string {
  const portalInfo = entry.portalInfo as { readonly name?: string } | undefined;
  const name = portalInfo?.name ?? entry.title ?? entry.name ?? entry.username ?? entry.status;
  if (name === undefined || String(name) === id) return id;
  return `${name} · ${id.slice(0, 8)}`;
}
