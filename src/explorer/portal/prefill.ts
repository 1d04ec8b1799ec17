import { type PortalOperationName, portalOperations, portalRow } from '../../../sw/portal/contract/index.ts';
import { ask } from '../../connection/portal-call.ts';
import { sessions } from '../../connection/sign-in.ts';
import { exampleValue } from './example-value.ts';
import { listFor, type Offered, offeredIn } from './offered.ts';
import { type FormValue, type PortalRequest, parametersOf, pathNames } from './portal-request.ts';

type Said = Readonly<Record<string, unknown>>;

interface Prefilled {
  readonly request: PortalRequest;
  /** By name of the path or parameter: what there is to choose from. */
  readonly offered: ReadonlyMap<string, readonly Offered[]>;
}

/** Operations that take something away: of several things the youngest is offered, which is the one that was tried out. */
export const isRemoving = (operation: PortalOperationName): boolean => /^(delete|remove|revoke)/.test(operation);

/**
 * Fill in what nobody has filled in yet: what is in the portal for the names, what is so now for an update, and else an
 * example that works. Nothing is changed by it, everything is only read.
 *
 * @throws {DOMException} `AbortError` when the signal said so
 */
export async function prefill(request: PortalRequest, signal: AbortSignal): Promise<Prefilled> {
  const { operation, touched } = request;
  const offered = new Map<string, readonly Offered[]>();
  const path: Record<string, string> = {};
  for (const name of pathNames(operation)) {
    const list = listFor(operation, name);
    const choices = list ? await offeredIn(list, path, signal) : [];
    offered.set(name, choices);
    const kept = request.path[name];
    const isKept = kept !== undefined && (touched.includes(name) || choices.some(({ value }) => value === kept));
    path[name] = isKept ? kept : ((await preferred(operation, name, choices, path, signal))?.value ?? '');
  }
  const parameters = parametersOf(operation);
  for (const name of Object.keys(parameters)) {
    const list = listFor(operation, name);
    if (list) offered.set(name, await offeredIn(list, path, signal));
  }
  const subject = (await preferred(operation, 'participantId', offered.get('participantId') ?? [], path, signal))
    ?.value;
  const last = pathNames(operation).at(-1) ?? '';
  const entry = offered.get(last)?.find(({ value }) => value === path[last])?.entry;
  const current = await currentValues(operation, path, subject, entry, signal);
  const values: Record<string, FormValue> = {};
  for (const [name, row] of Object.entries(parameters)) {
    const kept = request.values[name];
    if (touched.includes(name)) {
      if (kept !== undefined) values[name] = kept;
      continue;
    }
    const choices = offered.get(name) ?? [];
    const chosen = row.required && (await preferred(operation, name, choices, path, signal))?.value;
    const standard = row.default === undefined || row.default === '' ? undefined : asValue(row.default);
    const value = current[name] ?? (chosen || undefined) ?? exampleValue(operation, name, request.values) ?? standard;
    if (value !== undefined) values[name] = value;
    else if (row.required) values[name] = row.choices?.[0] ?? '';
  }
  return { request: { ...request, path, values }, offered };
}

const asValue = (value: unknown): FormValue => (typeof value === 'boolean' ? value : String(value));

