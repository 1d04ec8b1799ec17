import { inBackground } from '../../context.ts';
import { badValue, Fault } from '../../contract/index.ts';
import { keysStartingWith } from '../../store/database.ts';
import { findPortal } from '../authorize.ts';
import { type PortalCall, type PortalHandler, principalUsername } from '../call.ts';
import { change } from '../change.ts';
import type { PortalRequestOf } from '../contract/index.ts';
import { deliverDue } from '../deliver.ts';
import { firstPasswordSetting, firstUsername } from '../first-run.ts';
import { checkTried, hashPassword, isPassword } from '../password.ts';
import { issueToken, type Principal } from '../principal.ts';
import type { PortalRecord, UserRecord } from '../schema/portal-records.ts';
import { missingFault, type PortalTransaction, rowIn } from '../store/portal-store.ts';
import { resumeInterrupted, runSchedules } from '../sync/start-sync.ts';

type SignIn = 'generateToken' | 'generateServerToken' | 'generatePortalToken';

/**
 * Sign in and issue a token.
 *
 * @throws {Fault} `bad-value` that doesn't reveal whether the account or the password was wrong, `too-many-tries` as
 *   `checkTried`
 */
async function signIn(call: PortalCall<SignIn>, portalId: string) {
  const { context, principal } = call;
  const { username, password, client, referer, ip, expiration }: PortalRequestOf<'generatePortalToken'> = call.values;
  if (client === 'referer' && referer === undefined) {
    throw new Fault('missing-element', "'referer' is required when 'client' is referer.");
  }
  if (client === 'ip' && ip === undefined) throw new Fault('missing-element', "'ip' is required when 'client' is ip.");
  const account = await context.store.portal.read(async (transaction) => {
    const portal = await findPortal(transaction, portalId, principal);
    return portal && { id: portal.id, user: await transaction.objectStore('users').get([portal.id, username]) };
  });
  const user = await checkTried(context, { portalId: account?.id ?? portalId, username }, async () => {
    const isRight = await isPassword(password, account?.user?.password, context.passwordIterations);
    return isRight && !account?.user?.disabled ? account?.user : undefined;
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
  const rows = await context.store.portal.read((transaction) =>
    transaction
      .objectStore('tokens')
      .index('user')
      .getAll(keysStartingWith([scope.portal.id])),
  );
  const valid = rows.filter((row) => row.expires > context.now());
  // Tokens can't be shown, because only their hashes are stored.
  return { tokens: valid.map(({ portalId: _, ...shown }) => shown) };
}) satisfies PortalHandler<'tokens'>;

export const revoke = ((call) =>
  change(call, async (transaction) => {
    const row = await transaction.objectStore('tokens').get(call.path.tokenId);
    if (row?.portalId !== call.scope.portal.id) throw missingFault('Token', call.path.tokenId);
    await transaction.objectStore('tokens').delete(row.id);
    return { success: true };
  })) satisfies PortalHandler<'revoke'>;

export const portals = (async ({ context, principal }) => {
  const rows = await context.store.portal.all('portals');
  return {
    portals: rows
      .toSorted((a, b) => a.created - b.created || a.name.localeCompare(b.name))
      .map((row) => toPortalView(row, principal)),
  };
}) satisfies PortalHandler<'portals'>;

export const portal = (async ({ scope, principal }) =>
  toPortalView(scope.portal, principal)) satisfies PortalHandler<'portal'>;

export const updatePortal = ((call) =>
  change(call, async (transaction) => {
    const row = (await transaction.objectStore('portals').get(call.scope.portal.id)) ?? call.scope.portal;
    const { name = row.name, description = row.description, pageSignIn = row.pageSignIn } = call.values;
    const modified = call.context.now();
    await transaction.objectStore('portals').put({ ...row, name, description, pageSignIn, modified });
    return { success: true };
  })) satisfies PortalHandler<'updatePortal'>;

export const runDue = (async ({ context, scope }) => {
  const resumed = await resumeInterrupted(context);
  const scheduled = await runSchedules(context, scope.portal.id);
  inBackground(context, deliverDue(context));
  return { success: true, resumed, scheduled };
}) satisfies PortalHandler<'runDue'>;

function toPortalView(row: PortalRecord, principal: Principal) {
  const { id, name, description, created, modified, folder, isDefault, pageSignIn } = row;
  const isMember = principal.kind === 'user' && principal.portalId === id;
  return {
    id,
    name,
    description,
    isDefault,
    created,
    modified,
    ...(isMember && { folder, pageSignIn, user: { username: principal.username, role: principal.role } }),
  };
}

export const users = (async ({ context, scope }) => {
  const rows = await context.store.portal.all('users', [scope.portal.id]);
  return { users: rows.map(({ password: _, portalId: __, ...shown }) => shown) };
}) satisfies PortalHandler<'users'>;

export const createUser = (async (call) => {
  const { context, values, scope } = call;
  const { username, fullName, email, role } = values;
  if (!/^[\w.@-]{1,128}$/.test(username)) {
    throw badValue(`'username'`, 'letters, digits, _ . @ -', username);
  }
  const password = await hashPassword(values.password, context.passwordIterations);
  return change(call, async (transaction, emit) => {
    const key: [string, string] = [scope.portal.id, username];
    if (await transaction.objectStore('users').get(key)) {
      throw new Fault('conflict', `User "${username}" already exists. Choose another name.`);
    }
    const created = context.now();
    const row = { portalId: scope.portal.id, username, fullName, email, role, password };
    await transaction.objectStore('users').put({ ...row, disabled: false, created, modified: created });
    emit({ portalId: scope.portal.id, source: 'users', operation: 'add', id: username });
    return { success: true, username };
  });
}) satisfies PortalHandler<'createUser'>;

export const updateUser = ((call) =>
  change(call, async (transaction, emit) => {
    const { portal } = call.scope;
    const row = await rowIn(transaction, 'users', [portal.id, call.path.username]);
    const changed = { ...row, ...call.values, modified: call.context.now() };
    await requireAdministrator(transaction, changed);
    await transaction.objectStore('users').put(changed);
    const operation = changed.disabled === row.disabled ? 'update' : changed.disabled ? 'disable' : 'enable';
    emit({ portalId: portal.id, source: 'users', operation, id: row.username });
    return { success: true };
  })) satisfies PortalHandler<'updateUser'>;

export const changePassword = (async (call) => {
  const { context, scope, path, principal, values } = call;
  const key: [string, string] = [scope.portal.id, path.username];
  const before = await context.store.portal.read((transaction) => rowIn(transaction, 'users', key));
  const isAdministrator = principal.kind === 'user' && principal.role === 'administrator';
  const isRight = async () => (await isPassword(values.oldPassword ?? '', before.password)) || undefined;
  if (!isAdministrator && !(await checkTried(context, before, isRight))) {
    throw new Fault('bad-value', "'oldPassword' is wrong.");
  }
  const password = await hashPassword(values.newPassword, context.passwordIterations);
  const reply = await change(call, async (transaction) => {
    const row = await rowIn(transaction, 'users', key);
    await transaction.objectStore('users').put({ ...row, password, modified: context.now() });
    const tokens = transaction.objectStore('tokens');
    const ids = await tokens.index('user').getAllKeys([row.portalId, row.username]);
    // The session that changes the password stays signed in, all other sessions end.
    const currentTokenId = principal.kind === 'user' ? principal.tokenId : '';
    await Promise.all(ids.filter((id) => id !== currentTokenId).map((id) => tokens.delete(id)));
    return { success: true };
  });
  if (path.username === firstUsername) await context.store.setSetting(firstPasswordSetting, null);
  return reply;
}) satisfies PortalHandler<'changePassword'>;

export const deleteUser = ((call) =>
  change(call, async (transaction, emit) => {
    const { portal } = call.scope;
    const row = await rowIn(transaction, 'users', [portal.id, call.path.username]);
    const successor = principalUsername(call.principal);
    if (row.username === successor) throw new Fault('bad-value', "You can't delete the account you're signed in with.");
    await requireAdministrator(transaction, { ...row, disabled: true });
    const tokens = transaction.objectStore('tokens');
    const ids = await tokens.index('user').getAllKeys([portal.id, row.username]);
    const items = await transaction.objectStore('items').getAll(keysStartingWith([portal.id]));
    const groups = await transaction.objectStore('groups').getAll(keysStartingWith([portal.id]));
    await Promise.all([
      transaction.objectStore('users').delete([portal.id, row.username]),
      ...ids.map((id) => tokens.delete(id)),
      ...items
        .filter((item) => item.owner === row.username)
        .map((item) => transaction.objectStore('items').put({ ...item, owner: successor })),
      ...groups
        .filter((group) => group.owner === row.username)
        .map((group) => transaction.objectStore('groups').put({ ...group, owner: successor })),
    ]);
    emit({ portalId: portal.id, source: 'users', operation: 'delete', id: row.username });
    return { success: true };
  })) satisfies PortalHandler<'deleteUser'>;

/**
 * Check that a change leaves the portal with an administrator.
 *
 * @throws {Fault} `conflict` when no administrator would be left
 */
async function requireAdministrator(transaction: PortalTransaction, changed: UserRecord): Promise<void> {
  const rows = await transaction.objectStore('users').getAll(keysStartingWith([changed.portalId]));
  const after = rows.map((row) => (row.username === changed.username ? changed : row));
  if (after.some((row) => row.role === 'administrator' && !row.disabled)) return;
  throw new Fault('conflict', "You can't remove the last enabled administrator. Add another one first.");
}
