import { wrongValue } from '../../contract/index.ts';
import { runAtOnce, type Scheduler } from '../../scheduler.ts';
import type { CreateCanvas } from '../surface/surface.ts';
import { encodePng8, encodePng24, encodePng32 } from './png.ts';
import { isEveryOpaque, type RasterSurface, readSurfacePart } from './rgba-pixels.ts';

/** Tile encoding. MIXED is JPEG for opaque tiles and PNG for others. */
interface TileEncoding {
  readonly format: 'PNG8' | 'PNG24' | 'PNG32' | 'JPEG' | 'MIXED';
  /** JPEG quality, 1 to 100. */
  readonly quality: number;
}

/** Part of an image to cut into tiles. */
interface TileGrid {
  /** Upper left corner of the first tile in the image. */
  readonly leftPx: number;
  readonly topPx: number;
  readonly tileCols: number;
  readonly tileRows: number;
  readonly rows: number;
  readonly cols: number;
  /** Resolution to store in formats that have one. */
  readonly dpi: number;
}

/**
 * Cut an image into tiles and encode each. A single-color tile is encoded once and reused.
 *
 * @returns encoded tiles, row by row
 * @throws {Fault} `internal` if the browser wrote another format than requested
 */
export async function cutTiles(
  surface: RasterSurface,
  grid: TileGrid,
  encoding: TileEncoding,
  createCanvas: CreateCanvas,
  scheduler: Scheduler,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const { tileCols: widthPx, tileRows: heightPx } = grid;
  const background = encoding.format !== 'PNG24' && encoding.format !== 'JPEG' ? 'nothing' : 'white';
  const context = createCanvas(widthPx, heightPx).getContext('2d')!;
  const plain = new Map<number, Uint8Array<ArrayBuffer>>();
  const tiles: Uint8Array<ArrayBuffer>[] = [];
  for (let row = 0; row < grid.rows; row++) {
    for (let col = 0; col < grid.cols; col++) {
      const waiting = scheduler.yieldIfDue();
      if (waiting) await waiting;
      const box = { xPx: grid.leftPx + col * widthPx, yPx: grid.topPx + row * heightPx, widthPx, heightPx };
      const { rgba, isPlain } = readSurfacePart(surface, box, background);
      const [color] = new Uint32Array(rgba.buffer, rgba.byteOffset, 1);
      const cached = isPlain ? plain.get(color!) : undefined;
      const bytes = cached ?? (await encodeTile(context, rgba, encoding, grid));
      tiles.push(bytes);
      if (isPlain) plain.set(color!, bytes);
    }
  }
  return tiles;
}

/**
 * Encode a tile.
 *
 * @param context context of a canvas of the tile's size, used to write JPEG
 * @param rgba    not premultiplied
 */
async function encodeTile(
  context: OffscreenCanvasRenderingContext2D,
  rgba: Uint8ClampedArray<ArrayBuffer>,
  { format, quality }: TileEncoding,
  { tileCols: widthPx, tileRows: heightPx, dpi }: TileGrid,
): Promise<Uint8Array<ArrayBuffer>> {
  if (format === 'PNG8') {
    const { paletteImage } = await import('./palette.ts');
    return encodePng8(runAtOnce(paletteImage(rgba)), widthPx, heightPx, dpi);
  }
  if (format === 'PNG32' || (format === 'MIXED' && !isEveryOpaque(rgba)))
    return encodePng32(rgba, widthPx, heightPx, dpi);
  if (format === 'PNG24') return encodePng24(rgba, widthPx, heightPx, dpi);
  context.putImageData(new ImageData(rgba, widthPx, heightPx), 0, 0);
  const type = 'image/jpeg';
  const blob = await context.canvas.convertToBlob({ type, quality: quality / 100 });
  if (blob.type !== type) throw wrongValue('internal', 'Tile', type, blob.type);
  return new Uint8Array(await blob.arrayBuffer());
}
