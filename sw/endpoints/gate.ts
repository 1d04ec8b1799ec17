import type { Context } from '../context.ts';
import { maximumRecordsHeader } from '../contract/for-tests.ts';
import { Fault, unsupported, wrongValue } from '../contract/index.ts';
import type { Right } from '../contract/routes.ts';
import {
  type Account,
  accountOf,
  invalidToken,
  type ServiceSettingsRecord,
  type StoredAccount,
  tokenIdOf,
  tokenRequired,
  tokensOf,
} from '../portal/index.ts';
import { isComposed, parseMapId } from '../service/map-key.ts';
import type { ServiceRecord } from '../store/store.ts';
import { publishDemoOnce } from './demo.ts';
import { markServices } from './mark.ts';
import type { RequestContext } from './request-context.ts';

type IncomingRequest = Pick<RequestContext, 'context' | 'request' | 'url' | 'match' | 'given'>;

interface Credentials {
  readonly accounts: readonly Account[];
  readonly hasTokens: boolean;
  /** True if a token is unknown or has expired. */
  readonly hasInvalidToken: boolean;
}

/**
 * Admit a request if the row of its route allows it. Access is decided only here, before any endpoint runs.
 *
 * Only the tokens of a request grant access, not its origin. To callers without access, a private service looks as if
 * it didn't exist, for every kind of request.
 *
 * @throws {Fault} `bad-method` for a method that the route lacks, `token-required` or `bad-token` when the caller must
 *   sign in (again), `not-allowed` without the right, `unknown-service` for a missing or hidden service
 */
export async function admit(incoming: IncomingRequest): Promise<RequestContext> {
  const { request, url, match } = incoming;
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const { may } = match.row;
  if (!Object.hasOwn(may, method)) {
    throw wrongValue(
      'bad-method',
      'Method',
      `${Object.keys(may).join(' or ')} at ${url.pathname.slice(0, 400)}`,
      request.method,
    );
  }
  if (method !== 'GET' && !match.row.takesForms) refuseForeignNavigation(incoming);
  const right = may[method]!;
  const key = match.parameters.get('service');
  const tokens = right === 'portal' ? [] : listRequestTokens(incoming);
  const stored = await readAdmission(incoming.context, tokens, key);
  const credentials = makeCredentials(incoming, stored.accounts);
  const requestContext = { ...incoming, accounts: credentials.accounts };
  if (right === 'administrator') await requireServerAdministrator(incoming.context, credentials);
  if (right === 'publisher' || right === 'owner') requirePublisher(credentials);
  return key === undefined
    ? requestContext
    : { ...requestContext, ...(await serviceFor(incoming, key, stored, credentials, right)) };
}

interface Stored {
  readonly service?: ServiceRecord | undefined;
  readonly settings?: ServiceSettingsRecord | undefined;
}

/**
 * Read the stored data of the tokens and the service. Composed maps aren't read here: they are made for their caller.
 */
async function readAdmission(context: Context, tokens: readonly string[], key: string | undefined) {
  const stored = isComposed(key) ? undefined : key;
  if (stored !== undefined) await publishDemoOnce(context, stored);
  return context.store.portal.admission(await Promise.all(tokens.map(tokenIdOf)), stored);
}

/**
 * Return a service or composed map that a caller can use, even if the path doesn't name it.
 *
 * @throws {Fault} `unknown-service` when it doesn't exist or the caller can't use it
 */
export async function usableService(requestContext: RequestContext, key: string): Promise<ServiceRecord> {
  const { context, accounts } = requestContext;
  const credentials = { ...noCredentials, accounts };
  const stored = await readAdmission(context, [], key);
  return (await serviceFor(requestContext, key, stored, credentials, 'use')).service!;
}

