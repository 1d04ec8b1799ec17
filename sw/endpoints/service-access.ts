import type { Context } from '../context.ts';
import { Fault } from '../contract/index.ts';
import { invalidToken, type Principal, principalOf, tokenRequired, tokensOf } from '../portal/principal.ts';
import type { ServiceRecord } from '../store/store.ts';

/**
 * Let a request use a service, before anything of it is read: a private one only with a token of its portal.
 *
 * @throws {Fault} `token-required` (499), `bad-token` (498), `not-allowed`
 */
export async function requireServiceAccess(context: Context, request: Request, url: URL, key: string): Promise<void> {
  const settings = await context.store.portal.get('serviceSettings', key);
  if (settings?.access !== 'private') return;
  const found = await principalsOf(context, request, url);
  if (found.length === 0) throw tokenRequired();
  if (found.some((one) => one?.kind === 'user' && one.portalId === settings.portalId)) return;
  // One that has expired may be the one that was needed: whoever gets a new one may ask again.
  if (found.some((one) => one?.kind !== 'user')) throw invalidToken();
  throw new Fault('not-allowed', `Service ${key}: a token of the portal that owns it expected, of another found.`, {
    code: 403,
  });
}

/** The services a request may use. A token that is worth nothing shows no more than none. */
export async function usableServices(
  context: Context,
  request: Request,
  url: URL,
  services: readonly ServiceRecord[],
): Promise<ServiceRecord[]> {
  const settings = new Map((await context.store.portal.all('serviceSettings')).map((row) => [row.key, row]));
  if (![...settings.values()].some((row) => row.access === 'private')) return [...services];
  const principals = await principalsOf(context, request, url);
  return services.filter(({ key }) => {
    const row = settings.get(key);
    if (row?.access !== 'private') return true;
    return principals.some((one) => one?.kind === 'user' && one.portalId === row.portalId);
  });
}

/** Who the tokens of a request belong to; undefined for each that is worth nothing. */
function principalsOf(context: Context, request: Request, url: URL): Promise<(Principal | undefined)[]> {
  const tokens = tokensOf(request, url.searchParams.get('token') ?? undefined);
  return Promise.all(tokens.map((token) => principalOf(context, request, token).catch(ifWorthless)));
}

/** A token that is worth nothing is nobody's; other failures are passed on. */
export function ifWorthless(error: unknown): undefined {
  if (!(error instanceof Fault)) throw error;
}
