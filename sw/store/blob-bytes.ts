/**
 * Support for browsers that can't store Blobs in IndexedDB, like WebKit in private windows: their bytes are stored
 * instead, and become Blobs again when a record is read.
 *
 * The whole file is then in memory while it is read, so this is only used as a last resort.
 */

/** Name of the setting that remembers this mode for the next start of the worker. */
export const blobBytesSetting = 'keeps-bytes-for-blobs';

interface StoredBlob {
  readonly $bytesOfBlob: ArrayBuffer;
  readonly type: string;
}

const bytesAtHand = new WeakMap<Blob, ArrayBuffer>();
let isOn = false;

export const keepsBytesForBlobs = (): boolean => isOn;

/** Store bytes instead of Blobs from now on, in every database of this worker. */
export const keepBytesForBlobs = (): void => {
  isOn = true;
};

/** Check whether an error means that the browser can't store Blobs. */
export const refusesBlobs = (error: unknown): boolean =>
  !isOn && error instanceof DOMException && error.name === 'UnknownError' && /\bBlob\b/.test(error.message);

/**
 * Replace the Blobs of a record by their bytes.
 *
 * @param missing collects the Blobs whose bytes aren't loaded. If there are any, load them and try again, because a
 *   transaction can't wait for them
 */
export const replaceBlobs = (row: unknown, missing: Set<Blob>): unknown =>
  isOn
    ? replaceValues(row, (value) => {
        if (!(value instanceof Blob)) return undefined;
        const bytes = bytesAtHand.get(value);
        if (!bytes) missing.add(value);
        return { $bytesOfBlob: bytes, type: value.type };
      })
    : row;

/** Load the bytes of Blobs, so that they can be stored. */
export async function loadBytes(blobs: Iterable<Blob>): Promise<void> {
  for (const blob of blobs) bytesAtHand.set(blob, await blob.arrayBuffer());
}

/** Replace the stored bytes in a record by Blobs. */
export const reviveBlobs = (row: unknown): unknown =>
  replaceValues(row, (value) => {
    if (!isStoredBlob(value)) return undefined;
    const blob = new Blob([value.$bytesOfBlob], { type: value.type });
    // A Blob that was read can then be written again without loading it.
    bytesAtHand.set(blob, value.$bytesOfBlob);
    return blob;
  });

const isStoredBlob = (value: unknown): value is StoredBlob =>
  typeof value === 'object' && value !== null && '$bytesOfBlob' in value;

/** Return a copy of plain objects and lists with some values replaced; the value itself if nothing was. */
function replaceValues(value: unknown, replacement: (value: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const other = replacement(value);
  if (other !== undefined) return other;
  if (Array.isArray(value)) {
    const list = value.map((item) => replaceValues(item, replacement));
    return list.some((item, index) => item !== value[index]) ? list : value;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, replaceValues(item, replacement)] as const);
  return entries.some(([name, item]) => item !== (value as Record<string, unknown>)[name])
    ? Object.fromEntries(entries)
    : value;
}