async function preferred(
  operation: PortalOperationName,
  name: string,
  choices: readonly Offered[],
  path: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Offered | undefined> {
  if (name === 'portalId') return preferredPortal(operation, choices, signal);
  const own = sessions.value?.get(path.portalId ?? '')?.username;
  const changes = portalRow(operation).effect === 'write';
  // Whom one is signed in as and who is the host are not what one wants to take away.
  const fitting = choices.filter(({ entry, value }) => {
    if (name === 'username' && changes) return value !== own;
    if (name === 'participantId') return entry.collaborationRole !== 'Host';
    if (name === 'guestPortalId') return value !== path.portalId;
    if (name === 'itemId') return /Data|update|delete|Resource/.test(operation) ? entry.type === 'File' : true;
    return true;
  });
  const linked = fitting.filter(({ entry }) => name === 'workspaceId' && linkOf(entry, path.portalId!)?.portalGroupId);
  const from = [linked, fitting, choices].find((some) => some.length > 0) ?? [];
  const age = ({ entry }: Offered) => Number(entry.created ?? entry.startTime ?? 0);
  // What is taken away is the thing itself, not what it is in; and a portal is added to a collaboration without it.
  const isThing = !pathNames(operation).includes(name) || pathNames(operation).at(-1) === name;
  const isYoungest = isThing && (isRemoving(operation) || operation === 'addParticipant' || name === 'tokenId');
  return isYoungest ? from.toSorted((a, b) => age(a) - age(b)).at(-1) : from[0];
}

/** The portal that may: the host of a collaboration, the one that starts synchronisations; else the first. */
async function preferredPortal(
  operation: PortalOperationName,
  portals: readonly Offered[],
  signal: AbortSignal,
): Promise<Offered | undefined> {
  const known = portals.filter(({ value }) => sessions.value?.has(value));
  const sorted = (known.length > 0 ? known : portals).toSorted(
    (a, b) => Number(b.entry.isDefault ?? false) - Number(a.entry.isDefault ?? false),
  );
  const { allow } = portalRow(operation);
  if (allow !== 'host' && allow !== 'initiator') return sorted[0];
  for (const portal of sorted) {
    const portalId = portal.value;
    const [collaboration] = await offeredIn('collaborations', { portalId }, signal);
    const isHost = collaboration?.entry.collaborationHostPortalId === portalId;
    if (!collaboration) continue;
    if (allow === 'host' && isHost) return portal;
    if (allow !== 'initiator') continue;
    const workspaces = await offeredIn('workspaces', { portalId, collaborationId: collaboration.value }, signal);
    const maySync = workspaces.some(({ entry }) => linkOf(entry, portalId)?.canSyncWorkspace === true);
    if (maySync) return portal;
  }
  return sorted[0];
}

const linkOf = (workspace: Said, portalId: string): Said | undefined =>
  (workspace.participantGroupLinks as readonly Said[] | undefined)?.find((link) => link.portalId === portalId);

/** Members of an answer that parameters call otherwise. */
const otherNames: Readonly<Record<string, string>> = { payloadUrl: 'url', itemDeletePolicy: 'policy' };

/**
 * What is so now, for an operation that changes it: the answer of the description one word above in the path, or its entry
 * in the list.
 */
async function currentValues(
  operation: PortalOperationName,
  path: Readonly<Record<string, string>>,
  participantId: string | undefined,
  entry: Said | undefined,
  signal: AbortSignal,
): Promise<Readonly<Record<string, FormValue>>> {
  if (!operation.startsWith('update')) return {};
  const above = portalRow(operation).path.replace(/\/\w+$/, '');
  const names = Object.keys(portalOperations) as PortalOperationName[];
  const described = names.find((one) => portalRow(one).path === above && !portalRow(one).list);
  if (described ? pathNames(described).some((name) => !path[name]) : !entry) return {};
  let said: Said;
  try {
    said = described ? ((await ask(described, path as never, {} as never, { signal })) as unknown as Said) : entry!;
  } catch (error) {
    if (signal.aborted) throw error;
    return {};
  }
  const link = linkOf(said, participantId ?? path.portalId ?? '');
  const own = (said.participants as readonly Said[] | undefined)?.find(({ id }) => id === path.portalId);
  const all = {
    ...(said.config as Said | undefined),
    ...said,
    ...(own?.config as Said | undefined),
    ...(link?.config as Said | undefined),
    ...link,
    config: said.config,
  };
  const found: Record<string, FormValue> = {};
  for (const [member, value] of Object.entries(all)) {
    const name = otherNames[member] ?? member;
    const row = parametersOf(operation)[name];
    if (!row || row.kind === 'password' || value === null || value === undefined || value === '') continue;
    if (row.kind === 'list') found[name] = (value as readonly string[]).join(', ');
    else if (row.kind === 'json') found[name] = JSON.stringify(value);
    else found[name] = asValue(value);
    if (found[name] === '') delete found[name];
  }
  return found;
}
