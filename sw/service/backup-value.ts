import { Fault } from '../contract/index.ts';

/** Keeps the Blobs of a backup: gives each its name in the file. */
type KeepBlob = (blob: Blob) => string;
/** Gives the Blobs of a backup by their names. Both throw where there is none. */
export interface FoundBlobs {
  blob(name: string): Blob;
  bytes(name: string): Promise<ArrayBuffer>;
}

const views = {
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
};
type ViewName = keyof typeof views;

/**
 * Turn a stored value into what JSON can hold. Dates, bytes, Blobs, maps and sets, lists with names that begin with `$`
 * and absent members come back as they were.
 */
export function toBackupValue(value: unknown, keep: KeepBlob): unknown {
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'number' && !Number.isFinite(value)) return { $number: String(value) };
    if (typeof value === 'bigint') return { $bigint: String(value) };
    return value;
  }
  if (value instanceof Date) return { $date: value.getTime() };
  if (value instanceof Blob) return { $blob: keep(value), type: value.type };
  if (value instanceof ArrayBuffer) return { $buffer: keep(new Blob([value])) };
  if (ArrayBuffer.isView(value))
    return { $view: value.constructor.name, blob: keep(new Blob([value as Uint8Array<ArrayBuffer>])) };
  if (Array.isArray(value)) return value.map((item) => toBackupValue(item, keep));
  if (value instanceof Map)
    return { $map: [...value].map(([key, item]) => [toBackupValue(key, keep), toBackupValue(item, keep)]) };
  if (value instanceof Set) return { $set: [...value].map((item) => toBackupValue(item, keep)) };
  const members = Object.entries(value).map(([name, member]) => [name, toBackupValue(member, keep)] as const);
  const plain = Object.fromEntries(members);
  return members.some(([name]) => name.startsWith('$')) ? { $object: plain } : plain;
}

/**
 * Turn back what `toBackupValue` made.
 *
 * @param found the Blobs beside the values
 * @throws {Fault} `bad-package` for a marked value that is none
 */
export async function fromBackupValue(value: unknown, found: FoundBlobs): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Promise.all(value.map((item) => fromBackupValue(item, found)));
  const marked = value as Record<string, unknown>;
  const mark = Object.keys(marked)[0];
  switch (mark) {
    case '$number':
      return Number(marked.$number);
    case '$bigint':
      return BigInt(String(marked.$bigint));
    case '$date':
      return new Date(Number(marked.$date));
    case '$blob': {
      const blob = found.blob(String(marked.$blob));
      return blob.slice(0, blob.size, String(marked.type ?? ''));
    }
    case '$buffer':
      return found.bytes(String(marked.$buffer));
    case '$view': {
      const View = views[marked.$view as ViewName];
      if (!View)
        throw new Fault(
          'bad-package',
          `Backup: a kind of bytes expected, "${String(marked.$view).slice(0, 40)}" found.`,
        );
      return new View(await found.bytes(String(marked.blob)));
    }
    case '$map':
      return new Map((await fromBackupValue(marked.$map, found)) as [unknown, unknown][]);
    case '$set':
      return new Set((await fromBackupValue(marked.$set, found)) as unknown[]);
    case '$object':
      return membersOf(marked.$object as Record<string, unknown>, found);
    default:
      return membersOf(marked, found);
  }
}

async function membersOf(value: Record<string, unknown>, found: FoundBlobs): Promise<Record<string, unknown>> {
  const members = await Promise.all(
    Object.entries(value).map(async ([name, member]) => [name, await fromBackupValue(member, found)] as const),
  );
  return Object.fromEntries(members);
}
