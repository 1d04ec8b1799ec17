import type { Context } from '../context.ts';
import { Fault } from '../contract/index.ts';
import { firstPasswordSetting, firstUsername, preparePortals } from '../portal/first-run.ts';
import { issueToken } from '../portal/token.ts';
import { publishDemoOnce } from './demo.ts';
import { jsonResponse } from './error-response.ts';
import type { Endpoint } from './visit.ts';

const minutes = 12 * 60;

/**
 * Sign the page of this origin in: a token of the administrator for every portal that allows it, and once the first
 * password, until the page says with `?seen=true` that somebody has noted it or the password was changed.
 *
 * For calls of our own pages alone: whoever runs script on this origin can read the database anyway.
 */
export const answerSession: Endpoint = async ({ context, request, url }) => {
  if (request.method !== 'POST') {
    throw new Fault('bad-method', `POST expected at ${url.pathname}, ${request.method} found.`);
  }
  // Bridges for apps of other origins keep this one address closed: it must have no second form.
  if (url.pathname !== `${context.base}session`) throw new Fault('not-found', `Nothing stands at ${url.pathname}.`);
  const isOwnPage = request.mode !== 'navigate' && (request.headers.get('origin') ?? context.origin) === context.origin;
  if (!isOwnPage)
    throw new Fault('not-allowed', 'Signing in without a password is for calls of a page of this origin.');
  await publishDemoOnce(context);
  await preparePortals(context);
  if (url.searchParams.get('seen') === 'true') await context.store.setSetting(firstPasswordSetting, null);
  const password = await context.store.setting(firstPasswordSetting);
  const portals = await context.store.portal.all('portals');
  const sorted = portals.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault) || a.created - b.created);
  const sessions = [];
  for (const portal of sorted) {
    if (portal.pageSignIn)
      sessions.push({ portalId: portal.id, name: portal.name, ...(await signIn(context, portal.id)) });
  }
  return jsonResponse(
    { sessions, ...(typeof password === 'string' ? { firstUsername, firstPassword: password } : {}) },
    url,
  );
};

/** Sign in the first administrator, or another one where that account is gone. */
async function signIn(context: Context, portalId: string) {
  const users = await context.store.portal.all('users', [portalId]);
  const administrators = users.filter((user) => user.role === 'administrator' && !user.disabled);
  const user = administrators.find((one) => one.username === firstUsername) ?? administrators[0];
  if (!user) throw new Fault('not-allowed', `Portal ${portalId} has no administrator.`);
  return { username: user.username, ...(await issueToken(context, user, minutes)) };
}
