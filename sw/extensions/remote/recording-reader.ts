import { lengthOf, type RangeReader } from '../../formats/reading/range-reader.ts';
import type { ByteRange } from '../../rows/manifest.ts';
import { blockBytes } from './block-reader.ts';

/**
 * Make a reader that notes what a format reads, and fetches of it only what is read at once: what is read ahead tells how much a
 * request would fetch. Small parts are fetched with the rest, since they say where others are.
 *
 * @param ranges grows as the reader is used
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
    if (lengthOf(ahead) <= blockBytes) await reader.readAhead(ahead);
  },
});
