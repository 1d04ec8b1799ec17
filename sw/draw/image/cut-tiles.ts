import { Fault } from '../../contract/index.ts';
import { runAtOnce, type Scheduler } from '../../scheduler.ts';
import type { Ground } from '../surface/pixels.ts';
import type { CreateCanvas } from '../surface/surface.ts';
import { encodePng8, encodePng24, encodePng32 } from './png.ts';
import { isEveryOpaque, pixelsOf, type RasterSurface } from './rgba-pixels.ts';

/** Tile encoding; MIXED is JPEG for opaque tiles and PNG for others. */
interface TileEncoding {
  readonly format: 'PNG8' | 'PNG24' | 'PNG32' | 'JPEG' | 'MIXED';
  /** 1 to 100, of JPEG. */
  readonly quality: number;
}

/** The part of an image to cut into tiles. */
interface TileGrid {
  /** Upper left corner of the first tile in the image. */
  readonly leftPx: number;
  readonly topPx: number;
  readonly tileCols: number;
  readonly tileRows: number;
  readonly rows: number;
  readonly cols: number;
  /** Stored in formats that have a resolution. */
  readonly dpi: number;
}

/**
 * Cut an image into tiles and write each as a file. A single-colour tile is encoded once and reused.
 *
 * @returns row by row
 * @throws {Fault} `internal` when the browser wrote another format than requested
 */
export async function cutTiles(
  surface: RasterSurface,
  grid: TileGrid,
  encoding: TileEncoding,
  createCanvas: CreateCanvas,
  scheduler: Scheduler,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const { tileCols, tileRows } = grid;
  const hasAlpha = encoding.format !== 'PNG24' && encoding.format !== 'JPEG';
  const read = tileReader(surface, hasAlpha ? 'nothing' : 'white', grid);
  const context = createCanvas(tileCols, tileRows).getContext('2d')!;
  const flat = new Map<number, Uint8Array<ArrayBuffer>>();
  const tiles: Uint8Array<ArrayBuffer>[] = [];
  for (let row = 0; row < grid.rows; row++) {
    for (let col = 0; col < grid.cols; col++) {
      const x = grid.leftPx + col * tileCols;
      const y = grid.topPx + row * tileRows;
      const data = read(x, y);
      const color = onlyColor(new Uint32Array(data.data.buffer));
      const known = color === undefined ? undefined : flat.get(color);
      const waiting = scheduler.yieldIfDue();
      if (waiting) await waiting;
      if (known) {
        tiles.push(known);
        continue;
      }
      const bytes = await encodeTile(context, data, encoding, grid.dpi);
      tiles.push(bytes);
      if (color !== undefined) flat.set(color, bytes);
    }
  }
  return tiles;
}

/** The single colour of all pixels; undefined when they differ. */
function onlyColor(pixels: Uint32Array): number | undefined {
  const first = pixels[0]!;
  for (let i = 1; i < pixels.length; i++) if (pixels[i] !== first) return undefined;
  return first;
}

/**
 * Write a tile as a file.
 *
 * @param context of a canvas of the tile's size, which writes JPEG
 */
async function encodeTile(
  context: OffscreenCanvasRenderingContext2D,
  data: ImageData,
  { format, quality }: TileEncoding,
  dpi: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = data;
  if (format === 'PNG8') {
    const { paletteImage } = await import('./palette.ts');
    return encodePng8(runAtOnce(paletteImage(data.data)), width, height, dpi);
  }
  if (format === 'PNG32' || (format === 'MIXED' && !isEveryOpaque(data.data)))
    return encodePng32(data.data, width, height, dpi);
  if (format === 'PNG24') return encodePng24(data.data, width, height, dpi);
  context.putImageData(data, 0, 0);
  const type = 'image/jpeg';
  const blob = await context.canvas.convertToBlob({ type, quality: quality / 100 });
  if (blob.type !== type) throw new Fault('internal', `Tile: ${type} expected, the browser wrote ${blob.type}.`);
  return new Uint8Array(await blob.arrayBuffer());
}

/** Make a function that copies the pixels of a tile from its upper left corner on; the next tile overwrites them. */
function tileReader(
  surface: RasterSurface,
  ground: Ground,
  { tileCols, tileRows }: TileGrid,
): (x: number, y: number) => ImageData {
  const rgba = pixelsOf(surface, ground);
  const tile = new ImageData(tileCols, tileRows);
  return (x, y) => {
    for (let line = 0; line < tileRows; line++) {
      const from = 4 * ((y + line) * surface.widthPx + x);
      tile.data.set(rgba.subarray(from, from + 4 * tileCols), 4 * line * tileCols);
    }
    return tile;
  };
}
