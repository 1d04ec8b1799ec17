import type { Extent } from '../../geometry/extent.ts';
import { growArray } from '../../geometry/grow-array.ts';
import { hilbertOrder } from '../../rows/write/row-order.ts';

/** Buffer that takes encoded rows in any order and returns them along a Hilbert curve. */
interface Spool {
  /** @param extent undefined for a row without geometry; these come last */
  add(bytes: Uint8Array<ArrayBuffer>, extent: Extent | undefined): void;
  finish(): SpooledRows;
}

interface SpooledRows {
  readonly rowCount: number;
  /** Extents in output order; NaN for rows without geometry. */
  readonly extents: Float64Array;
  /** Offset of each row from the first, in output order. */
  readonly offsets: Float64Array;
  readonly placedCount: number;
  /** Return the bytes of all rows in output order. */
  pieces(): AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

/** Maximum bytes sorted in memory. */
const bucketBytes = 16 * 2 ** 20;
const partBytes = 2 ** 20;

/**
 * Create a spool. It uses 44 bytes of memory per row; the rows are in Blobs, which browsers store on disk. For the
 * output, rows are first distributed to buckets that follow each other, so Blobs are read in large pieces.
 */
export function hilbertSpool(maxBucketBytes = bucketBytes): Spool {
  let extents = new Float64Array(4096);
  let lengths = new Int32Array(1024);
  let rowCount = 0;
  const rows = blobPiece();
  return {
    add(bytes, extent) {
      if (rowCount === lengths.length) {
        extents = growArray(extents);
        lengths = growArray(lengths);
      }
      lengths[rowCount] = bytes.length;
      extents.set(extent ?? [Number.NaN, Number.NaN, Number.NaN, Number.NaN], 4 * rowCount++);
      rows.add(bytes);
    },
    finish() {
      const rowExtents = extents.subarray(0, 4 * rowCount);
      const { order, placedCount } = hilbertOrder(rowExtents);
      const offsets = new Float64Array(rowCount);
      const sorted = new Float64Array(4 * rowCount);
      const rowStarts = new Float64Array(rowCount);
      let end = 0;
      order.forEach((row, position) => {
        sorted.set(rowExtents.subarray(4 * row, 4 * row + 4), 4 * position);
        offsets[position] = end;
        rowStarts[row] = end;
        end += lengths[row]!;
      });
      return {
        rowCount,
        extents: sorted,
        offsets,
        placedCount,
        pieces: () => readInOrder(rows.finish(), lengths.subarray(0, rowCount), rowStarts, end, maxBucketBytes),
      };
    },
  };
}

async function* readInOrder(
  rows: Blob,
  lengths: Int32Array,
  rowStarts: Float64Array,
  totalBytes: number,
  maxBucketBytes: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const buckets = Array.from({ length: Math.ceil(totalBytes / maxBucketBytes) }, () => ({
    piece: blobPiece(),
    rows: [] as number[],
  }));
  for (let row = 0, offset = 0; row < lengths.length; ) {
    let end = row;
    let size = 0;
    do size += lengths[end++]!;
    while (end < lengths.length && size < 4 * partBytes);
    const bytes = new Uint8Array(await rows.slice(offset, offset + size).arrayBuffer());
    offset += size;
    for (let start = 0; row < end; row++) {
      const bucket = buckets[Math.floor(rowStarts[row]! / maxBucketBytes)]!;
      bucket.piece.add(bytes.slice(start, start + lengths[row]!));
      bucket.rows.push(row);
      start += lengths[row]!;
    }
  }
  for (const bucket of buckets) {
    const bytes = new Uint8Array(await bucket.piece.finish().arrayBuffer());
    const result = new Uint8Array(bytes.length);
    const start = bucket.rows.reduce((lowest, row) => Math.min(lowest, rowStarts[row]!), Number.POSITIVE_INFINITY);
    let offset = 0;
    for (const row of bucket.rows) {
      result.set(bytes.subarray(offset, offset + lengths[row]!), rowStarts[row]! - start);
      offset += lengths[row]!;
    }
    yield result;
  }
}

/** Collect small pieces of bytes in a Blob. One Blob part per piece would cost more memory than its bytes. */
export function blobPiece(): { add(bytes: Uint8Array<ArrayBuffer>): void; readonly size: number; finish(): Blob } {
  const parts: Blob[] = [];
  let pending: Uint8Array<ArrayBuffer>[] = [];
  let [pendingBytes, size] = [0, 0];
  const flush = (): void => {
    parts.push(new Blob(pending));
    pending = [];
    pendingBytes = 0;
  };
  return {
    get size() {
      return size;
    },
    add(bytes) {
      pending.push(bytes);
      pendingBytes += bytes.length;
      size += bytes.length;
      if (pendingBytes > partBytes) flush();
    },
    finish() {
      flush();
      return new Blob(parts);
    },
  };
}
