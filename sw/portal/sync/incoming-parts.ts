import type { Context } from '../../context.ts';
import { type PortalTransaction, type ReplicationTransaction, startingWith } from '../../store/portal.ts';

/** Parts whose others have not come for so long are cleared away. */
const abandonedMs = 60 * 60 * 1000;

interface Part {
  /** 32 lower-case hex digits. */
  readonly upload: string;
  /** From 0. */
  readonly part: number;
  readonly parts: number;
  readonly file: Blob;
}

/** Parts wait among the files of items, as those of an item that no id can name. */
const waiting = 'incoming ';

/**
 * Keep a part of an item that comes from another server. The same part twice is as once.
 *
 * @returns the whole file when nothing is missing any more
 */
export function keepPart(context: Context, portalId: string, { upload, part, parts, file }: Part) {
  const itemId = waiting + upload;
  const created = context.now();
  return context.store.portal.write(async (transaction): Promise<Blob | undefined> => {
    const files = transaction.objectStore('itemFiles');
    await dropAbandoned(transaction, portalId, created);
    const name = String(part).padStart(5, '0');
    await files.put({ portalId, itemId, name, fileName: '', type: file.type, blob: file, created });
    const kept = await files.getAll(startingWith([portalId, itemId]));
    return kept.length === parts ? new Blob(kept.map((one) => one.blob)) : undefined;
  });
}

/** Forget the parts of an upload, within the transaction that writes its item. */
export async function dropParts(
  transaction: ReplicationTransaction,
  portalId: string,
  upload: string,
  now: number,
): Promise<void> {
  if (upload) await transaction.objectStore('itemFiles').delete(startingWith([portalId, waiting + upload]));
  await dropAbandoned(transaction, portalId, now);
}

async function dropAbandoned(
  stores: PortalTransaction | ReplicationTransaction,
  portalId: string,
  now: number,
): Promise<void> {
  const files = (stores as PortalTransaction).objectStore('itemFiles');
  const all = await files.getAll(IDBKeyRange.bound([portalId, waiting], [portalId, `${waiting}~`]));
  for (const { itemId, name, created } of all) {
    if (created < now - abandonedMs) await files.delete([portalId, itemId, name]);
  }
}
