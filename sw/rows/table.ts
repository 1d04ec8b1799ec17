import type { AttributeBatch, GeometryBatch } from './batch.ts';
import type { ByteRange, TableManifest } from './manifest.ts';

/**
 * Reads a run of bytes of one of the table's files; a run that goes past the end (length may be Infinity) ends there.
 * The store gives one per published layer version.
 */
export type ReadBytes = (file: string, offset: number, length: number) => Promise<ArrayBuffer>;

/** What a request reads of batches. */
export interface BatchNeeds {
  /** Names of fields; all without it. */
  readonly fields?: readonly string[];
  /** Default true. */
  readonly shapes?: boolean;
}

/**
 * A stored table, open for reading. What has been read once is cached by the source (bounded, least recently used
 * first out), so another call is cheap and returns the same arrays, which must not be changed.
 */
export interface Table {
  readonly manifest: TableManifest;
  /** Attribute columns of batch `index`: at least those of `fields`, which a source elsewhere reads alone; all without it. */
  attributes(index: number, fields?: readonly string[]): Promise<AttributeBatch>;
  /** Geometry of batch `index` at `level` (position in `manifest.levels`). */
  geometry(level: number, index: number): Promise<GeometryBatch>;
  /**
   * Rows whose extent meets [xmin, ymin, xmax, ymax] (table's spatial reference), ascending; a superset of the exact answer.
   * Undefined means "all rows", cheaper than a list of them.
   */
  rowsIn(extent: readonly [number, number, number, number]): Promise<Uint32Array | undefined>;
  /** Extents of the rows of batch `index`: [xmin, ymin, xmax, ymax] each; NaN for a row without geometry. */
  extents(index: number): Promise<Float64Array>;
  /** Bytes of a file that belongs to a row: `file` and a range as the manifest has them. Not cached. */
  fileBytes(file: string, range: ByteRange): Promise<ArrayBuffer>;
  /** Row of an object id, or -1. */
  rowOfId(objectId: number): Promise<number>;
  /**
   * Say which batches are read next, and what of them, so that a source elsewhere fetches them together; absent where nothing is gained by it.
   *
   * @throws {Fault} `too-large` when they are more than one request may read
   */
  readAhead?(batches: readonly number[], needs?: BatchNeeds): Promise<void>;
}
