const headBytes = 32;
const frameHeadBytes = 24;

/**
 * Write back the contents of the journal (`-wal`) beside a database, as SQLite does when it opens both (sqlite.org/fileformat2.html,
 * 4): the pages of all transactions that were finished. What comes after a frame that does not add up belongs to an older journal or
 * was never written whole, and is not looked at.
 *
 * @returns a database of its own; undefined when no transaction in the journal was finished
 */
export function withJournal(database: Uint8Array, journal: Uint8Array): Uint8Array | undefined {
  if (journal.length < headBytes) return undefined;
  const view = new DataView(journal.buffer, journal.byteOffset, journal.byteLength);
  const magic = view.getUint32(0);
  const pageBytes = view.getUint32(8);
  if ((magic & ~1) >>> 0 !== 0x377f0682 || pageBytes < 512 || pageBytes > 65536) return undefined;
  // The magic number says how the words were read that are summed up; all else is big-endian.
  const sums = checkSums(view, (magic & 1) === 0);
  sums.add(0, 24);
  if (!sums.isAt(24)) return undefined;
  /** Where each page of the finished transactions stands. */
  const finished = new Map<number, number>();
  const open = new Map<number, number>();
  let pageCount = 0;
  const frameBytes = frameHeadBytes + pageBytes;
  for (let at = headBytes; at + frameBytes <= journal.length; at += frameBytes) {
    const isOfJournal = view.getUint32(at + 8) === view.getUint32(16) && view.getUint32(at + 12) === view.getUint32(20);
    if (!isOfJournal) break;
    sums.add(at, 8);
    sums.add(at + frameHeadBytes, pageBytes);
    if (!sums.isAt(at + 16)) break;
    open.set(view.getUint32(at), at + frameHeadBytes);
    const countAfter = view.getUint32(at + 4);
    if (countAfter === 0) continue;
    pageCount = countAfter;
    for (const [page, where] of open) finished.set(page, where);
    open.clear();
  }
  // A database has no pages but those of both.
  if (pageCount === 0 || pageCount * pageBytes > database.length + journal.length) return undefined;
  const whole = new Uint8Array(pageCount * pageBytes);
  whole.set(database.subarray(0, whole.length));
  for (const [page, where] of finished)
    if (page >= 1 && page <= pageCount) whole.set(journal.subarray(where, where + pageBytes), (page - 1) * pageBytes);
  return whole;
}

/** The two running sums over pairs of words. */
function checkSums(view: DataView, isLittle: boolean) {
  let [first, second] = [0, 0];
  return {
    add(from: number, bytes: number): void {
      for (let at = from; at < from + bytes; at += 8) {
        first = (first + view.getUint32(at, isLittle) + second) >>> 0;
        second = (second + view.getUint32(at + 4, isLittle) + first) >>> 0;
      }
    },
    isAt: (at: number): boolean => view.getUint32(at) === first && view.getUint32(at + 4) === second,
  };
}
