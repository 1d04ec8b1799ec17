import { type RangeReader, sumLengths } from '../../formats/reading/range-reader.ts';
import type { ByteRange } from '../../rows/manifest.ts';
import { blockBytes } from './block-reader.ts';

/**
 * Create a reader that records the ranges that a format reads, to calculate what a request would fetch.
 *
 * Only `read` fetches; `readAhead` just records, except for small parts, which contain the positions of other parts.
 *
 * @param ranges receives each range
 */
export const recordingReader = (reader: RangeReader, ranges: ByteRange[]): RangeReader => ({
  address: reader.address,
  sizeBytes: reader.sizeBytes,
  read(offset, length) {
    ranges.push([offset, length]);
    return reader.read(offset, length);
  },
  async readAhead(ahead) {
    for (const range of ahead) ranges.push(range);
    if (sumLengths(ahead) <= blockBytes) await reader.readAhead(ahead);
  },
});
