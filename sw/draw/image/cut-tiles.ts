import { Fault } from '../../contract/index.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { CanvasSurface } from '../surface/canvas.ts';
import type { CreateCanvas } from '../surface/surface.ts';
import { flatten, isEveryOpaque } from './canvas-pixels.ts';
import { encodePng8, encodePng24, encodePng32 } from './png.ts';

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
  { canvas }: CanvasSurface,
  grid: TileGrid,
  encoding: TileEncoding,
  createCanvas: CreateCanvas,
  scheduler: Scheduler,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const { tileCols, tileRows } = grid;
  const picture = canvas.getContext('2d')!;
  const context = createCanvas(tileCols, tileRows).getContext('2d')!;
  const flat = new Map<number, Uint8Array<ArrayBuffer>>();
  const tiles: Uint8Array<ArrayBuffer>[] = [];
  for (let row = 0; row < grid.rows; row++) {
    for (let col = 0; col < grid.cols; col++) {
      const x = grid.leftPx + col * tileCols;
      const y = grid.topPx + row * tileRows;
      const data = picture.getImageData(x, y, tileCols, tileRows);
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
 * @param context of a canvas of the tile's size, which flattens and writes JPEG
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
    return encodePng8(paletteImage(data.data), width, height, dpi);
  }
  const isOpaque = isEveryOpaque(data.data);
  if (format === 'PNG32' || (format === 'MIXED' && !isOpaque)) return encodePng32(data.data, width, height, dpi);
  if (format === 'PNG24' && isOpaque) return encodePng24(data.data, width, height, dpi);
  context.putImageData(data, 0, 0);
  flatten(context);
  if (format === 'PNG24') return encodePng24(context.getImageData(0, 0, width, height).data, width, height, dpi);
  const type = 'image/jpeg';
  const blob = await context.canvas.convertToBlob({ type, quality: quality / 100 });
  if (blob.type !== type) throw new Fault('internal', `Tile: ${type} expected, the browser wrote ${blob.type}.`);
  return new Uint8Array(await blob.arrayBuffer());
}
