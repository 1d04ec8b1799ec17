import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { shareRaster } from '../../../../src/extensions/share/make/shared-raster.ts';
import { writeRaster } from '../../../../src/publish/import/raster/raster-tiles.ts';
import type { Value } from '../../../../sw/contract/index.ts';
import { drawRasterLayer } from '../../../../sw/draw/raster/draw-raster.ts';
import type { PixelImage, Surface } from '../../../../sw/draw/surface/surface.ts';
import type { SourceRaster } from '../../../../sw/formats/reading/source-raster.ts';
import type { Extent } from '../../../../sw/geometry/extent.ts';
import { transformation } from '../../../../sw/geometry/project.ts';
import { defineTable } from '../../../../sw/geometry/projection-table.ts';
import { referenceFromWkid } from '../../../../sw/geometry/spatial-reference.ts';
import { createBatchCache } from '../../../../sw/rows/batch-cache.ts';
import { createScheduler } from '../../../../sw/scheduler.ts';
import { isRaster } from '../../../../sw/service/checks/check-raster.ts';
import type { RasterManifest } from '../../../../sw/service/definition.ts';
import { openRaster, type Raster } from '../../../../sw/service/raster-source.ts';
import { makeMapView } from '../../../render/draw-plan.ts';
import { rasterLayer } from '../../../render/raster-of.ts';

type Drawing = Value<'RasterLayerDrawingDescription'>;

const [world, europe] = [referenceFromWkid(4326), referenceFromWkid(3035)];
beforeAll(() => defineTable(readFileSync(new URL('../../../../public/epsg.json', import.meta.url), 'utf8')));

const side = 320;
function readSamples(sampleType: 'i16' | 'u8', valueAt: (x: number, y: number) => number) {
  const samples = new (sampleType === 'u8' ? Uint8Array : Int16Array)(side * side);
  for (let i = 0; i < samples.length; i++) samples[i] = valueAt(i % side, Math.floor(i / side));
  return samples;
}
/** Make a raster of 0.1° pixels from 40° N 0° E. In `heights` most are low, and the high ones are in the east. */
const grid = (sampleType: 'i16' | 'u8', valueAt: (x: number, y: number) => number): SourceRaster => ({
  ...{ name: 'grid', widthPx: side, heightPx: side, extent: [0, 40, 32, 72], spatialReference: world, notes: [] },
  ...{ sampleType, isCategorical: false },
  bands: [{ name: 'Band_1', samples: readSamples(sampleType, valueAt) }],
});
const heights = grid('i16', (x, y) => Math.floor(3000 * (x / side) ** 3) + (y % 40));
/** All values of a byte. */
const bytes = grid('u8', (x, y) => (x * 3 + y * 7) % 256);

const makeDrawing = (StretchType: string | undefined, more: object = {}): Drawing => ({
  type: 'RasterLayerDrawingDescription',
  RasterRenderer: {
    type: 'RasterStretchRenderer',
    ResamplingType: 'RSP_NearestNeighbor',
    ...(StretchType && { StretchType }),
    ...more,
  },
  Transparency: 0,
});

function opened(manifest: RasterManifest, files: ReadonlyMap<string, Blob>): Raster {
  const read = (file: string, offset: number, length: number) =>
    files
      .get(file)!
      .slice(offset, offset + length)
      .arrayBuffer();
  return openRaster(manifest, read, createBatchCache());
}

async function storeRaster(source: SourceRaster) {
  const { manifest, files } = await writeRaster(source, { key: 'grid', tileSizePx: 64 });
  const blobs = [...files].map(([file, content]) => [file, new Blob([content as Uint8Array<ArrayBuffer>])] as const);
  return { manifest, files: new Map(blobs) };
}

async function pixels(raster: Raster, drawing: Drawing, extent: Extent, sizePx: number, isEurope: boolean) {
  let drawn: { image: PixelImage; at: unknown } | undefined;
  const surface = {
    ...{ widthPx: sizePx, heightPx: sizePx, beginGroup: () => undefined, endGroup: () => undefined },
    drawImage: (image: PixelImage, position: unknown) => {
      drawn = { image, at: position };
    },
  } as unknown as Surface;
  const scheduler = createScheduler(
    () => 0,
    async () => undefined,
  );
  const projection = isEurope && { projection: transformation(world, europe)! };
  const plan = rasterLayer(raster, drawing.RasterRenderer, { drawing, ...projection });
  await drawRasterLayer(surface, plan, makeMapView(extent, sizePx, sizePx), scheduler);
  const { rgba } = drawn!.image;
  return {
    at: drawn!.at,
    colours: Array.from({ length: rgba.length / 4 }, (_, i) => rgba.subarray(4 * i, 4 * i + 4).join()),
  };
}

const part: Extent = [20, 50, 26, 56];
const partInEurope: Extent = [3_900_000, 2_900_000, 4_400_000, 3_400_000];
const equalize = 'esriRasterStretch_HistogramEqualize';
const percent = 'esriRasterStretch_PercentMinimumMaximum';
const noValues = { NoDataValue: [0, 1, 2, 3] };

test.each([
  ['equalised', heights, makeDrawing(equalize), part, world],
  ['cut off at both ends', heights, makeDrawing(percent), part, world],
  ['equalised without some values', heights, makeDrawing(equalize, noValues), part, world],
  ['equalised in another reference', heights, makeDrawing(equalize), partInEurope, europe],
  ['of bytes equalised in another reference', bytes, makeDrawing(equalize), partInEurope, europe],
  ['of bytes as they are in another reference', bytes, makeDrawing(undefined), partInEurope, europe],
])(
  'a part of a raster that is shared has the colours of the whole: %s',
  async (_, source, drawing, extent, reference) => {
    const { manifest, files } = await storeRaster(source);
    const options = { name: 'layer-1', drawing, maximumBytes: 1e6 };
    const shared = (await shareRaster(manifest, files, { isViewOnly: true, extent, reference }, options))!;
    isRaster(shared.manifest, 'raster');
    expect(shared.manifest.widthPx).toBeLessThan(side / 2);
    const view = [extent, 200, reference === europe] as const;
    const whole = await pixels(opened(manifest, files), drawing, ...view);
    expect(new Set(whole.colours).size).toBeGreaterThan(10);
    const actual = await pixels(opened(shared.manifest, shared.files), drawing, ...view);
    expect(actual.at).toEqual(whole.at);
    const other = actual.colours.filter((color, i) => color !== whole.colours[i]).length;
    // Projected positions are rounded from a different origin, so a few land on a neighboring pixel.
    expect(other).toBeLessThanOrEqual(reference === europe ? whole.colours.length / 100 : 0);
  },
);

test('a raster that is shared without its finest levels has the colours that it has with them', async () => {
  const { manifest, files } = await storeRaster(heights);
  const drawing = makeDrawing(equalize);
  const choices = { isViewOnly: false, extent: manifest.extent, reference: world };
  const options = { name: 'layer-1', drawing, maximumBytes: 20_000 };
  const shared = (await shareRaster(manifest, files, choices, options))!;
  expect(shared.manifest.widthPx).toBe(side / 2);
  const view = [manifest.extent, shared.manifest.widthPx, false] as const;
  const whole = await pixels(opened(manifest, files), drawing, ...view);
  expect(await pixels(opened(shared.manifest, shared.files), drawing, ...view)).toEqual(whole);
});
