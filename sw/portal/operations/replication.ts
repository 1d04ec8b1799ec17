import { Fault } from '../../contract/index.ts';
import { linkOf, type PortalCall, type PortalHandler } from '../call.ts';
import { missingFault } from '../scope.ts';
import { readBundleFile, writeBundleFile } from '../sync/bundle-file.ts';
import { dropParts, keepPart } from '../sync/incoming-parts.ts';
import { localPeer } from '../sync/local-peer.ts';

type Replication = 'replicationItems' | 'replicationItem' | 'replicationImport' | 'replicationRemove';

const here = ({ context, scope, path }: PortalCall<Replication>) =>
  localPeer(context, scope.portal.id, path.workspaceId);
/** Who synchronises has the lease, on its own server; here there is none to check. */
const noLease = async () => undefined;

export const replicationItems: PortalHandler<'replicationItems'> = async (call) => ({
  ...(await here(call).inventory()),
});

export const replicationItem: PortalHandler<'replicationItem'> = async (call) => {
  const { principal, scope } = call;
  const link = principal.kind === 'peer' && scope.workspace ? linkOf(scope.workspace, principal.portalId) : undefined;
  if (!link || link.accessMode === 'send') throw missingFault('Item', call.path.itemId);
  return new Response(writeBundleFile(await here(call).read(call.path.itemId, call.values.byReference)), {
    headers: { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' },
  });
};

export const replicationImport: PortalHandler<'replicationImport'> = async (call) => {
  const { context, scope } = call;
  const whole = await wholeFile(call);
  if (!whole) return { success: true, isComplete: false };
  const bundle = await readBundleFile(whole.file);
  const viaPortalId = call.principal.kind === 'peer' ? call.principal.portalId : '';
  const origin = bundle.item.origin?.portalId ?? viaPortalId;
  // A participant speaks for itself; what it passes on keeps its first origin.
  const item = { ...bundle.item, portalId: bundle.item.origin ? origin : viaPortalId };
  await here(call).write({ ...bundle, item }, viaPortalId, (transaction) =>
    dropParts(transaction, scope.portal.id, whole.upload, context.now()),
  );
  return { success: true, itemId: item.id };
};

export const replicationRemove: PortalHandler<'replicationRemove'> = async (call) => {
  const { itemId } = call.values;
  const item = await call.context.store.portal.get('items', [call.scope.portal.id, itemId]);
  const via = call.principal.kind === 'peer' ? call.principal.portalId : '';
  if (item?.origin?.viaPortalId === via) await here(call).remove(itemId, noLease);
  return { success: true, itemId };
};

interface Whole {
  readonly file: Blob;
  readonly upload: string;
}

/** The file of a request, put together where it comes in parts; undefined while parts are missing. */
async function wholeFile({ context, scope, values }: PortalCall<'replicationImport'>): Promise<Whole | undefined> {
  const { file, upload = '', part = 0, parts = 1 } = values;
  if (parts === 1) return { file, upload };
  if (!/^[0-9a-f]{32}$/.test(upload) || part >= parts) {
    throw new Fault('bad-value', "'upload', 'part' and 'parts': an id and a part below the number of parts expected.");
  }
  const whole = await keepPart(context, scope.portal.id, { upload, part, parts, file });
  return whole && { file: whole, upload };
}
