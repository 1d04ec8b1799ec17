import type { Context } from '../context.ts';
import { Fault } from '../contract/index.ts';
import {
  firstPasswordSetting,
  firstUsername,
  issueToken,
  preparePortals,
  principalOf,
  tokensOf,
  type UserRecord,
} from '../portal/index.ts';
import { publishDemoOnce } from './demo.ts';
import { jsonResponse } from './error-response.ts';
import { ifInvalidToken } from './gate.ts';
import type { Endpoint } from './request-context.ts';

const minutes = 12 * 60;
/** Remaining lifetime at which the page gets a new token, so that its token doesn't expire in the middle of a task. */
const spareMs = 60 * 60 * 1000;

interface ValidToken {
  readonly username: string;
  readonly token: string;
  readonly expires: number;
}

/**
 * Sign the page of this origin in.
 *
 * Returns an administrator token for every portal that allows it, except the portal IDs in `?except=`, where the user
 * has signed out. It also returns the first password, until the page sends `?seen=true` or the password is changed.
 * Valid tokens of the request are returned again for any account, so that frequent page loads don't create more tokens.
 *
 * This is the only path that grants access without a password: in a browser to pages of this origin, which can read the
 * database anyway, on a server to requests with the key of the page. Portals can refuse it.
 *
 * @throws {Fault} `not-found` for a path with another spelling
 */
export const answerSession: Endpoint = async ({ context, request, url }) => {
  if (url.pathname !== `${context.base}session`) throw new Fault('not-found', `${url.pathname} not found.`);
  if (context.isPage === false) {
    const message = 'Only the page signs in here, with its key. Others sign in with a password at generateToken.';
    return jsonResponse({ error: { code: 401, messageCode: 'not-allowed', message, details: [] } }, url, 401);
  }
  await publishDemoOnce(context);
  await preparePortals(context);
  const portals = await context.store.portal.all('portals');
  const sorted = portals.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault) || a.created - b.created);
  const tokens = await validTokens(context, request);
  const except = (url.searchParams.get('except') ?? '').split(',');
  const sessions = [];
  for (const { id: portalId, name, pageSignIn } of sorted) {
    const cachedToken = tokens.get(portalId);
    const user = pageSignIn && !except.includes(portalId) ? await pageUser(context, portalId) : undefined;
    const isOwn = cachedToken && cachedToken.username === user?.username;
    if (cachedToken && !(isOwn && cachedToken.expires < context.now() + spareMs))
      sessions.push({ portalId, name, ...cachedToken });
    else if (user) {
      sessions.push({ portalId, name, username: user.username, ...(await issueToken(context, user, minutes)) });
    }
  }
  // Only the account itself can read its password and confirm that the user has noted it.
  if (!sessions.some(({ username }) => username === firstUsername)) return jsonResponse({ sessions }, url);
  if (url.searchParams.get('seen') === 'true') await context.store.setSetting(firstPasswordSetting, null);
  const firstPassword = await context.store.setting(firstPasswordSetting);
  return jsonResponse({ sessions, ...(firstPassword ? { firstUsername, firstPassword } : {}) }, url);
};

/** Return the valid tokens of a request, by portal. */
async function validTokens(context: Context, request: Request): Promise<Map<string, ValidToken>> {
  const tokens = new Map<string, ValidToken>();
  for (const token of tokensOf(request, undefined)) {
    const principal = await principalOf(context, request, token).catch(ifInvalidToken);
    if (principal?.kind !== 'user') continue;
    const { portalId, username, tokenId } = principal;
    const row = await context.store.portal.get('tokens', tokenId);
    if (row) tokens.set(portalId, { username, token, expires: row.expires });
  }
  return tokens;
}

/**
 * Return the account of a page without a password: the first administrator, or another administrator if that account no
 * longer exists.
 */
async function pageUser(context: Context, portalId: string): Promise<UserRecord> {
  const users = await context.store.portal.all('users', [portalId]);
  const administrators = users.filter((user) => user.role === 'administrator' && !user.disabled);
  const user = administrators.find((candidate) => candidate.username === firstUsername) ?? administrators[0];
  if (!user) throw new Fault('not-allowed', `Portal "${portalId}" has no administrator.`);
  return user;
}