/** Return the service that the route names, for this caller. */
async function serviceFor(
  incoming: IncomingRequest,
  key: string,
  stored: Stored,
  credentials: Credentials,
  right: Right,
): Promise<{ service?: ServiceRecord }> {
  if (isComposed(key)) return { service: await mapFor(incoming, key, credentials, right) };
  const { context, request, match } = incoming;
  const { service, settings } = stored;
  if (!service || !mayUse(settings, credentials.accounts)) {
    // The service may be usable with a new token, so let the caller renew the expired token and retry.
    if (credentials.hasInvalidToken) throw invalidToken();
    // A removed service counts as success, because a request can arrive twice.
    if (match.route === 'admin-service' && request.method === 'DELETE') return {};
    if (match.row.asksForToken && !credentials.hasTokens && (await hasPrivateServices(context))) throw tokenRequired();
    throw unknownServiceFault(context, key);
  }
  if (right === 'owner' && !(await findOwner(context, settings, credentials.accounts)))
    throw refusal(credentials, `service "${key}" belongs to another account`);
  return { service: right === 'use' ? withFewerRecords(service, request) : service };
}

/** Lower the record limit of a service if a test requests it. */
function withFewerRecords(service: ServiceRecord, { headers }: Request): ServiceRecord {
  const most = headers.get(maximumRecordsHeader);
  if (most === null || !/^\d{1,9}$/.test(most)) return service;
  const { definition } = service;
  const MaximumRecordCount = Math.min(definition.limits.MaximumRecordCount, Number(most));
  return { ...service, definition: { ...definition, limits: { ...definition.limits, MaximumRecordCount } } };
}

/** Return a composed map as a service, with the layers that this caller can use. */
async function mapFor(
  { context, match }: IncomingRequest,
  key: string,
  { accounts }: Credentials,
  right: Right,
): Promise<ServiceRecord> {
  if (right === 'owner') throw unsupported(match.row.path, `"${key.slice(0, 80)}" is a map, not a service`);
  const { getComposedMap: composedMap } = await import('../maps/composed-map.ts');
  const isUsable = isUsableBy({ context, accounts });
  const service = await composedMap(context, parseMapId(key)!, async (source) => {
    await publishDemoOnce(context, source);
    return isUsable(source);
  });
  if (!service) throw unknownServiceFault(context, key);
  return service;
}

/** Return a function that checks whether a caller can use a service. */
export const isUsableBy =
  ({ context, accounts }: Pick<RequestContext, 'context' | 'accounts'>) =>
  async (key: string): Promise<boolean> =>
    mayUse(await context.store.portal.get('serviceSettings', key), accounts);

/** List the services that a caller can use. */
export async function usableServices({ context, accounts }: RequestContext): Promise<ServiceRecord[]> {
  const [services, rows] = await Promise.all([context.store.services(), context.store.portal.all('serviceSettings')]);
  await markServices(context, services);
  const settings = new Map(rows.map((row) => [row.key, row]));
  return services.filter(({ key }) => mayUse(settings.get(key), accounts));
}

/**
 * Check that a caller can publish under a name.
 *
 * A name in use requires the owner, even if the caller can't see the service. A free name requires a publisher of the
 * portal that the folder belongs to.
 *
 * @returns the account that owns the published service
 * @throws {Fault} `not-allowed` when no account of the caller has this right
 */
export async function requireName({ context, accounts }: RequestContext, key: string, folder = ''): Promise<Account> {
  const settings = await context.store.portal.get('serviceSettings', key);
  if (settings || (await context.store.service(key))) {
    const owner = await findOwner(context, settings, accounts);
    if (owner) return owner;
    throw refusedFault(`service "${key}" belongs to another account`);
  }
  const portals = await context.store.portal.all('portals');
  const portal =
    portals.find((candidate) => folder !== '' && candidate.folder === folder) ??
    portals.find((candidate) => candidate.isDefault);
  const account = accounts.find((candidate) => candidate.portalId === portal?.id && isPublisher(candidate));
  if (account) return account;
  throw refusedFault(`publishing service "${key}" needs the role publisher in its portal`);
}

