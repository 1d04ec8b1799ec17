import { readDecimal } from './read-decimal.ts';

/** The `coordinates` of one geometry, flat: positions -> paths -> groups of paths, as far as they nest. */
export interface FlatCoordinates {
  /** 1 for one position, 2 for a list of them, to 4. */
  readonly depth: number;
  /** [x0, y0, x1, y1, ...], shared with other geometries; gone when the next features are read. */
  readonly xy: Float64Array;
  /** Position behind each path, in `xy`. */
  readonly pathEnds: Int32Array;
  /** Path behind each group, in `pathEnds`. */
  readonly groupEnds: Int32Array;
  readonly firstPosition: number;
  readonly firstPath: number;
  readonly endPath: number;
  readonly firstGroup: number;
  readonly endGroup: number;
  /** There are positions of more than two numbers. */
  readonly hasHeights: boolean;
  /** The same as lists of lists. */
  readonly nested: () => unknown;
}

const [comma, openList, closeList] = [44, 91, 93] as const;
const deepest = 4;
/** Longer arrays are not used again. */
const mostRemembered = 1 << 22;

/** Reads coordinates one after the other into the same arrays. */
interface CoordinateReader {
  /** Forget what was read. */
  clear(): void;
  /**
   * Read lists of positions of finite numbers, all at one depth of at most four.
   *
   * @param from of the bracket that opens; one that closes must follow somewhere
   * @returns the position behind them; -1 where there is anything else, which is then not said to be wrong
   */
  read(bytes: Uint8Array, from: number): number;
  /** What `read` read last. */
  last(nested: () => unknown): FlatCoordinates;
}

/** Make a reader with arrays of its own, which grow with what they have to hold. */
export function coordinateReader(): CoordinateReader {
  let xy = new Float64Array(1 << 14);
  let pathEnds = new Int32Array(1 << 10);
  let groupEnds = new Int32Array(1 << 10);
  const count = { positions: 0, paths: 0, groups: 0 };
  let begun = { ...count };
  let depth = 0;
  let hasHeights = false;

  function readPositions(bytes: Uint8Array, from: number): number {
    let at = skipSpace(bytes, from);
    let { positions, paths, groups } = count;
    for (;;) {
      if (2 * positions + 3 > xy.length) xy = widened(xy, new Float64Array(2 * xy.length));
      at = readDecimal(bytes, at, xy, 2 * positions);
      if (at < 0) return -1;
      at = skipSpace(bytes, at);
      if (bytes[at] !== comma) return -1;
      at = readDecimal(bytes, skipSpace(bytes, at + 1), xy, 2 * positions + 1);
      if (at < 0) return -1;
      at = skipSpace(bytes, at);
      while (bytes[at] === comma) {
        hasHeights = true;
        // Overwritten by the next position.
        at = readDecimal(bytes, skipSpace(bytes, at + 1), xy, 2 * positions + 2);
        if (at < 0) return -1;
        at = skipSpace(bytes, at);
      }
      if (bytes[at] !== closeList) return -1;
      positions++;
      let level = depth - 1;
      for (;;) {
        at++;
        if (level === 0) {
          count.positions = positions;
          count.paths = paths;
          count.groups = groups;
          return at;
        }
        at = skipSpace(bytes, at);
        if (bytes[at] === comma) break;
        if (bytes[at] !== closeList) return -1;
        if (level === depth - 1) {
          if (paths === pathEnds.length) pathEnds = widened(pathEnds, new Int32Array(2 * paths));
          pathEnds[paths++] = positions;
        } else if (level === depth - 2) {
          if (groups === groupEnds.length) groupEnds = widened(groupEnds, new Int32Array(2 * groups));
          groupEnds[groups++] = paths;
        }
        level--;
      }
      at = skipSpace(bytes, at + 1);
      for (; level < depth; level++) {
        if (bytes[at] !== openList) return -1;
        at = skipSpace(bytes, at + 1);
      }
    }
  }

  return {
    clear() {
      if (xy.length > mostRemembered) xy = new Float64Array(1 << 14);
      count.positions = count.paths = count.groups = 0;
    },
    read(bytes, from) {
      begun = { ...count };
      hasHeights = false;
      depth = 0;
      let at = from;
      while (bytes[at] === openList) {
        depth++;
        at = skipSpace(bytes, at + 1);
      }
      return depth > deepest ? -1 : readPositions(bytes, at);
    },
    last: (nested) => ({
      depth,
      xy,
      pathEnds,
      groupEnds,
      firstPosition: begun.positions,
      firstPath: begun.paths,
      endPath: count.paths,
      firstGroup: begun.groups,
      endGroup: count.groups,
      hasHeights,
      nested,
    }),
  };
}

/** The next position whose byte is no white space of JSON. */
export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const byte = bytes[at]!;
    if (byte > 32 || (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9)) return at;
    at++;
  }
}

function widened<A extends Float64Array | Int32Array>(narrow: A, wide: A): A {
  wide.set(narrow);
  return wide;
}
