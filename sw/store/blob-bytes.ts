/**
 * Blobs for browsers that cannot store any in IndexedDB, as WebKit in private windows: their bytes are stored instead.
 *
 * It works below everything else: `put` writes the bytes of each Blob in a value, and what is read has Blobs again. All of
 * such a file is in memory while it is read; that is why it is done only where nothing else goes.
 */

/** Where the database remembers that it is so, for the next start of the worker. */
export const blobBytesSetting = 'keeps-bytes-for-blobs';

interface StoredBlob {
  readonly $bytesOfBlob: ArrayBuffer;
  readonly type: string;
}

const bytesAtHand = new WeakMap<Blob, ArrayBuffer>();
/** Blobs that were put while their bytes were not at hand: in a transaction nothing else can be waited for, so it is ended. */
const awaited = new Set<Blob>();
const ending = new WeakSet<IDBTransaction>();
let isOn = false;

export const keepsBytesForBlobs = (): boolean => isOn;

/** True when an error of the browser says that it stores no Blobs. */
export const refusesBlobs = (error: unknown): boolean =>
  !isOn && error instanceof DOMException && error.name === 'UnknownError' && /\bBlob\b/.test(error.message);

/**
 * Read the bytes that were awaited, after a transaction ended with this error.
 *
 * @returns whether it may have ended for them, so that it is worth another try
 */
export async function readAwaitedBytes(error: unknown): Promise<boolean> {
  if (!isOn || !(error instanceof DOMException && error.name === 'AbortError')) return false;
  for (const blob of awaited) {
    bytesAtHand.set(blob, await blob.arrayBuffer());
    awaited.delete(blob);
  }
  return true;
}

/** Store bytes for Blobs from now on, in every database of this worker. Calling it again changes nothing. */
export function keepBytesForBlobs(): void {
  if (isOn) return;
  isOn = true;
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (value, key) {
    const converted = replaced(value, (found) => {
      if (!(found instanceof Blob)) return undefined;
      const bytes = bytesAtHand.get(found);
      if (!bytes) {
        // Ended a moment later, so that all that this task puts in one go is known for the next try.
        if (!ending.has(this.transaction)) queueMicrotask(() => this.transaction.abort());
        ending.add(this.transaction);
        awaited.add(found);
      }
      return { $bytesOfBlob: bytes, type: found.type };
    });
    return key === undefined ? put.call(this, converted) : put.call(this, converted, key);
  };
  reviveGetter(IDBRequest.prototype, 'result');
  reviveGetter(IDBCursorWithValue.prototype, 'value');
}

function reviveGetter(prototype: object, name: string): void {
  const getter = Object.getOwnPropertyDescriptor(prototype, name)!.get!;
  Object.defineProperty(prototype, name, {
    configurable: true,
    get() {
      return revived(getter.call(this));
    },
  });
}

const revived = (value: unknown): unknown =>
  replaced(value, (found) => {
    if (!isStoredBlob(found)) return undefined;
    const blob = new Blob([found.$bytesOfBlob], { type: found.type });
    // So that a Blob that was read can be written again at once.
    bytesAtHand.set(blob, found.$bytesOfBlob);
    return blob;
  });

const isStoredBlob = (value: unknown): value is StoredBlob =>
  typeof value === 'object' && value !== null && '$bytesOfBlob' in value;

/** A copy of plain objects and lists with some values replaced; the value itself where nothing was. */
function replaced(value: unknown, replacement: (value: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const other = replacement(value);
  if (other !== undefined) return other;
  if (Array.isArray(value)) {
    const list = value.map((item) => replaced(item, replacement));
    return list.some((item, index) => item !== value[index]) ? list : value;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, replaced(item, replacement)] as const);
  return entries.some(([name, item]) => item !== (value as Record<string, unknown>)[name])
    ? Object.fromEntries(entries)
    : value;
}
