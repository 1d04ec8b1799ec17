import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/*
 * Pages of LMDB's file format 2, little endian: number (8 bytes), transaction (8), padding (2), kind (2), then the ends
 * of the offsets and of the free space (2 each), the offsets of the entries, free space, and the entries. An entry has
 * a number (6 bytes: child page or size of the value), flags in a leaf, the size of its key (2), key and value.
 */
const headerBytes = 24;
const entryBytes = 8;
const kinds = { branch: 1, leaf: 2, overflow: 4, meta: 8 };
const metaMagic = 0xbeefc0de;
/** Flag of an entry whose value is in pages of its own. */
const isLarge = 1;
/** Larger databases aren't checked completely, because that would delay the start. Branches come before leaves. */
const maxPages = 5000;

/**
 * Check the pages of the latest snapshot, because LMDB ends the process when it meets a damaged or missing page.
 *
 * @param path of `data.mdb`, which needn't exist
 * @returns whether the file is sound, or another process writes it faster than it can be checked
 */
export function isSoundLmdb(path: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return true;
  }
  try {
    if (fstatSync(file).size === 0) return true;
    // A writer may reuse pages of a snapshot that has become old.
    for (let tries = 0, checked = -1; tries < 5; tries++) {
      const meta = readMeta(file);
      if (meta === undefined || meta.transaction === checked) return false;
      if (areSoundPages(file, meta)) return true;
      checked = meta.transaction;
    }
    return true;
  } finally {
    closeSync(file);
  }
}

function read(file: number, offset: number, length: number, view = new DataView(new ArrayBuffer(length))) {
  return readSync(file, view, 0, length, offset) === length ? view : undefined;
}

/** Read an unsigned number of 64 bits; numbers beyond 2^53 are never valid. */
const readLong = (view: DataView, offset: number): number =>
  view.getUint32(offset, true) + view.getUint32(offset + 4, true) * 2 ** 32;

interface Meta {
  readonly pageBytes: number;
  /** Number of the transaction that wrote the snapshot. */
  readonly transaction: number;
  /** Pages at which the tree of free pages and the tree of entries begin. */
  readonly roots: readonly number[];
}

/** Read the latest of both meta pages; undefined if one is damaged. */
function readMeta(file: number): Meta | undefined {
  const pageBytes = read(file, 48, 4)?.getUint32(0, true) ?? 0;
  if (pageBytes < 512 || pageBytes > 65_536) return undefined;
  const metas = [0, 1].map((page) => read(file, page * pageBytes, 160));
  if (!metas.every((view) => view?.getUint16(18, true) === kinds.meta && view.getUint32(24, true) === metaMagic))
    return undefined;
  const latest = metas.reduce((a, b) => (readLong(a!, 152) > readLong(b!, 152) ? a : b))!;
  return { pageBytes, transaction: readLong(latest, 152), roots: [readLong(latest, 88), readLong(latest, 136)] };
}

function areSoundPages(file: number, { pageBytes, transaction, roots }: Meta): boolean {
  const fileBytes = fstatSync(file).size;
  const noPage = 2 ** 64;
  const buffer = new DataView(new ArrayBuffer(pageBytes));
  const pages = roots.filter((page) => page !== noPage);
  for (let i = 0; i < Math.min(pages.length, maxPages); i++) {
    const number = pages[i]!;
    const page = number < fileBytes / pageBytes ? read(file, number * pageBytes, pageBytes, buffer) : undefined;
    if (page === undefined || readLong(page, 0) !== number || readLong(page, 8) > transaction) return false;
    const kind = page.getUint16(18, true);
    if (kind === kinds.overflow) {
      if ((number + page.getUint32(20, true)) * pageBytes > fileBytes) return false;
      continue;
    }
    const [count, end] = [page.getUint16(20, true) / 2, page.getUint16(22, true)];
    if ((kind !== kinds.branch && kind !== kinds.leaf) || count * 2 > end || end > pageBytes - headerBytes)
      return false;
    for (let entry = 0; entry < count; entry++) {
      const offset = headerBytes + page.getUint16(headerBytes + entry * 2, true);
      if (offset + entryBytes > pageBytes) return false;
      const value = offset + entryBytes + page.getUint16(offset + 6, true);
      const size = page.getUint32(offset, true);
      const flags = page.getUint16(offset + 4, true);
      const isInline = kind === kinds.leaf && flags !== isLarge;
      if (value + (isInline ? size : kind === kinds.leaf ? 8 : 0) > pageBytes) return false;
      if (kind === kinds.branch) pages.push(size + flags * 2 ** 32);
      else if (!isInline) pages.push(readLong(page, value));
    }
  }
  return true;
}
