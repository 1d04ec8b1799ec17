import { Fault } from '../../contract/index.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { CanvasSurface } from '../surface/canvas.ts';
import type { CreateCanvas } from '../surface/surface.ts';
import { flatten, isEveryOpaque } from './canvas-pixels.ts';
import { encodePng8, encodePng24 } from './png.ts';

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
  const tile = createCanvas(tileCols, tileRows);
  const context = tile.getContext('2d')!;
  const flat = new Map<number, Uint8Array<ArrayBuffer>>();
  const tiles: Uint8Array<ArrayBuffer>[] = [];
  for (let row = 0; row < grid.rows; row++) {
    for (let col = 0; col < grid.cols; col++) {
      const x = grid.leftPx + col * tileCols;
      const y = grid.topPx + row * tileRows;
      const { data } = picture.getImageData(x, y, tileCols, tileRows);
      const pixels = new Uint32Array(data.buffer);
      const color = onlyColor(pixels);
      const known = color === undefined ? undefined : flat.get(color);
      const waiting = scheduler.yieldIfDue();
      if (waiting) await waiting;
      if (known) {
        tiles.push(known);
        continue;
      }
      const isOpaque = encoding.format === 'PNG24' || encoding.format === 'JPEG' || isEveryOpaque(data);
      let bytes: Uint8Array<ArrayBuffer>;
      if (encoding.format === 'PNG8') {
        const { paletteImage } = await import('./palette.ts');
        bytes = await encodePng8(paletteImage(data), tileCols, tileRows, grid.dpi);
      } else {
        context.globalCompositeOperation = 'copy';
        context.drawImage(canvas, x, y, tileCols, tileRows, 0, 0, tileCols, tileRows);
        if (encoding.format === 'PNG24' || encoding.format === 'JPEG') flatten(context);
        bytes =
          encoding.format === 'PNG24'
            ? await encodePng24(context.getImageData(0, 0, tileCols, tileRows).data, tileCols, tileRows, grid.dpi)
            : await encodeTile(tile, encoding, isOpaque);
      }
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

async function encodeTile(
  tile: OffscreenCanvas,
  { format, quality }: TileEncoding,
  isOpaque: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  const isJpeg = format === 'JPEG' || (format === 'MIXED' && isOpaque);
  const type = isJpeg ? 'image/jpeg' : 'image/png';
  const blob = await tile.convertToBlob({ type, quality: quality / 100 });
  if (blob.type !== type) throw new Fault('internal', `Tile: ${type} expected, the browser wrote ${blob.type}.`);
  return new Uint8Array(await blob.arrayBuffer());
}
