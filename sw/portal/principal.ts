import type { Context } from '../context.ts';
import { Fault } from '../contract/index.ts';
import { relayedReferer } from '../contract/relayed.ts';
import { sha256 } from './digest.ts';
import type { Role } from './schema/portal-records.ts';

/** The caller: anonymous, or an account of a portal. */
export type Principal =
  | { readonly kind: 'nobody' }
  | {
      readonly kind: 'user';
      readonly portalId: string;
      readonly username: string;
      readonly role: Role;
      readonly tokenId: string;
    };

/** An account of a portal. */
export type Account = Extract<Principal, { kind: 'user' }>;

export const nobody: Principal = { kind: 'nobody' };

/** A clock may jump a little when its machine wakes up. */
const toleranceMs = 5 * 60 * 1000;
const mostTokens = 20;

/** The token a request carries: `given` from body or query, else the header; undefined when it has none. */
export function tokenOf(request: Request, given: string | undefined): string | undefined {
  if (given) return given;
  const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  return bearer ?? request.headers.get('x-esri-authorization')?.replace(/^Bearer\s+/i, '') ?? undefined;
}

/**
 * The tokens a request for a service carries: one as for the portal, or in the header that of every portal its sender
 * is signed in to (`Bearer a, Bearer b`), since a service may be private to any of them.
 */
export function tokensOf(request: Request, given: string | undefined): string[] {
  const header = request.headers.get('authorization') ?? '';
  const several = [...header.matchAll(/Bearer\s+([^\s,]+)/gi)].map(([, token]) => token!);
  if (!given && several.length > 0) return several.slice(0, mostTokens);
  const one = tokenOf(request, given);
  return one === undefined ? [] : [one];
}

/**
 * Find out who a token belongs to.
 *
 * @throws {Fault} `bad-token` when it is unknown, expired, revoked, bound to another referer, or its account is disabled
 */
export async function principalOf(context: Context, request: Request, token: string | undefined): Promise<Principal> {
  if (token === undefined) return nobody;
  const id = await sha256(token);
  const found = await context.store.portal.account(id);
  if (!found?.user || found.user.disabled || found.record.expires <= context.now()) throw invalidToken();
  // A clock that was set back far makes tokens of the future; they would live too long.
  if (found.record.created > context.now() + toleranceMs) throw invalidToken();
  const { referer } = found.record;
  if (referer !== undefined && !isSameSite(referer, refererOf(request))) {
    throw invalidToken();
  }
  const { portalId, username, role } = found.user;
  return { kind: 'user', portalId, username, role, tokenId: id };
}

/** A program outside the browser has sent its own with the request, which no page can set. */
const refererOf = ({ headers, referrer }: Request): string =>
  headers.get('referer') ?? headers.get(relayedReferer) ?? referrer;

const isSameSite = (bound: string, found: string): boolean =>
  found === bound || found.startsWith(bound.endsWith('/') ? bound : `${bound}/`);

export const invalidToken = (): Fault => new Fault('bad-token', 'Invalid token.', { code: 498 });
export const tokenRequired = (): Fault => new Fault('token-required', 'Token Required', { code: 499 });
