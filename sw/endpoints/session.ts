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
/** The page gets a new token before its own expires in the middle of something. */
const spareMs = 60 * 60 * 1000;

interface ValidToken {
  readonly username: string;
  readonly token: string;
  readonly expires: number;
}

/**
 * Sign the page of this origin in: a token of the administrator for every portal that allows it (but for `?except=`,
 * ids that a person has signed out of), and once the first password, until the page says with `?seen=true` that
 * a person has noted it or the password was changed. Tokens that the request carries are answered again while they are
 * valid, whichever account they belong to, so that a page that is loaded often holds one.
 *
 * The one address that gives rights to a page for being one of this origin, which portals may refuse. A script of
 * this origin can read the database anyway.
 */
export const answerSession: Endpoint = async ({ context, request, url }) => {
  if (url.pathname !== `${context.base}session`)
    throw new Fault('not-found', `No address of the server matches ${url.pathname}.`);
  await publishDemoOnce(context);
  await preparePortals(context);
  const portals = await context.store.portal.all('portals');
  const sorted = portals.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault) || a.created - b.created);
  const tokens = await validTokens(context, request);
  const except = (url.searchParams.get('except') ?? '').split(',');
  const sessions = [];
  for (const { id: portalId, name, pageSignIn } of sorted) {
    const known = tokens.get(portalId);
    const user = pageSignIn && !except.includes(portalId) ? await pageUser(context, portalId) : undefined;
    const isOwn = known && known.username === user?.username;
    if (known && !(isOwn && known.expires < context.now() + spareMs)) sessions.push({ portalId, name, ...known });
    else if (user) {
      sessions.push({ portalId, name, username: user.username, ...(await issueToken(context, user, minutes)) });
    }
  }
  // Only that account itself learns its password, and may confirm that it was noted.
  if (!sessions.some(({ username }) => username === firstUsername)) return jsonResponse({ sessions }, url);
  if (url.searchParams.get('seen') === 'true') await context.store.setSetting(firstPasswordSetting, null);
  const firstPassword = await context.store.setting(firstPasswordSetting);
  return jsonResponse({ sessions, ...(firstPassword ? { firstUsername, firstPassword } : {}) }, url);
};

/** The valid tokens of a request, by portal. */
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

/** Who a page is without a password: the first administrator, or another one where that account is gone. */
async function pageUser(context: Context, portalId: string): Promise<UserRecord> {
  const users = await context.store.portal.all('users', [portalId]);
  const administrators = users.filter((user) => user.role === 'administrator' && !user.disabled);
  const user = administrators.find((one) => one.username === firstUsername) ?? administrators[0];
  if (!user) throw new Fault('not-allowed', `Portal ${portalId} has no administrator.`);
  return user;
}
