import { Fault } from '../contract/index.ts';

/** One run of tiles of the same bytes; a run length of 0 points to a leaf directory instead. */
export interface PmtilesEntry {
  readonly tileId: number;
  readonly runLength: number;
  /** From the beginning of the tiles, or of the leaf directories. */
  readonly offset: number;
  readonly length: number;
}

/** Number a tile along the Hilbert curve, level after level (PMTiles specification 3, section 4.1). */
export function tileIdOf(level: number, row: number, col: number): number {
  let id = (4 ** level - 1) / 3;
  let x = col;
  let y = row;
  for (let side = 2 ** level / 2; side >= 1; side /= 2) {
    const right = Math.floor(x / side) % 2;
    const down = Math.floor(y / side) % 2;
    id += side * side * ((3 * right) ^ down);
    if (down === 0) {
      if (right === 1) {
        x = side - 1 - (x % side);
        y = side - 1 - (y % side);
      }
      [x, y] = [y, x];
    }
    x %= side;
    y %= side;
  }
  return id;
}

/** Find the tile of a number; the inverse of `tileIdOf`. */
export function tileOfId(tileId: number): { level: number; row: number; col: number } {
  let level = 0;
  let left = tileId;
  while (left >= 4 ** level) left -= 4 ** level++;
  let x = 0;
  let y = 0;
  for (let side = 1; side < 2 ** level; side *= 2) {
    const right = Math.floor(left / 2) % 2;
    const down = (left % 2) ^ right;
    if (down === 0) {
      if (right === 1) {
        x = side - 1 - x;
        y = side - 1 - y;
      }
      [x, y] = [y, x];
    }
    x += side * right;
    y += side * down;
    left = Math.floor(left / 4);
  }
  return { level, row: y, col: x };
}

/** Write a directory, not compressed (section 4.2): numbers as differences, all in seven bits a byte. */
export function writeDirectory(entries: readonly PmtilesEntry[]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  const put = (value: number): void => {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
    bytes.push(rest);
  };
  put(entries.length);
  for (const [i, { tileId }] of entries.entries()) put(tileId - (entries[i - 1]?.tileId ?? 0));
  for (const { runLength } of entries) put(runLength);
  for (const { length } of entries) put(length);
  for (const [i, { offset }] of entries.entries()) {
    const before = entries[i - 1];
    put(before && offset === before.offset + before.length ? 0 : offset + 1);
  }
  return Uint8Array.from(bytes);
}

/** Read a directory. @throws {Fault} `bad-package` when it ends early */
export function readDirectory(bytes: Uint8Array): PmtilesEntry[] {
  let at = 0;
  const take = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Fault('bad-package', 'PMTiles directory: more bytes expected, its end found.');
      value += (byte & 127) * scale;
      if (!Number.isSafeInteger(value))
        throw new Fault('bad-package', 'PMTiles directory: numbers up to 2^53 expected, a larger one found.');
      if (byte < 128) return value;
    }
  };
  const count = take();
  if (count > bytes.length)
    throw new Fault('bad-package', `PMTiles directory: at most ${bytes.length} entries expected, ${count} found.`);
  let id = 0;
  const ids = Array.from({ length: count }, () => (id += take()));
  const runs = ids.map(take);
  const lengths = ids.map(take);
  let end = 0;
  return ids.map((tileId, i) => {
    const said = take();
    const offset = said === 0 && i > 0 ? end : said - 1;
    end = offset + lengths[i]!;
    return { tileId, runLength: runs[i]!, offset, length: lengths[i]! };
  });
}
