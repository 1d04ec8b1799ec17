import { Fault } from '../../contract/index.ts';
import type { PortalCall, PortalHandler } from '../call.ts';
import { change } from '../change.ts';
import type { PortalRequestOf } from '../contract/index.ts';
import { isPassword } from '../password.ts';
import type { TokenRecord } from '../schema/portal-records.ts';
import { missingFault, portalOf } from '../scope.ts';
import { issueToken } from '../token.ts';
import { checkTried } from '../wrong-passwords.ts';

type SignIn = 'generateToken' | 'generateServerToken' | 'generatePortalToken';

/** @throws {Fault} `bad-value` that does not reveal whether the account or the password was wrong, `too-many-tries` */
async function signIn(call: PortalCall<SignIn>, portalId: string) {
  const { context, principal } = call;
  const { username, password, client, referer, ip, expiration }: PortalRequestOf<'generatePortalToken'> = call.values;
  if (client === 'referer' && referer === undefined) {
    throw new Fault('missing-element', "'referer' must be specified: client=referer binds the token to it.");
  }
  if (client === 'ip' && ip === undefined)
    throw new Fault('missing-element', "'ip' must be specified: client=ip is for an address.");
  const found = await context.store.portal.read(async (transaction) => {
    const portal = await portalOf(transaction, portalId, principal);
    return portal && { id: portal.id, user: await transaction.objectStore('users').get([portal.id, username]) };
  });
  const user = await checkTried(context, { portalId: found?.id ?? portalId, username }, async () => {
    const isRight = await isPassword(password, found?.user?.password, context.passwordIterations);
    return isRight && !found?.user?.disabled ? found?.user : undefined;
  });
  if (!user) {
    throw new Fault('bad-value', 'Unable to generate token.', { reason: 'Invalid username or password.' });
  }
  const issued = await issueToken(context, user, expiration, client === 'referer' ? referer : undefined);
  return { ...issued, ssl: context.origin.startsWith('https:') };
}

export const generateToken = ((call) => signIn(call, call.values.portalId)) satisfies PortalHandler<'generateToken'>;
export const generateServerToken = ((call) =>
  signIn(call, call.values.portalId)) satisfies PortalHandler<'generateServerToken'>;
export const generatePortalToken = ((call) =>
  signIn(call, call.scope.portal.id)) satisfies PortalHandler<'generatePortalToken'>;

export const revokeToken = ((call) =>
  change(call, async (transaction) => {
    if (call.principal.kind === 'user') await transaction.objectStore('tokens').delete(call.principal.tokenId);
    return { success: true };
  })) satisfies PortalHandler<'revokeToken'>;

export const tokens = (async ({ context, scope }) => {
  const range = IDBKeyRange.bound([scope.portal.id], [scope.portal.id, []]);
  const rows = await context.store.portal.read((transaction) =>
    transaction.objectStore('tokens').index('user').getAll(range),
  );
  return { tokens: rows.filter((row) => row.expires > context.now()).map(shown) };
}) satisfies PortalHandler<'tokens'>;

export const revoke = ((call) =>
  change(call, async (transaction) => {
    const row = await transaction.objectStore('tokens').get(call.path.tokenId);
    if (row?.portalId !== call.scope.portal.id) throw missingFault('Token', call.path.tokenId);
    await transaction.objectStore('tokens').delete(row.id);
    return { success: true };
  })) satisfies PortalHandler<'revoke'>;

/** The text of a token cannot be shown: only its hash is stored. */
function shown({ id, username, created, expires, referer }: TokenRecord) {
  return { id, username, created, expires, ...(referer === undefined ? {} : { referer }) };
}
