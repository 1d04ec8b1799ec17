import { Fault } from '../../contract/index.ts';
import type { PortalHandler } from '../call.ts';
import { usernameOf } from '../call.ts';
import { change } from '../change.ts';
import { firstPasswordSetting, firstUsername } from '../first-run.ts';
import { hashPassword, isPassword } from '../password.ts';
import type { UserRecord } from '../schema/portal-records.ts';
import { missingFault } from '../scope.ts';
import { type PortalTransaction, startingWith } from '../store/portal-store.ts';
import { checkTried } from '../wrong-passwords.ts';

export const users = (async ({ context, scope }) => {
  const rows = await context.store.portal.all('users', [scope.portal.id]);
  return { users: rows.map(shown) };
}) satisfies PortalHandler<'users'>;

export const createUser = (async (call) => {
  const { context, values, scope } = call;
  const { username, fullName, email, role } = values;
  if (!/^[\w.@-]{1,128}$/.test(username)) {
    throw new Fault('bad-value', `'username': letters, digits, _ . @ - expected, "${username}" found.`);
  }
  const password = await hashPassword(values.password, context.passwordIterations);
  return change(call, async (transaction, emit) => {
    const key: [string, string] = [scope.portal.id, username];
    if (await transaction.objectStore('users').get(key)) {
      throw new Fault('conflict', `User "${username}" exists already.`);
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
    const row = await userIn(transaction, portal.id, call.path.username);
    const changed = { ...row, ...call.values, modified: call.context.now() };
    await requireAdministrator(transaction, changed);
    await transaction.objectStore('users').put(changed);
    const operation = changed.disabled === row.disabled ? 'update' : changed.disabled ? 'disable' : 'enable';
    emit({ portalId: portal.id, source: 'users', operation, id: row.username });
    return { success: true };
  })) satisfies PortalHandler<'updateUser'>;

export const changePassword = (async (call) => {
  const { context, scope, path, principal, values } = call;
  const before = await context.store.portal.get('users', [scope.portal.id, path.username]);
  if (!before) throw missingFault('User', path.username);
  const isAdministrator = principal.kind === 'user' && principal.role === 'administrator';
  const isRight = async () => (await isPassword(values.oldPassword ?? '', before.password)) || undefined;
  if (!isAdministrator && !(await checkTried(context, before, isRight))) {
    throw new Fault('bad-value', "'oldPassword': the present password expected, another found.");
  }
  const password = await hashPassword(values.newPassword, context.passwordIterations);
  const reply = await change(call, async (transaction) => {
    const row = await userIn(transaction, scope.portal.id, path.username);
    await transaction.objectStore('users').put({ ...row, password, modified: context.now() });
    const tokens = transaction.objectStore('tokens');
    const ids = await tokens.index('user').getAllKeys(IDBKeyRange.only([row.portalId, row.username]));
    // The session that changes the password stays signed in; all others end.
    const ownToken = principal.kind === 'user' ? principal.tokenId : '';
    await Promise.all(ids.filter((id) => id !== ownToken).map((id) => tokens.delete(id)));
    return { success: true };
  });
  if (path.username === firstUsername) await context.store.setSetting(firstPasswordSetting, null);
  return reply;
}) satisfies PortalHandler<'changePassword'>;

export const deleteUser = ((call) =>
  change(call, async (transaction, emit) => {
    const { portal } = call.scope;
    const row = await userIn(transaction, portal.id, call.path.username);
    const successor = usernameOf(call.principal);
    if (row.username === successor) throw new Fault('bad-value', 'Another account than the one signed in expected.');
    await requireAdministrator(transaction, { ...row, disabled: true });
    const tokens = transaction.objectStore('tokens');
    const ids = await tokens.index('user').getAllKeys(IDBKeyRange.only([portal.id, row.username]));
    const items = await transaction.objectStore('items').getAll(startingWith([portal.id]));
    const groups = await transaction.objectStore('groups').getAll(startingWith([portal.id]));
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

async function userIn(transaction: PortalTransaction, portalId: string, username: string): Promise<UserRecord> {
  const row = await transaction.objectStore('users').get([portalId, username]);
  if (!row) throw missingFault('User', username);
  return row;
}

/** @throws {Fault} `conflict` when the portal would be left without an administrator */
async function requireAdministrator(transaction: PortalTransaction, changed: UserRecord): Promise<void> {
  const rows = await transaction.objectStore('users').getAll(startingWith([changed.portalId]));
  const after = rows.map((row) => (row.username === changed.username ? changed : row));
  if (after.some((row) => row.role === 'administrator' && !row.disabled)) return;
  throw new Fault('conflict', 'One enabled administrator must remain in the portal.');
}

function shown({ password: _, portalId: __, ...row }: UserRecord) {
  return { ...row };
}
