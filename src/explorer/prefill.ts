import { listParameterChoices } from '../../sw/contract/parameter.ts';
import type { PortalOperationName } from '../../sw/portal/contract/index.ts';
import { base } from '../connection/call.ts';
import { ask } from '../connection/portal-call.ts';
import { firstPassword, sessions } from '../connection/sign-in.ts';
import type { FormValue, Offered } from '../parts/form/parameter-input.tsx';
import { services } from '../state/services.ts';
import { httpRow, isAdminOperation, isRestOperation, pathNames, portalNames } from './operations.ts';
import type { ExplorerRequest } from './request.ts';
import { restChoices, restExample } from './rest-prefill.ts';

type Members = Readonly<Record<string, unknown>>;

interface Prefilled {
  readonly request: ExplorerRequest;
  /** Choices by path or query parameter. */
  readonly offered: ReadonlyMap<string, readonly Offered[]>;
}

/**
 * Check whether an operation deletes an entry. The newest entry is offered then, because it was probably created as a
 * test.
 */
export const isRemoving = (operation: string): boolean => /^(delete|remove|revoke)/.test(operation);

/**
 * Fill in the values that the user hasn't set: entries of the portal for IDs, current values for an update, and working
 * examples for all others. Only read requests are sent.
 *
 * @throws {DOMException} `AbortError` if the signal was aborted
 */
export async function prefill(request: ExplorerRequest, signal: AbortSignal): Promise<Prefilled> {
  const { operation, touched } = request;
  const offered = new Map<string, readonly Offered[]>();
  const path: Record<string, string> = {};
  for (const name of pathNames(operation)) {
    const choices = await choicesFor(operation, name, path, signal);
    offered.set(name, choices);
    const pathValue = request.path[name];
    const isValid =
      pathValue !== undefined && (touched.includes(name) || choices.some(({ value }) => value === pathValue));
    path[name] = isValid ? pathValue : ((await findPreferred(operation, name, choices, path, signal))?.value ?? '');
  }
  const { parameters } = httpRow(operation);
  for (const name of Object.keys(parameters)) {
    offered.set(name, await choicesFor(operation, name, path, signal));
  }
  const subject = (await findPreferred(operation, 'participantId', offered.get('participantId') ?? [], path, signal))
    ?.value;
  const last = pathNames(operation).at(-1) ?? '';
  const entry = offered.get(last)?.find(({ value }) => value === path[last])?.entry;
  const current = await currentValues(operation, path, subject, entry, signal);
  const values: Record<string, FormValue> = {};
  for (const [name, row] of Object.entries(parameters)) {
    const currentValue = request.values[name];
    if (touched.includes(name)) {
      if (currentValue !== undefined) values[name] = currentValue as FormValue;
      continue;
    }
    const choices = offered.get(name) ?? [];
    const chosen = row.required && (await findPreferred(operation, name, choices, path, signal))?.value;
    if (isRestOperation(operation)) {
      const example = await restExample(operation, name, row.required === true, path, signal);
      if (example !== undefined || row.required) values[name] = example ?? listParameterChoices(row)[0] ?? '';
      continue;
    }
    const standard = row.default === undefined || row.default === '' ? undefined : asValue(row.default);
    const value = current[name] ?? (chosen || undefined) ?? exampleValue(operation, name, request.values) ?? standard;
    if (value !== undefined) values[name] = value;
    else if (row.required) values[name] = listParameterChoices(row)[0] ?? '';
  }
  return { request: { ...request, path, values }, offered };
}

const asValue = (value: unknown): FormValue => (typeof value === 'boolean' ? value : String(value));

