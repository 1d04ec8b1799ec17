import { type PortalOperationName, portalOperations } from '../../../sw/portal/contract/index.ts';
import { ask } from '../../connection/portal-call.ts';
import type { Offered } from '../../parts/form/parameter-input.tsx';
import { services } from '../../state/services.ts';
import { type HttpOperationName, httpRow, isAdminOperation, isRestOperation } from './operation-rows.ts';
import { pathNames } from './portal-request.ts';
import { restChoices } from './rest-prefill.ts';

const names = Object.keys(portalOperations) as PortalOperationName[];

/** An operation that answers a list, the member that holds it, and the member of an entry that names it. */
interface ListOf {
  readonly operation: PortalOperationName;
  readonly member: string;
  readonly id: string;
}

/** The list that holds what a name stands for. Most names in paths need no such table. */
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
/** What an operation creates gets a new name. */
const isNew = (operation: HttpOperationName): boolean => /^(add|create)/.test(operation);

/** What a form offers for a name of the path or a parameter. @throws {DOMException} `AbortError` when the signal said so */
export async function choicesFor(
  operation: HttpOperationName,
  name: string,
  path: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly Offered[]> {
  if (isRestOperation(operation)) return restChoices(operation, name, path, signal);
  if (isAdminOperation(operation))
    return name === 'service'
      ? (services.value ?? []).map((service) => ({ value: service.name, label: service.title, entry: {} }))
      : [];
  const list = listFor(operation, name);
  return list ? offeredIn(list, path, signal) : [];
}

/** The operation that lists what a name can stand for: by the segments before it in the path, else by the name. */
function listFor(operation: HttpOperationName, name: string): ListOf | undefined {
  const { path } = httpRow(operation);
  const before = new RegExp(`^(.*)/\\{${name}\\+?\\}`).exec(path)?.[1];
  if (before !== undefined) {
    const list = names.find((one) => httpRow(one).path === before && httpRow(one).list);
    if (list) return listOf(list);
  }
  const list = listOf(listOfName[name]);
  if (!list || (isNew(operation) && before === undefined && name === 'key')) return undefined;
  const known = new Set(pathNames(operation));
  return pathNames(list.operation).every((needed) => known.has(needed)) ? list : undefined;
}

const listOf = (list: PortalOperationName | ListOf | undefined): ListOf | undefined =>
  typeof list === 'string' ? { operation: list, ...httpRow(list).list! } : list;

/** Read the entries of a list; none where this page may not read it. */
export async function offeredIn(
  list: PortalOperationName | ListOf,
  path: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly Offered[]> {
  const { operation, member, id } = listOf(list)!;
  if (pathNames(operation).some((name) => !path[name])) return [];
  const values = 'num' in httpRow(operation).parameters ? { num: 100 } : {};
  try {
    const answer = (await ask(operation, path as never, values as never, { signal })) as unknown as Record<
      string,
      unknown
    >;
    const entries = (answer[member] ?? []) as readonly (string | Record<string, unknown>)[];
    return entries
      .map((one) => (typeof one === 'string' ? { [id]: one } : one))
      .map((entry) => ({ value: String(entry[id]), label: labelOf(entry, String(entry[id])), entry }));
  } catch (error) {
    if (signal.aborted) throw error;
    return [];
  }
}

/** The name of an entry, with its id where that says more. */
function labelOf(entry: Readonly<Record<string, unknown>>, id: string): string {
  const portalInfo = entry.portalInfo as { readonly name?: string } | undefined;
  const name = portalInfo?.name ?? entry.title ?? entry.name ?? entry.username ?? entry.status;
  if (name === undefined || String(name) === id) return id;
  return `${name} · ${id.slice(0, 8)}`;
}
