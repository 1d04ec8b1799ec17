import { reasonOf } from '../../contract/index.ts';
import type { BatchCache } from '../../rows/batch-cache.ts';
import type { ByteRange } from '../../rows/manifest.ts';
import type { DecodeImage } from '../../service/raster-source.ts';
import { checkReadSize, type RangeReader, sourceFault, sumLengths } from '../reading/range-reader.ts';
import { decodeTile, type MoreUnpack, samplesFor, type TiffTile } from './decode-tile.ts';
import type { TiffFile } from './tiff-file.ts';
import type { TiffImage } from './tiff-image.ts';

/** Part of an image in pixels, inside its edges. */
export interface PixelWindow {
  readonly left: number;
  readonly top: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

type TiffSamples = TiffTile['samples'];

/** Reads samples from the images of a file. */
export interface TiffPixels {
  /**
   * Fetch the tiles under some windows of images together.
   *
   * @throws {Fault} `source-failed`; `too-large` for more than one request may read
   */
  readAhead(images: readonly TiffImage[], windows: readonly PixelWindow[]): Promise<void>;
  /**
   * Read the samples of a window, band by band.
   *
   * @param empty value for tiles that a sparse file omits
   * @throws {Fault} `source-failed` when a tile can't be read or decoded
   */
  read(image: TiffImage, window: PixelWindow, decode: DecodeImage | undefined, empty: number): Promise<TiffSamples>;
}

/**
 * Create a reader of samples.
 *
 * @param side size of the windows; tiles of another size are cached, because several windows overlap them
 * @param cache absent if each tile is read once
 */
export function createTiffPixels(
  file: TiffFile,
  reader: RangeReader,
  side = 0,
  cache?: BatchCache,
  more?: MoreUnpack,
): TiffPixels {
  const owner = {};

  /** Return the indexes of the tiles under a window, for one band. */
  const listTiles = ({ tileWidthPx, tileHeightPx, widthPx }: TiffImage, window: PixelWindow): number[] => {
    const across = Math.ceil(widthPx / tileWidthPx);
    const { left, top, widthPx: width, heightPx: height } = window;
    const indices: number[] = [];
    for (let row = Math.floor(top / tileHeightPx); row * tileHeightPx < top + height; row++)
      for (let column = Math.floor(left / tileWidthPx); column * tileWidthPx < left + width; column++)
        indices.push(row * across + column);
    return indices;
  };
  const countPlanes = ({ isPlanar, samples }: TiffImage): number => (isPlanar ? samples : 1);
  const countPlaneTiles = ({ widthPx, heightPx, tileWidthPx, tileHeightPx }: TiffImage): number =>
    Math.ceil(widthPx / tileWidthPx) * Math.ceil(heightPx / tileHeightPx);
  const readRange = async ({ offsets, byteCounts }: TiffImage, index: number): Promise<ByteRange> => {
    const [[offset = 0], [length = 0]] = await Promise.all([
      file.numbers(offsets, index, 1),
      file.numbers(byteCounts, index, 1),
    ]);
    if (offset + length > reader.sizeBytes)
      throw sourceFault(
        reader.address,
        'damaged',
        `expected a tile within ${reader.sizeBytes} bytes, found one beyond the end: the file is cut off.`,
      );
    return [offset, length];
  };
  const tileAt = async (image: TiffImage, index: number, decode: DecodeImage | undefined) => {
    const [offset, length] = await readRange(image, index);
    if (offset === 0 || length === 0) return undefined;
    const load = () => decodeTileAt(image, index, [offset, length], decode);
    if (!cache || (image.tileWidthPx === side && image.tileHeightPx === side)) return load();
    return cache.read(owner, String(offset), async () => {
      const value = await load();
      return { value, bytes: value.samples.byteLength };
    });
  };
  const decodeTileAt = async (
    image: TiffImage,
    index: number,
    [offset, length]: ByteRange,
    decode: DecodeImage | undefined,
  ): Promise<TiffTile> => {
    const bytes = await reader.read(offset, length);
    const { isStriped, heightPx, tileHeightPx } = image;
    const top = (index % countPlaneTiles(image)) * tileHeightPx;
    const rows = isStriped ? Math.min(tileHeightPx, heightPx - top) : tileHeightPx;
    try {
      return await decodeTile(image, file.isLittleEndian, bytes, decode, rows, more);
    } catch (error) {
      const message = `its tile ${index} cannot be read: ${reasonOf(error)}.`;
      throw sourceFault(reader.address, 'damaged', message, error);
    }
  };

  return {
    async readAhead(images, windows) {
      const tiles = images.flatMap((image) => {
        const each = countPlaneTiles(image);
        const planes = Array.from({ length: countPlanes(image) }, (_, plane) => plane * each);
        const tileIndices = new Set(windows.flatMap((window) => listTiles(image, window)));
        return [...tileIndices].flatMap((tile) => planes.map((first) => ({ image, index: first + tile })));
      });
      await reader.readAhead(
        tiles.flatMap(({ image, index }) =>
          [image.offsets, image.byteCounts].map((entry) => file.getRange(entry, index, 1)),
        ),
      );
      const ranges = await Promise.all(tiles.map(({ image, index }) => readRange(image, index)));
      checkReadSize(reader.address, sumLengths(ranges));
      await reader.readAhead(ranges.filter(([offset]) => offset > 0));
    },
    async read(image, window, decode, empty) {
      const { samples, tileWidthPx, tileHeightPx } = image;
      const { left, top, widthPx, heightPx } = window;
      const size = widthPx * heightPx;
      const out = samplesFor(image, size * samples);
      const across = Math.ceil(image.widthPx / tileWidthPx);
      const planes = countPlanes(image);
      const copy = (tile: TiffTile | undefined, index: number, plane: number): void => {
        const [tileLeft, tileTop] = [(index % across) * tileWidthPx, Math.floor(index / across) * tileHeightPx];
        const [from, to] = [Math.max(left, tileLeft), Math.min(left + widthPx, tileLeft + tileWidthPx)];
        const [first, end] = [Math.max(top, tileTop), Math.min(top + heightPx, tileTop + tileHeightPx)];
        for (let band = plane; band < plane + samples / planes; band++)
          for (let y = first; y < end; y++) {
            const target = band * size + (y - top) * widthPx + from - left;
            if (!tile) out.fill(empty, target, target + to - from);
            else {
              const source = ((y - tileTop) * tileWidthPx + from - tileLeft) * tile.stride + band - plane;
              for (let i = 0; i < to - from; i++) out[target + i] = tile.samples[source + i * tile.stride]!;
            }
          }
      };
      for (const index of listTiles(image, window))
        for (let plane = 0; plane < planes; plane++)
          copy(await tileAt(image, plane * countPlaneTiles(image) + index, decode), index, plane);
      return out;
    },
  };
}