/** Return the account that owns a service or administers its portal; undefined if there is none. */
async function findOwner(
  context: Context,
  settings: ServiceSettingsRecord | undefined,
  accounts: readonly Account[],
): Promise<Account | undefined> {
  // A service without settings belongs to the first portal.
  const portalId = settings?.portalId ?? (await serverPortalId(context));
  const item = settings && (await context.store.portal.get('items', [settings.portalId, settings.itemId]));
  return accounts
    .filter((account) => account.portalId === portalId && isPublisher(account))
    .find(({ role, username }) => role === 'administrator' || item?.owner === username);
}

const mayUse = (settings: ServiceSettingsRecord | undefined, accounts: readonly Account[]): boolean =>
  settings?.access !== 'private' || accounts.some(({ portalId }) => portalId === settings.portalId);

const hasPrivateServices = async ({ store }: Context): Promise<boolean> =>
  (await store.portal.all('serviceSettings')).some(({ access }) => access === 'private');

const isPublisher = ({ role }: Account): boolean => role !== 'member';

const serverPortalId = async (context: Context): Promise<string | undefined> =>
  (await context.store.portal.all('portals')).find((portal) => portal.isDefault)?.id;

function requirePublisher(credentials: Credentials): void {
  if (!credentials.accounts.some(isPublisher)) throw refusal(credentials, 'the role publisher is needed');
}

async function requireServerAdministrator(context: Context, credentials: Credentials): Promise<void> {
  const portalId = credentials.accounts.length > 0 ? await serverPortalId(context) : undefined;
  if (credentials.accounts.some((account) => account.portalId === portalId && account.role === 'administrator')) return;
  throw refusal(credentials, 'the role administrator of the first portal is needed');
}

/**
 * Refuse navigations and requests of other sites: a form posted from another site must not change anything (cross-site
 * request forgery).
 */
function refuseForeignNavigation({ context, request, url }: IncomingRequest): void {
  if (request.mode !== 'navigate' && (request.headers.get('origin') ?? context.origin) === context.origin) return;
  throw new Fault(
    'not-allowed',
    `${url.pathname} only accepts requests that scripts of this origin send, not form submissions.`,
  );
}

const noCredentials: Credentials = { accounts: [], hasTokens: false, hasInvalidToken: false };

function listRequestTokens({ request, url, given }: IncomingRequest): string[] {
  const token = given ? given.get('token') : url.searchParams.get('token');
  return tokensOf(request, typeof token === 'string' ? token : undefined);
}

/**
 * Return the accounts of the request's tokens.
 *
 * @param storedAccounts stored account of each token
 */
function makeCredentials(
  { context, request }: IncomingRequest,
  storedAccounts: readonly (StoredAccount | undefined)[],
): Credentials {
  const accounts = storedAccounts.flatMap((storedAccount) => accountOf(storedAccount, request, context.now()) ?? []);
  return { accounts, hasTokens: storedAccounts.length > 0, hasInvalidToken: accounts.length < storedAccounts.length };
}

/** Return undefined for a fault, for example of an invalid token. Rethrows any other error. */
export function ifInvalidToken(error: unknown): undefined {
  if (!(error instanceof Fault)) throw error;
}

/** Make the fault of an unknown service. Services hidden from the caller get the same message. */
export const unknownServiceFault = ({ base }: Context, key: string): Fault =>
  new Fault(
    'unknown-service',
    `Service "${key}" not found. List your services at ${base}services. Private services need a token of their portal.`,
    { service: key },
  );

/** Make the fault of a refused request. A caller with an invalid token can retry with a new token. */
function refusal({ hasTokens, hasInvalidToken }: Credentials, reason: string): Fault {
  if (!hasTokens) return tokenRequired();
  return hasInvalidToken ? invalidToken() : refusedFault(reason);
}

const refusedFault = (reason: string): Fault =>
  new Fault('not-allowed', `You do not have permissions to access this resource or perform this operation: ${reason}.`);
