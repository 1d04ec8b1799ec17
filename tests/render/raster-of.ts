import { type EncodeImage, writeRaster } from '../../src/publish/import/raster/raster-tiles.ts';
import type { Value } from '../../sw/contract/index.ts';
import type { RasterPlan } from '../../sw/draw/plan.ts';
import type { SourceRaster } from '../../sw/formats/reading/source-raster.ts';
import { createBatchCache } from '../../sw/rows/batch-cache.ts';
import { defaultRasterDrawing } from '../../sw/service/raster-drawing.ts';
import { type DecodedImage, openRaster, type Raster } from '../../sw/service/raster-source.ts';

/** Write a raster in memory like the publisher, and open it. */
export async function makeRaster(
  source: Partial<SourceRaster>,
  tileSizePx = 64,
  encodeImage?: EncodeImage,
): Promise<Raster> {
  const whole: SourceRaster = {
    name: 'test',
    widthPx: 1,
    heightPx: 1,
    extent: [0, 0, 1, 1],
    sampleType: 'f32',
    bands: [],
    isCategorical: false,
    notes: [],
    ...source,
  };
  const { manifest, files } = await writeRaster(whole, {
    key: 'test',
    tileSizePx,
    ...(encodeImage ? { encodeImage } : {}),
  });
  const read = async (file: string, offset: number, length: number) =>
    files.get(file)!.slice(offset, offset + length).buffer as ArrayBuffer;
  return openRaster(manifest, read, createBatchCache());
}

export function rasterLayer(
  raster: Raster,
  renderer?: Value<'RasterRenderer'>,
  more: Partial<RasterPlan> = {},
): RasterPlan {
  const defaultDrawing = defaultRasterDrawing(raster.manifest);
  return {
    kind: 'raster',
    layerId: 0,
    name: 'Test',
    raster,
    drawing: renderer ? { type: 'RasterLayerDrawingDescription', RasterRenderer: renderer } : defaultDrawing,
    decode: decodeImage,
    ...more,
  };
}

export async function decodeImage(image: Blob): Promise<DecodedImage> {
  const bitmap = await createImageBitmap(image, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  return { widthPx: width, heightPx: height, rgba: context.getImageData(0, 0, width, height).data };
}

/** Fill a grid with a function of the longitude and latitude of each pixel's center. */
export function worldGrid(
  widthPx: number,
  valueAt: (longitude: number, latitude: number) => number,
): Pick<SourceRaster, 'widthPx' | 'heightPx' | 'extent' | 'spatialReference'> & { readonly samples: Float32Array } {
  const heightPx = widthPx / 2;
  const samples = new Float32Array(widthPx * heightPx);
  const step = 360 / widthPx;
  for (let row = 0; row < heightPx; row++)
    for (let column = 0; column < widthPx; column++)
      samples[row * widthPx + column] = valueAt(-180 + (column + 0.5) * step, 90 - (row + 0.5) * step);
  const spatialReference = { type: 'GeographicCoordinateSystem', WKID: 4326 } as const;
  return { widthPx, heightPx, extent: [-180, -90, 180, 90], spatialReference, samples };
}
