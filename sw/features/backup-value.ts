import { Fault } from '../contract/index.ts';

/** Keeps the Blobs of a backup: gives each the name under which it stands in the file. */
type KeepBlob = (blob: Blob) => string;
type FindBlob = (name: string) => Blob;

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
 * @param find gives the Blob of a name, or throws
 * @throws {Fault} `bad-package` for a marked value that is none
 */
export async function fromBackupValue(value: unknown, find: FindBlob): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Promise.all(value.map((item) => fromBackupValue(item, find)));
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
      const blob = find(String(marked.$blob));
      return blob.slice(0, blob.size, String(marked.type ?? ''));
    }
    case '$buffer':
      return find(String(marked.$buffer)).arrayBuffer();
    case '$view': {
      const View = views[marked.$view as ViewName];
      if (!View)
        throw new Fault(
          'bad-package',
          `Backup: a kind of bytes expected, "${String(marked.$view).slice(0, 40)}" found.`,
        );
      return new View(await find(String(marked.blob)).arrayBuffer());
    }
    case '$map':
      return new Map((await fromBackupValue(marked.$map, find)) as [unknown, unknown][]);
    case '$set':
      return new Set((await fromBackupValue(marked.$set, find)) as unknown[]);
    case '$object':
      return membersOf(marked.$object as Record<string, unknown>, find);
    default:
      return membersOf(marked, find);
  }
}

async function membersOf(value: Record<string, unknown>, find: FindBlob): Promise<Record<string, unknown>> {
  const members = await Promise.all(
    Object.entries(value).map(async ([name, member]) => [name, await fromBackupValue(member, find)] as const),
  );
  return Object.fromEntries(members);
}
