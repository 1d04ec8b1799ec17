import type { SourceRaster } from '../../../../sw/formats/reading/source-raster.ts';
import type { TilePyramid } from '../../../../sw/formats/tiles/tile-pyramid.ts';
import type { ByteRange } from '../../../../sw/rows/manifest.ts';
import type { RasterLevelManifest } from '../../../../sw/service/definition.ts';
import type { EncodeImage, WrittenRaster } from './raster-tiles.ts';

/**
 * Store tiles of pictures as a raster, as they are; a tile that the file lacks is transparent.
 *
 * @param key names of files begin with it
 */
export async function writePyramid(
  source: SourceRaster,
  { levels, scheme }: TilePyramid,
  { key, encodeImage }: { readonly key: string; readonly encodeImage: EncodeImage },
): Promise<WrittenRaster> {
  const side = scheme.tileCols;
  const blank = new Blob([
    (await encodeImage(new Uint8ClampedArray(side * side * 4), side, side, 'png')) as Uint8Array<ArrayBuffer>,
  ]);
  const files = new Map<string, Uint8Array>();
  const written: RasterLevelManifest[] = [];
  for (const [i, { cols, rows, tiles }] of levels.entries()) {
    const file = `${key}.level${i}.tiles`;
    const ranges = new Map<Blob, ByteRange>();
    let end = 0;
    const list = Array.from(tiles, (tile = blank): ByteRange => {
      const known = ranges.get(tile);
      if (known) return known;
      const range: ByteRange = [end, tile.size];
      ranges.set(tile, range);
      end += tile.size;
      return range;
    });
    files.set(file, new Uint8Array(await new Blob([...ranges.keys()]).arrayBuffer()));
    written.push({ widthPx: cols * side, heightPx: rows * side, file, tiles: list });
  }
  return {
    key,
    manifest: {
      widthPx: source.widthPx,
      heightPx: source.heightPx,
      extent: source.extent,
      ...(source.spatialReference ? { spatialReference: source.spatialReference } : {}),
      bandNames: source.bands.map(({ name }) => name),
      sampleType: 'u8',
      // What each picture is its first bytes tell.
      encoding: 'png',
      tileSizePx: side,
      statistics: source.bands.map(() => ({ min: 0, max: 255, mean: 127.5, stdDev: 64 })),
      levels: written,
    },
    files,
  };
}
