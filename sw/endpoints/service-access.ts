import type { Context } from '../context.ts';
import { Fault } from '../contract/index.ts';
import { invalidToken, principalOf, tokenOf, tokenRequired } from '../portal/principal.ts';
import type { ServiceRecord } from '../store/store.ts';

/**
 * Let a request use a service, before anything of it is read: a private one only with a token of its portal.
 *
 * @throws {Fault} `token-required` (499), `bad-token` (498), `not-allowed`
 */
export async function requireServiceAccess(context: Context, request: Request, url: URL, key: string): Promise<void> {
  const settings = await context.store.portal.get('serviceSettings', key);
  if (settings?.access !== 'private') return;
  const token = tokenOf(request, url.searchParams.get('token') ?? undefined);
  const principal = await principalOf(context, request, token);
  if (principal.kind === 'nobody') throw tokenRequired();
  if (principal.kind === 'peer') throw invalidToken();
  if (principal.portalId === settings.portalId) return;
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
  const token = tokenOf(request, url.searchParams.get('token') ?? undefined);
  const principal = await principalOf(context, request, token).catch(() => undefined);
  return services.filter(({ key }) => {
    const row = settings.get(key);
    if (row?.access !== 'private') return true;
    return principal?.kind === 'user' && principal.portalId === row.portalId;
  });
}
