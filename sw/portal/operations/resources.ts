import { Fault, wrongValue } from '../../contract/index.ts';
import { makeResultPage, type PortalHandler, principalUsername } from '../call.ts';
import { change } from '../change.ts';
import { rowIn } from '../store/portal-store.ts';
import { fileResponse, readUpload } from '../upload.ts';

export const resources = (async ({ context, scope, values }) => {
  const rows = await context.store.portal.all('resources', [scope.portal.id]);
  return makeResultPage('resources', rows, values, ({ key, owner, access, type, created, blob }) => ({
    key,
    owner,
    access,
    contentType: type,
    size: blob.size,
    created,
  }));
}) satisfies PortalHandler<'resources'>;

export const resource = (async ({ context, scope, path }) => {
  const row = await context.store.portal.read((transaction) =>
    rowIn(transaction, 'resources', [scope.portal.id, path.key]),
  );
  return fileResponse(row.blob, row.type, row.key);
}) satisfies PortalHandler<'resource'>;

export const addResource = (async (call) => {
  const { context, scope, values } = call;
  const key = checkKey('key', values.key);
  const upload = readUpload(values);
  if (!upload) throw new Fault('missing-element', "'file' or 'text' is required.");
  return change(call, async (transaction, emit) => {
    const owner = principalUsername(call.principal);
    const { blob, type } = upload;
    const row = { portalId: scope.portal.id, key, owner, access: values.access, type, created: context.now(), blob };
    const isNew = (await transaction.objectStore('resources').getKey([scope.portal.id, key])) === undefined;
    await transaction.objectStore('resources').put(row);
    emit({ portalId: scope.portal.id, source: 'resources', operation: isNew ? 'add' : 'update', id: key });
    return { success: true, key, owner };
  });
}) satisfies PortalHandler<'addResource'>;

export const removeResource = ((call) =>
  change(call, async (transaction, emit) => {
    const { scope, values } = call;
    const key: [string, string] = [scope.portal.id, values.key];
    // A resource that no longer exists counts as removed, because a request can arrive twice.
    if ((await transaction.objectStore('resources').getKey(key)) === undefined)
      return { success: true, removed: false };
    await transaction.objectStore('resources').delete(key);
    emit({ portalId: scope.portal.id, source: 'resources', operation: 'remove', id: values.key });
    return { success: true };
  })) satisfies PortalHandler<'removeResource'>;

/**
 * Check the name of a resource, which becomes part of URLs.
 *
 * @throws {Fault} `bad-value` for control characters, and for segments that URLs remove (empty, `.` and `..`)
 */
export function checkKey(parameter: string, key: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  const isBad = key === '' || key.length > 400 || /[\u0000-\u001f\u007f]/.test(key);
  if (!isBad && key.split('/').every((part) => part !== '' && part !== '.' && part !== '..')) return key;
  throw wrongValue(
    'bad-value',
    `'${parameter}'`,
    `a name of at most 400 characters without empty, "." or ".." segments`,
    `${JSON.stringify(key.slice(0, 80))}`,
  );
}
