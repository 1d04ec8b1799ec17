import type { AttributeBatch, GeometryBatch } from './batch.ts';
import type { ByteRange, TableManifest } from './manifest.ts';

/**
 * Reads a byte range of one of the table's files. A range past the end of the file (length may be Infinity) is cut
 * there. The store provides one per published layer version.
 */
export type ReadBytes = (file: string, offset: number, length: number) => Promise<ArrayBuffer>;

/** The columns and geometry a request needs. */
export interface BatchNeeds {
  /** Names of fields; all if absent. */
  readonly fields?: readonly string[];
  /** Default true. */
  readonly shapes?: boolean;
}

/**
 * A stored table, open for reading. Loaded data is cached (bounded; the least recently used is dropped first). So a
 * repeated call is cheap and returns the same arrays. Callers must not change them.
 */
export interface Table {
  readonly manifest: TableManifest;
  /**
   * Return the attribute columns of batch `index`: at least `fields`, or all if undefined. A remote source reads only
   * `fields`.
   */
  attributes(index: number, fields?: readonly string[]): Promise<AttributeBatch>;
  /** Return the geometry of batch `index` at `level` (index in `manifest.levels`). */
  geometry(level: number, index: number): Promise<GeometryBatch>;
  /**
   * Return the rows whose extent meets [xmin, ymin, xmax, ymax] (table's spatial reference), ascending; a superset of
   * the exact answer. undefined means "all rows", which is cheaper than a list of them.
   */
  rowsIn(extent: readonly [number, number, number, number]): Promise<Uint32Array | undefined>;
  /**
   * Return the extents of the rows of batch `index`: [xmin, ymin, xmax, ymax] per row; NaN for a row without geometry.
   */
  extents(index: number): Promise<Float64Array>;
  /** Return bytes of a file that belongs to a row: `file` and a range from the manifest. Not cached. */
  fileBytes(file: string, range: ByteRange): Promise<ArrayBuffer>;
  /** Return the row of an object ID, or -1. */
  rowOfId(objectId: number): Promise<number>;
  /**
   * Announce the batches to read next and the data needed from them, so that a remote source can fetch them together.
   * Undefined if the source gains nothing by it.
   *
   * @throws {Fault} `too-large` if the data is more than one request may read
   */
  readAhead?(batches: readonly number[], needs?: BatchNeeds): Promise<void>;
}
