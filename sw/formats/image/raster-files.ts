import { imageSize } from '../../service/checks/check-image.ts';
import type { DecodeImage } from '../../service/raster-source.ts';
import { readFault } from '../reading/diagnostic.ts';
import { readText } from '../reading/read-text.ts';
import type { SourceRaster } from '../reading/source-raster.ts';
import { readSlice, type SourceFile, sizeOf, stem } from '../reading/source-table.ts';
import { fromWkt } from '../reading/spatial-reference.ts';
import { formats, rasterBase, rasterEndings, splitEnding, worldFileEndings } from '../rows.ts';
import { checkSize } from './limits.ts';
import { flipVertically, placementExtent, readWorldFile, type Sidecars } from './world-file.ts';

/** A raster to read, with its sidecar files. */
interface RasterJob {
  readonly file: SourceFile;
  readonly size: number;
  read(decode: DecodeImage, signal?: AbortSignal): Promise<SourceRaster>;
}

const { GeoTIFF, Image } = formats;
const sidecarEndings = [...worldFileEndings, ...GeoTIFF.companions];

/** Separate rasters, each with its world file and .prj, from the other files that were dropped with them. */
export function takeRasters(files: readonly SourceFile[]): { rasters: RasterJob[]; rest: SourceFile[] } {
  const groups = new Map<string, SourceFile[]>();
  for (const { name } of files) {
    const base = splitEnding(name, rasterEndings)?.[0];
    if (base !== undefined) groups.set(base, []);
  }
  const images: [file: SourceFile, beside: readonly SourceFile[]][] = [];
  const rest: SourceFile[] = [];
  for (const file of files) {
    const imageBase = splitEnding(file.name, rasterEndings)?.[0];
    const base = imageBase ?? rasterBase(file.name, sidecarEndings);
    const sidecarFiles = base === undefined ? undefined : groups.get(base);
    if (!sidecarFiles) rest.push(file);
    else if (imageBase !== undefined) images.push([file, sidecarFiles]);
    else sidecarFiles.push(file);
  }
  const rasters = images.map(([file, sidecarFiles]): RasterJob => {
    return {
      file,
      size: sizeOf(file),
      async read(decode, signal) {
        const sidecars = await readSidecars(sidecarFiles);
        if (splitEnding(file.name, Image.endings)) return readImage(file, sidecars, decode);
        const { readGeoTiff } = await import('../tiff/geotiff.ts');
        return readGeoTiff(file, sidecars, { decode, signal });
      },
    };
  });
  return { rasters, rest };
}

async function readSidecars(files: readonly SourceFile[]): Promise<Sidecars> {
  const world = files.find(({ name }) => splitEnding(name, worldFileEndings));
  const projection = files.find(({ name }) => /\.prj$/i.test(name));
  const spatialReference = projection && fromWkt((await readText(projection)).text);
  return {
    placement: world && readWorldFile((await readText(world)).text, world.name),
    spatialReference,
  };
}

/**
 * Read a PNG or JPEG image with a world file.
 *
 * @throws {Fault} `bad-package` if it isn't an image or has no world file, `too-large` for the size in its header
 */
async function readImage(file: SourceFile, sidecars: Sidecars, decode: DecodeImage): Promise<SourceRaster> {
  const { name } = file;
  const { placement, spatialReference } = sidecars;
  const bytes = await readSlice(file, 0, sizeOf(file));
  const size = imageSize(bytes);
  if (size?.type !== 'png' && size?.type !== 'jpeg') throw readFault('bad-package', 'imageExpected', name);
  if (!placement)
    throw readFault('bad-package', 'worldFileExpected', name, `${stem(name)}.${size.type === 'png' ? 'pgw' : 'jgw'}`);
  const { widthPx, heightPx } = size;
  checkSize(name, widthPx, heightPx, 4);
  const limit = { path: name, pixels: widthPx * heightPx };
  const image = await decode(new Blob([bytes.slice()], { type: `image/${size.type}` }), limit).catch((error: Error) => {
    throw readFault('bad-package', 'wholeImageExpected', name, size.type.toUpperCase(), error.message);
  });
  const { rgba } = image;
  if (image.widthPx !== widthPx || image.heightPx !== heightPx)
    throw readFault('bad-package', 'headDiffers', name, widthPx, heightPx, image.widthPx, image.heightPx);
  const channel = (offset: number): Uint8Array => {
    const samples = new Uint8Array(widthPx * heightPx);
    for (let i = 0; i < samples.length; i++) samples[i] = rgba[4 * i + offset]!;
    return placement.isBottomUp ? flipVertically(samples, widthPx) : samples;
  };
  const alpha = channel(3);
  const names = alpha.every((value) => value === 255) ? ['Red', 'Green', 'Blue'] : ['Red', 'Green', 'Blue', 'Alpha'];
  return {
    name: stem(name),
    widthPx,
    heightPx,
    extent: placementExtent(placement, widthPx, heightPx),
    spatialReference,
    sampleType: 'u8',
    bands: names.map((band, i) => ({ name: band, samples: i === 3 ? alpha : channel(i) })),
    isCategorical: false,
    isLossy: size.type === 'jpeg',
    notes: [],
  };
}