async function findPreferred(
  operation: string,
  name: string,
  choices: readonly Offered[],
  path: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Offered | undefined> {
  if (name === 'portalId') return findPreferredPortal(operation, choices, signal);
  const username = sessions.value?.get(path.portalId ?? '')?.username;
  const changes = httpRow(operation).effect === 'write';
  // Don't offer the signed-in account or the host of a collaboration for deletion.
  const fitting = choices.filter(({ entry, value }) => {
    if (name === 'username' && changes) return value !== username;
    if (name === 'participantId') return entry.collaborationRole !== 'Host';
    if (name === 'guestPortalId') return value !== path.portalId;
    if (name === 'itemId') return /Data|update|delete|Resource/.test(operation) ? entry.type === 'File' : true;
    return true;
  });
  const linked = fitting.filter(
    ({ entry }) => name === 'workspaceId' && findLink(entry, path.portalId!)?.portalGroupId,
  );
  const from = [linked, fitting, choices].find((some) => some.length > 0) ?? [];
  const age = ({ entry }: Offered) => Number(entry.created ?? entry.startTime ?? 0);
  // Use the newest entry only for the entry itself, not for its parents. The newest portal probably isn't a
  // participant yet.
  const isSubject = !pathNames(operation).includes(name) || pathNames(operation).at(-1) === name;
  const isNewest = isSubject && (isRemoving(operation) || operation === 'addParticipant' || name === 'tokenId');
  return isNewest ? from.toSorted((a, b) => age(a) - age(b)).at(-1) : from[0];
}

/**
 * Return a portal with the required right: the host of a collaboration, or one that may start synchronizations;
 * otherwise the first portal.
 */
async function findPreferredPortal(
  operation: string,
  portals: readonly Offered[],
  signal: AbortSignal,
): Promise<Offered | undefined> {
  const signedIn = portals.filter(({ value }) => sessions.value?.has(value));
  const sorted = (signedIn.length > 0 ? signedIn : portals).toSorted(
    (a, b) => Number(b.entry.isDefault ?? false) - Number(a.entry.isDefault ?? false),
  );
  const { allow } = httpRow(operation);
  if (allow !== 'host' && allow !== 'initiator') return sorted[0];
  for (const portal of sorted) {
    const portalId = portal.value;
    const [collaboration] = await readOffered('collaborations', { portalId }, signal);
    const isHost = collaboration?.entry.collaborationHostPortalId === portalId;
    if (!collaboration) continue;
    if (allow === 'host' && isHost) return portal;
    if (allow !== 'initiator') continue;
    const workspaces = await readOffered('workspaces', { portalId, collaborationId: collaboration.value }, signal);
    const maySync = workspaces.some(({ entry }) => findLink(entry, portalId)?.canSyncWorkspace === true);
    if (maySync) return portal;
  }
  return sorted[0];
}

const findLink = (workspace: Members, portalId: string): Members | undefined =>
  (workspace.participantGroupLinks as readonly Members[] | undefined)?.find((link) => link.portalId === portalId);

/** Response members that are parameters under another name. */
const otherNames: Readonly<Record<string, string>> = { payloadUrl: 'url', itemDeletePolicy: 'policy' };

/**
 * Return the current values for an update: from the operation one path segment above, or from the entry in its list.
 */
async function currentValues(
  operation: string,
  path: Readonly<Record<string, string>>,
  participantId: string | undefined,
  entry: Members | undefined,
  signal: AbortSignal,
): Promise<Readonly<Record<string, FormValue>>> {
  if (!operation.startsWith('update')) return {};
  const above = httpRow(operation).path.replace(/\/\w+$/, '');
  const described = portalNames.find((name) => httpRow(name).path === above && !httpRow(name).list);
  if (described ? pathNames(described).some((name) => !path[name]) : !entry) return {};
  let current: Members;
  try {
    current = described
      ? ((await ask(described, path as never, {} as never, { signal })) as unknown as Members)
      : entry!;
  } catch (error) {
    if (signal.aborted) throw error;
    return {};
  }
  const link = findLink(current, participantId ?? path.portalId ?? '');
  const participant = (current.participants as readonly Members[] | undefined)?.find(({ id }) => id === path.portalId);
  const all = {
    ...(current.config as Members | undefined),
    ...current,
    ...(participant?.config as Members | undefined),
    ...(link?.config as Members | undefined),
    ...link,
    config: current.config,
  };
  const values: Record<string, FormValue> = {};
  for (const [member, value] of Object.entries(all)) {
    const name = otherNames[member] ?? member;
    const row = httpRow(operation).parameters[name];
    if (!row || row.kind === 'password' || value === null || value === undefined || value === '') continue;
    if (row.kind === 'names') values[name] = (value as readonly string[]).join(', ');
    else if (row.kind === 'json') values[name] = JSON.stringify(value);
    else values[name] = asValue(value);
    if (values[name] === '') delete values[name];
  }
  return values;
}

const randomSuffix = (): string => crypto.randomUUID().slice(0, 4);

/**
 * Return a working value for a parameter; undefined if none is needed.
 *
 * @param before current form values, so that a new item keeps its generated name
 */
function exampleValue(operation: string, name: string, before: Members): FormValue | undefined {
  const isNew = /^(add|create)/.test(operation);
  const isSignIn = /^generate/.test(operation);
  const previous = before[name] as FormValue | undefined;
  switch (name) {
    case 'name':
    case 'title':
      return isNew ? (previous ?? `Explorer ${randomSuffix()}`) : undefined;
    case 'username':
      if (isSignIn) return firstPassword.value?.username ?? sessions.value?.values().next().value?.username;
      return previous ?? `explorer-${randomSuffix()}`;
    case 'password':
      return isSignIn ? firstPassword.value?.password : (previous ?? newPassword());
    case 'newPassword':
      return previous ?? newPassword();
    case 'text':
      return isNew ? 'Sent from the explorer.' : undefined;
    case 'fileName':
      return 'explorer.txt';
    case 'key':
      return isNew ? 'explorer/note.txt' : undefined;
    case 'url':
      return operation === 'createWebhook' ? `${location.origin}${base}inbox/explorer` : undefined;
    default:
      return undefined;
  }
}

/** Return sixteen random letters and digits, as the password of a test account. */
const newPassword = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 16);

