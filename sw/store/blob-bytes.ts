/**
 * Support for browsers that can't store Blobs in IndexedDB, like WebKit in private windows: their bytes are stored
 * instead.
 *
 * This works below all other code: `put` stores the bytes of each Blob in a value, and reading turns them into Blobs
 * again. The whole file is then in memory while it is read, so this is only used as a last resort.
 */

/** Name of the setting that remembers this mode for the next start of the worker. */
export const blobBytesSetting = 'keeps-bytes-for-blobs';

interface StoredBlob {
  readonly $bytesOfBlob: ArrayBuffer;
  readonly type: string;
}

const bytesAtHand = new WeakMap<Blob, ArrayBuffer>();
/**
 * Blobs that were put before their bytes were loaded. A transaction can't wait for anything else, so it is aborted and
 * retried.
 */
const awaited = new Set<Blob>();
const ending = new WeakSet<IDBTransaction>();
let isOn = false;

export const keepsBytesForBlobs = (): boolean => isOn;

/** Whether an error means that the browser can't store Blobs. */
export const refusesBlobs = (error: unknown): boolean =>
  !isOn && error instanceof DOMException && error.name === 'UnknownError' && /\bBlob\b/.test(error.message);

/**
 * Load the bytes of the awaited Blobs after a transaction failed with this error.
 *
 * @returns whether missing bytes may be the cause, so that a retry is worthwhile
 */
export async function readAwaitedBytes(error: unknown): Promise<boolean> {
  if (!isOn || !(error instanceof DOMException && error.name === 'AbortError')) return false;
  for (const blob of awaited) {
    bytesAtHand.set(blob, await blob.arrayBuffer());
    awaited.delete(blob);
  }
  return true;
}

/** Store bytes instead of Blobs from now on, in every database of this worker. Repeated calls have no effect. */
export function keepBytesForBlobs(): void {
  if (isOn) return;
  isOn = true;
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (value, key) {
    const converted = replaceValues(value, (stored) => {
      if (!(stored instanceof Blob)) return undefined;
      const bytes = bytesAtHand.get(stored);
      if (!bytes) {
        // Abort in a microtask, so that all Blobs this task puts are known for the retry.
        if (!ending.has(this.transaction)) queueMicrotask(() => this.transaction.abort());
        ending.add(this.transaction);
        awaited.add(stored);
      }
      return { $bytesOfBlob: bytes, type: stored.type };
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
      return reviveBlobs(getter.call(this));
    },
  });
}

const reviveBlobs = (value: unknown): unknown =>
  replaceValues(value, (stored) => {
    if (!isStoredBlob(stored)) return undefined;
    const blob = new Blob([stored.$bytesOfBlob], { type: stored.type });
    // A Blob that was read can then be written again without a retry.
    bytesAtHand.set(blob, stored.$bytesOfBlob);
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
