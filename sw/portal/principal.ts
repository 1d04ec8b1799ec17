import type { Context } from '../context.ts';
import { Fault } from '../contract/index.ts';
import { randomText, sha256 } from './digest.ts';
import type { Role, TokenRecord } from './schema/portal-records.ts';
import type { StoredAccount } from './store/portal-store.ts';

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

/** How far in the future a token may be created, because a clock can jump a little when its machine wakes up. */
const toleranceMs = 5 * 60 * 1000;
const maxTokens = 20;

/**
 * Return the token of a request: `parameterToken` (from body or query), otherwise from a header; undefined if there is
 * none.
 */
export function readToken(request: Request, parameterToken: string | undefined): string | undefined {
  if (parameterToken) return parameterToken;
  const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  return bearer ?? request.headers.get('x-esri-authorization')?.replace(/^Bearer\s+/i, '') ?? undefined;
}

/**
 * Return the tokens of a request for a service.
 *
 * Without `parameterToken`, the header can have a token for each portal that the caller is signed in to (`Bearer a,
 * Bearer b`), because a service can be private to any of them. Otherwise as `readToken`; empty if there is no token.
 */
export function listTokens(request: Request, parameterToken: string | undefined): string[] {
  const header = request.headers.get('authorization') ?? '';
  const several = [...header.matchAll(/Bearer\s+([^\s,]+)/gi)].map(([, token]) => token!);
  if (!parameterToken && several.length > 0) return several.slice(0, maxTokens);
  const directToken = readToken(request, parameterToken);
  return directToken === undefined ? [] : [directToken];
}

/**
 * Find the account of a token.
 *
 * @throws {Fault} `bad-token` when it is unknown, expired, revoked, bound to another referer, or its account is
 * disabled
 */
export async function findPrincipal(context: Context, request: Request, token: string | undefined): Promise<Principal> {
  if (token === undefined) return nobody;
  const { accounts } = await context.store.portal.admission([await hashToken(token)]);
  const account = validAccount(accounts[0], request, context.now());
  if (account) return account;
  throw invalidToken();
}

/** Return the account that a request can use with a stored token; undefined if `findPrincipal` would throw. */
export function validAccount(
  storedAccount: StoredAccount | undefined,
  request: Request,
  now: number,
): Account | undefined {
  if (!storedAccount?.user || storedAccount.user.disabled || storedAccount.record.expires <= now) return undefined;
  // If the clock was set back, a token from the future would live too long.
  if (storedAccount.record.created > now + toleranceMs) return undefined;
  const { id, referer } = storedAccount.record;
  if (referer !== undefined && !isSameSite(referer, refererOf(request))) return undefined;
  const { portalId, username, role } = storedAccount.user;
  return { kind: 'user', portalId, username, role, tokenId: id };
}

const tokenIds = new Map<string, Promise<string>>();

/** Return the ID of a token in the store. Cached, because a page sends the same few tokens with each request. */
export function hashToken(token: string): Promise<string> {
  const cachedId = tokenIds.get(token);
  if (cachedId) return cachedId;
  if (tokenIds.size >= maxTokens) tokenIds.clear();
  const id = sha256(token);
  tokenIds.set(token, id);
  return id;
}

/** Return the referer of a request. A host outside the browser passes it in its header. */
const refererOf = ({ headers, referrer }: Request): string => headers.get('referer') ?? referrer;

const isSameSite = (bound: string, referer: string): boolean =>
  referer === bound || referer.startsWith(bound.endsWith('/') ? bound : `${bound}/`);

export const invalidToken = (): Fault => new Fault('bad-token', 'Invalid token.', { code: 498 });
export const tokenRequired = (): Fault => new Fault('token-required', 'Token Required', { code: 499 });

const maxMinutes = 20_160;

interface IssuedToken {
  readonly token: string;
  readonly expires: number;
}

/**
 * Create a token for an account and store its hash. Also deletes expired tokens.
 *
 * @param minutes limited to two weeks
 */
export async function issueToken(
  context: Context,
  { portalId, username }: { readonly portalId: string; readonly username: string },
  minutes: number,
  referer?: string,
): Promise<IssuedToken> {
  const token = randomText();
  const created = context.now();
  const expires = created + Math.min(minutes, maxMinutes) * 60_000;
  const record: TokenRecord = { id: await sha256(token), portalId, username, created, expires, referer };
  await context.store.portal.write(async (transaction) => {
    const tokens = transaction.objectStore('tokens');
    const expired = await tokens.index('expires').getAllKeys({ upper: created });
    await Promise.all([...expired.map((id) => tokens.delete(id)), tokens.put(record)]);
  });
  return { token, expires };
}