/** An operation that returns a list, the member with its entries, and the ID member of an entry. */
interface ListSource {
  readonly operation: PortalOperationName;
  readonly member: string;
  readonly id: string;
}

/** The operation that lists the choices for a parameter, by its name. Most path parameters need no entry here. */
const listOfName: Readonly<Record<string, PortalOperationName | ListSource>> = {
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
/** Check whether an operation creates an entry, which needs a new name. */
const isNew = (operation: string): boolean => /^(add|create)/.test(operation);

/** Return the choices for a path or query parameter. @throws {DOMException} `AbortError` if the signal was aborted */
async function choicesFor(
  operation: string,
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
  return list ? readOffered(list, path, signal) : [];
}

/**
 * Return the operation that lists the choices for a name: by the preceding path segments, or else by the name;
 * undefined if there is none.
 */
function listFor(operation: string, name: string): ListSource | undefined {
  const { path } = httpRow(operation);
  const before = new RegExp(`^(.*)/\\{${name}\\+?\\}`).exec(path)?.[1];
  if (before !== undefined) {
    const list = portalNames.find(
      (operationName) => httpRow(operationName).path === before && httpRow(operationName).list,
    );
    if (list) return toListSource(list);
  }
  const list = toListSource(listOfName[name]);
  if (!list || (isNew(operation) && before === undefined && name === 'key')) return undefined;
  const knownNames = new Set(pathNames(operation));
  return pathNames(list.operation).every((needed) => knownNames.has(needed)) ? list : undefined;
}

const toListSource = (list: PortalOperationName | ListSource | undefined): ListSource | undefined =>
  typeof list === 'string' ? { operation: list, ...httpRow(list).list! } : list;

/** Read the entries of a list; empty if this page may not read it. */
async function readOffered(
  list: PortalOperationName | ListSource,
  path: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly Offered[]> {
  const { operation, member, id } = toListSource(list)!;
  if (pathNames(operation).some((name) => !path[name])) return [];
  const values = 'num' in httpRow(operation).parameters ? { num: 100 } : {};
  try {
    const answer = (await ask(operation, path as never, values as never, { signal })) as unknown as Record<
      string,
      unknown
    >;
    const entries = (answer[member] ?? []) as readonly (string | Record<string, unknown>)[];
    return entries
      .map((entry) => (typeof entry === 'string' ? { [id]: entry } : entry))
      .map((entry) => ({ value: String(entry[id]), label: entryLabel(entry, String(entry[id])), entry }));
  } catch (error) {
    if (signal.aborted) throw error;
    return [];
  }
}

/** Return the name of an entry, with its ID if that helps. */
function entryLabel(entry: Readonly<Record<string, unknown>>, id: string): string {
  const portalInfo = entry.portalInfo as { readonly name?: string } | undefined;
  const name = portalInfo?.name ?? entry.title ?? entry.name ?? entry.username ?? entry.status;
  if (name === undefined || String(name) === id) return id;
  return `${name} · ${id.slice(0, 8)}`;
}
