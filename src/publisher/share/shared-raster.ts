import { Fault, type Value } from '../../../sw/contract/index.ts';
import { createBatchCache } from '../../../sw/rows/batch-cache.ts';
import type { RasterLevelManifest, RasterManifest } from '../../../sw/service/definition.ts';
import { bandHistogram, clippedRange } from '../../../sw/service/raster-histogram.ts';
import { openRaster, type Raster } from '../../../sw/service/raster-source.ts';
import { decodePicture } from '../raster/image-codec.ts';
import { cropRaster } from './crop-raster.ts';
import type { ShareChoices } from './share-choices.ts';

type Drawing = Value<'RasterLayerDrawingDescription'>;

interface SharedRaster {
  readonly manifest: RasterManifest;
  readonly drawing?: Drawing | undefined;
  readonly files: ReadonlyMap<string, Blob>;
}

interface RasterChoices {
  /** Names the files of the copy. */
  readonly name: string;
  readonly drawing: Drawing | undefined;
  readonly maximumBytes: number;
}

/**
 * Copy a raster without its finest levels as far as it is larger than `maximumBytes`; the coarsest level is always there. Where only the
 * view is shared, nothing outside of it goes along.
 *
 * @returns undefined when nothing of it is in the view
 * @throws {Fault} `not-supported` for one whose pixels are elsewhere, and as `Raster.tile`
 */
export async function shareRaster(
  raster: RasterManifest,
  files: ReadonlyMap<string, Blob>,
  { isViewOnly, ...view }: Pick<ShareChoices, 'isViewOnly' | 'extent' | 'reference'>,
  { name, drawing, maximumBytes }: RasterChoices,
): Promise<SharedRaster | undefined> {
  const { remote } = raster;
  if (remote)
    throw new Fault('not-supported', `${remote.address}: only the service reads it there. Publish a copy of the data.`);
  if (!isViewOnly) return { ...coarsened(raster, files, name, maximumBytes), drawing };
  const read = (file: string, offset: number, length: number) =>
    files
      .get(file)!
      .slice(offset, offset + length)
      .arrayBuffer();
  const stored = openRaster(raster, read, createBatchCache());
  const isCategorical = drawing?.RasterRenderer?.type === 'RasterUniqueValueRenderer';
  const cropped = await cropRaster(stored, view, { name, isCategorical, maximumBytes });
  if (!cropped) return undefined;
  const stretched = await withFixedStretch(stored, cropped.manifest, drawing);
  const blobs = [...cropped.files].map(
    ([file, bytes]) => [file, new Blob([bytes as Uint8Array<ArrayBuffer>])] as const,
  );
  return { ...stretched, files: new Map(blobs) };
}

/** Fix a stretch that leaves out a share of the pixels at each end to the values of the whole raster: of a part they would be others. */
async function withFixedStretch(
  stored: Raster,
  manifest: RasterManifest,
  drawing: Drawing | undefined,
): Promise<Pick<SharedRaster, 'manifest' | 'drawing'>> {
  const renderer = drawing?.RasterRenderer;
  if (!renderer || !('StretchType' in renderer) || !/percent/i.test(renderer.StretchType ?? ''))
    return { manifest, drawing };
  const { LayerIndex1 = 0 } = renderer;
  const bands =
    renderer.type === 'RasterRGBRenderer'
      ? [LayerIndex1, renderer.LayerIndex2 ?? 1, renderer.LayerIndex3 ?? 2]
      : [LayerIndex1];
  const statistics = [...manifest.statistics];
  for (const band of new Set(bands)) {
    const [min, max] = clippedRange(await bandHistogram(stored, band, decodePicture));
    statistics[band] = { ...statistics[band]!, min, max };
  }
  return {
    manifest: { ...manifest, statistics },
    drawing: { ...drawing, RasterRenderer: { ...renderer, StretchType: 'esriRasterStretch_MinimumMaximum' } },
  };
}

function coarsened(
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
