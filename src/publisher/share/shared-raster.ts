import type { RasterLevelManifest, RasterManifest } from '../../../sw/service/definition.ts';

interface SharedRaster {
  readonly manifest: RasterManifest;
  readonly files: ReadonlyMap<string, Blob>;
}

/**
 * Copy a raster without its finest levels as far as it is larger than `maximumBytes`; the coarsest level is always there.
 *
 * @param name names the files of the copy
 */
export function shareRaster(
  raster: RasterManifest,
  files: ReadonlyMap<string, Blob>,
  name: string,
  maximumBytes: number,
): SharedRaster {
  const sizes = raster.levels.map(({ tiles }) => tiles.reduce((sum, [, length]) => sum + length, 0));
  let finest = 0;
  while (finest < sizes.length - 1 && sizes.slice(finest).reduce((sum, size) => sum + size, 0) > maximumBytes) finest++;
  const copied = new Map<string, Blob>();
  const levels = raster.levels.slice(finest).map((level, at): RasterLevelManifest => {
    const file = `${name}.level-${at}.bin`;
    const source = files.get(level.file)!;
    copied.set(file, new Blob(level.tiles.map(([offset, length]) => source.slice(offset, offset + length))));
    let offset = 0;
    const tiles = level.tiles.map(([, length]) => {
      offset += length;
      return [offset - length, length] as const;
    });
    return { ...level, file, tiles };
  });
  const { widthPx, heightPx } = levels[0]!;
  const [xmin, ymin, xmax, ymax] = raster.extent;
  // The sides of a level are rounded up: its last pixels may reach over the edge.
  const across = ((xmax - xmin) / raster.widthPx) * 2 ** finest;
  const down = ((ymax - ymin) / raster.heightPx) * 2 ** finest;
  const extent =
    finest === 0 ? raster.extent : ([xmin, ymax - down * heightPx, xmin + across * widthPx, ymax] as const);
  return { manifest: { ...raster, widthPx, heightPx, extent, levels }, files: copied };
}
