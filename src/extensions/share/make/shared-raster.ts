import { Fault, type Value } from '../../../../sw/contract/index.ts';
import { createBatchCache } from '../../../../sw/rows/batch-cache.ts';
import type { RasterHistogram, RasterLevelManifest, RasterManifest } from '../../../../sw/service/definition.ts';
import { bandHistogram } from '../../../../sw/service/raster-histogram.ts';
import { openRaster, type Raster } from '../../../../sw/service/raster-source.ts';
import { withoutValues } from '../../../../sw/service/raster-without-values.ts';
import { decodeImage } from '../../../publish/import/raster/image-codec.ts';
import { cropRaster } from './crop-raster.ts';
import type { ShareChoices } from './share-choices.ts';

type Drawing = Value<'RasterLayerDrawingDescription'>;

interface SharedRaster {
  readonly manifest: RasterManifest;
  readonly files: ReadonlyMap<string, Blob>;
}

interface RasterChoices {
  /** Prefix of the copy's file names. */
  readonly name: string;
  readonly drawing: Drawing | undefined;
  readonly maximumBytes: number;
}

/**
 * Copy a raster without the finest levels that exceed `maximumBytes`; the coarsest level is always included. If only
 * the view is shared, nothing outside of it is copied.
 *
 * @returns undefined if no part is in the view
 * @throws {Fault} `not-supported` for a remote raster; also like `Raster.tile`
 */
export async function shareRaster(
  raster: RasterManifest,
  files: ReadonlyMap<string, Blob>,
  { isViewOnly, ...view }: Pick<ShareChoices, 'isViewOnly' | 'extent' | 'reference'>,
  { name, drawing, maximumBytes }: RasterChoices,
): Promise<SharedRaster | undefined> {
  const { remote } = raster;
  if (remote)
    throw new Fault(
      'not-supported',
      `${remote.address}: remote data can't be read outside the service. Publish a copy of the data.`,
    );
  const read = (file: string, offset: number, length: number) =>
    files
      .get(file)!
      .slice(offset, offset + length)
      .arrayBuffer();
  const stored = openRaster(raster, read, createBatchCache());
  const histograms = await histogramsFor(stored, drawing);
  const withHistograms = (manifest: RasterManifest): RasterManifest => ({
    ...manifest,
    histograms: histograms.length > 0 ? histograms : manifest.histograms,
  });
  if (!isViewOnly) {
    const copied = coarsen(raster, files, name, maximumBytes);
    return { ...copied, manifest: withHistograms(copied.manifest) };
  }
  const isCategorical = drawing?.RasterRenderer?.type === 'RasterUniqueValueRenderer';
  const cropped = await cropRaster(stored, view, { name, isCategorical, maximumBytes });
  if (!cropped) return undefined;
  const blobs = [...cropped.files].map(
    ([file, bytes]) => [file, new Blob([bytes as Uint8Array<ArrayBuffer>])] as const,
  );
  return { manifest: withHistograms(cropped.manifest), files: new Map(blobs) };
}

/**
 * Return the histograms of the whole raster for a stretch that needs them; the histograms of a part or of coarse levels
 * would differ.
 */
async function histogramsFor(stored: Raster, drawing: Drawing | undefined): Promise<readonly RasterHistogram[]> {
  const renderer = drawing?.RasterRenderer;
  if (!renderer || !('StretchType' in renderer) || !/percent|equali/i.test(renderer.StretchType ?? '')) return [];
  const { LayerIndex1 = 0 } = renderer;
  const bands =
    renderer.type === 'RasterRGBRenderer'
      ? [LayerIndex1, renderer.LayerIndex2 ?? 1, renderer.LayerIndex3 ?? 2]
      : [LayerIndex1];
  const drawn = withoutValues(stored, renderer.NoDataValue ?? []);
  const histograms: RasterHistogram[] = [];
  for (const band of new Set(bands)) {
    const { low, high, counts } = await bandHistogram(drawn, band, decodeImage);
    histograms.push({ band, low, high, counts: [...counts] });
  }
  return histograms;
}

function coarsen(
  raster: RasterManifest,
  files: ReadonlyMap<string, Blob>,
  name: string,
  maximumBytes: number,
): SharedRaster {
  const sizes = raster.levels.map(({ tiles }) => tiles.reduce((sum, [, length]) => sum + length, 0));
  let finest = 0;
  while (finest < sizes.length - 1 && sizes.slice(finest).reduce((sum, size) => sum + size, 0) > maximumBytes) finest++;
  const copied = new Map<string, Blob>();
  const levels = raster.levels.slice(finest).map((level, index): RasterLevelManifest => {
    const file = `${name}.level-${index}.bin`;
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
  // The sides of a level are rounded up, so the last pixels may exceed the edge.
  const across = ((xmax - xmin) / raster.widthPx) * 2 ** finest;
  const down = ((ymax - ymin) / raster.heightPx) * 2 ** finest;
  const extent =
    finest === 0 ? raster.extent : ([xmin, ymax - down * heightPx, xmin + across * widthPx, ymax] as const);
  return { manifest: { ...raster, widthPx, heightPx, extent, levels }, files: copied };
}
