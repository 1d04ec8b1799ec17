import type { Context } from '../context.ts';
import { Fault } from '../contract/index.ts';
import type { Right } from '../contract/routes.ts';
import {
  type Account,
  invalidToken,
  principalOf,
  type ServiceSettingsRecord,
  tokenRequired,
  tokensOf,
} from '../portal/index.ts';
import type { ServiceRecord } from '../store/store.ts';
import { publishDemoOnce } from './demo.ts';
import type { Visit } from './visit.ts';

type Asked = Pick<Visit, 'context' | 'request' | 'url' | 'match'>;

/** What the tokens of a request are worth. */
interface Shown {
  readonly accounts: readonly Account[];
  readonly hasTokens: boolean;
  /** True when a token is nobody's: it is unknown, or has expired. */
  readonly hasWorthless: boolean;
}

/**
 * Let a request in, as the row of its route says, before any handler sees it: the one place where it is decided who may.
 * Only a token that the request carries counts; that it comes from a page of this origin does not.
 *
 * A private service is to others as one that does not exist, whatever they ask of it.
 *
 * @throws {Fault} `bad-method`, `token-required`, `bad-token`, `not-allowed`, `unknown-service`
 */
export async function admit(asked: Asked): Promise<Visit> {
  const { request, url, match } = asked;
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const { may } = match.row;
  if (!Object.hasOwn(may, method)) {
    throw new Fault(
      'bad-method',
      `${Object.keys(may).join(' or ')} expected at ${url.pathname.slice(0, 400)}, ${request.method} found.`,
    );
  }
  if (method !== 'GET' && !match.row.takesForms) refuseForeignNavigation(asked);
  const right = may[method]!;
  const shown = right === 'portal' ? nobodyShown : await shownBy(asked);
  const visit = { ...asked, accounts: shown.accounts };
  if (right === 'administrator') await requireServerAdministrator(asked.context, shown);
  if (right === 'publisher' || right === 'owner') requirePublisher(shown);
  const key = match.parameters.get('service');
  return key === undefined ? visit : { ...visit, ...(await serviceFor(asked, key, shown, right)) };
}

/** Where the route names a service: what is there for the caller. */
async function serviceFor(
  { context, request, match }: Asked,
  key: string,
  shown: Shown,
  right: Right,
): Promise<{ service?: ServiceRecord }> {
  await publishDemoOnce(context, key);
  const [service, settings] = await Promise.all([
    context.store.service(key),
    context.store.portal.get('serviceSettings', key),
  ]);
  if (!service || !mayUse(settings, shown.accounts)) {
    // The token that was needed may be the one that has expired: whoever gets a new one may ask again.
    if (shown.hasWorthless) throw invalidToken();
    // What is gone already counts as removed, since a request may be delivered twice.
    if (match.route === 'admin-service' && request.method === 'DELETE') return {};
    throw unknownService(context, key);
  }
  if (right === 'owner' && !(await ownerOf(context, settings, shown.accounts)))
    throw refusal(shown, `service ${key} belongs to another account`);
  return { service };
}

/** The services that a caller may use. */
export async function usableServices({ context, accounts }: Visit): Promise<ServiceRecord[]> {
  const [services, rows] = await Promise.all([context.store.services(), context.store.portal.all('serviceSettings')]);
  const settings = new Map(rows.map((row) => [row.key, row]));
  return services.filter(({ key }) => mayUse(settings.get(key), accounts));
}

/**
 * Let a caller publish under a name: its owner where the name is taken, whoever may see what has it; a publisher of the
 * portal that the folder belongs to where it is free.
 *
 * @returns the account that owns what is published
 * @throws {Fault} `not-allowed`
 */
export async function requireName({ context, accounts }: Visit, key: string, folder = ''): Promise<Account> {
  const settings = await context.store.portal.get('serviceSettings', key);
  if (settings || (await context.store.service(key))) {
    const owner = await ownerOf(context, settings, accounts);
    if (owner) return owner;
    throw refused(`service ${key} belongs to another account`);
  }
  const portals = await context.store.portal.all('portals');
  const portal = portals.find((one) => folder !== '' && one.folder === folder) ?? portals.find((one) => one.isDefault);
  const account = accounts.find((one) => one.portalId === portal?.id && isPublisher(one));
  if (account) return account;
  throw refused(`service ${key} would belong to a portal in which the role publisher is needed`);
}

/** Which of the accounts owns a service or administers its portal. */
async function ownerOf(
  context: Context,
  settings: ServiceSettingsRecord | undefined,
  accounts: readonly Account[],
): Promise<Account | undefined> {
  // What nobody has adopted yet is the first portal's.
  const portalId = settings?.portalId ?? (await serverPortalId(context));
  const item = settings && (await context.store.portal.get('items', [settings.portalId, settings.itemId]));
  return accounts
    .filter((one) => one.portalId === portalId && isPublisher(one))
    .find(({ role, username }) => role === 'administrator' || item?.owner === username);
}

const mayUse = (settings: ServiceSettingsRecord | undefined, accounts: readonly Account[]): boolean =>
  settings?.access !== 'private' || accounts.some(({ portalId }) => portalId === settings.portalId);

const isPublisher = ({ role }: Account): boolean => role !== 'member';

const serverPortalId = async (context: Context): Promise<string | undefined> =>
  (await context.store.portal.all('portals')).find((portal) => portal.isDefault)?.id;

function requirePublisher(shown: Shown): void {
  if (!shown.accounts.some(isPublisher)) throw refusal(shown, 'the role publisher is needed');
}

async function requireServerAdministrator(context: Context, shown: Shown): Promise<void> {
  const portalId = shown.accounts.length > 0 ? await serverPortalId(context) : undefined;
  if (shown.accounts.some((one) => one.portalId === portalId && one.role === 'administrator')) return;
  throw refusal(shown, 'the role administrator of the first portal is needed');
}

/** A form of another site that posts here is a navigation; it must not change anything (cross-site request forgery). */
function refuseForeignNavigation({ context, request, url }: Asked): void {
  if (request.mode !== 'navigate' && (request.headers.get('origin') ?? context.origin) === context.origin) return;
  throw new Fault('not-allowed', `${url.pathname} is for calls of pages of this origin, not for forms or other sites.`);
}

const nobodyShown: Shown = { accounts: [], hasTokens: false, hasWorthless: false };

async function shownBy({ context, request, url }: Asked): Promise<Shown> {
  const tokens = tokensOf(request, url.searchParams.get('token') ?? undefined);
  const found = await Promise.all(tokens.map((token) => principalOf(context, request, token).catch(ifWorthless)));
  const accounts = found.filter((one) => one?.kind === 'user');
  return { accounts, hasTokens: tokens.length > 0, hasWorthless: accounts.length < found.length };
}

/** A token that is worth nothing is nobody's; other failures are passed on. */
export function ifWorthless(error: unknown): undefined {
  if (!(error instanceof Fault)) throw error;
}

/** The same message for a service that does not exist and for one that the caller may not know of. */
export const unknownService = ({ base }: Context, key: string): Fault =>
  new Fault(
    'unknown-service',
    `Service '${key}' not found. The catalogue at ${base}services lists those that there are for this caller; a private one needs a token of its portal.`,
    { service: key },
  );

/** Whoever shows a token that is worth nothing may ask again with a new one. */
function refusal({ hasTokens, hasWorthless }: Shown, reason: string): Fault {
  if (!hasTokens) return tokenRequired();
  return hasWorthless ? invalidToken() : refused(reason);
}

const refused = (reason: string): Fault =>
  new Fault('not-allowed', `You do not have permissions to access this resource or perform this operation: ${reason}.`);
