import { beforeAll, expect, test } from 'vitest';
import { buildService } from '../../../src/publish/import/build-service.ts';
import { encodeImage } from '../../../src/publish/import/raster/image-codec.ts';
import { writeRaster } from '../../../src/publish/import/raster/raster-tiles.ts';
import type { Context } from '../../../sw/context.ts';
import type { Value } from '../../../sw/contract/index.ts';
import { wgs84 } from '../../../sw/formats/reading/spatial-reference.ts';
import { type Call, createCall } from '../../../sw/handlers/call.ts';
import { defaultDescription } from '../../../sw/handlers/description/default-description.ts';
import { GetServerInfo } from '../../../sw/handlers/description/get-server-info.ts';
import { GetLegendInfo, GetLegendInfo2 } from '../../../sw/handlers/legend/legend-info.ts';
import { QueryFeatureCount } from '../../../sw/handlers/query/query-data.ts';
import { ExportMapImage } from '../../../sw/handlers/rendering/export-map-image.ts';
import { Identify } from '../../../sw/handlers/search/identify.ts';
import { openStore } from '../../../sw/portal/store/open-store.ts';
import { openIndexedDb } from '../../../sw/store/indexeddb.ts';
import { decodeImage } from '../../render/raster-of.ts';

let call: Call;

/** Two raster layers over the same square of 10°: an image of four colors above heights from 0 to 99. */
beforeAll(async () => {
  const placement = { widthPx: 10, heightPx: 10, extent: [0, 0, 10, 10] as const, spatialReference: wgs84, notes: [] };
  const makeSamples = (value: (x: number, y: number) => number) =>
    Uint8Array.from({ length: 100 }, (_, i) => value(i % 10, Math.floor(i / 10)));
  const image = await writeRaster(
    {
      ...placement,
      name: 'Picture',
      sampleType: 'u8',
      isCategorical: false,
      bands: [
        { name: 'Red', samples: makeSamples((x) => (x < 5 ? 200 : 40)) },
        { name: 'Green', samples: makeSamples((_, y) => (y < 5 ? 180 : 20)) },
        { name: 'Blue', samples: makeSamples(() => 90) },
      ],
    },
    { key: 'Picture', encodeImage },
  );
  const heights = await writeRaster(
    {
      ...placement,
      name: 'Heights',
      sampleType: 'f32',
      isCategorical: false,
      noData: 0,
      bands: [{ name: 'Value', samples: Float32Array.from({ length: 100 }, (_, i) => i) }],
    },
    { key: 'Heights' },
  );
  const { definition, files } = buildService({
    name: 'Rasters',
    layers: [{ content: image }, { content: heights }],
    extent: [0, 0, 10, 10],
  });
  const now = () => Date.UTC(2026, 0, 1);
  const newId = () => crypto.randomUUID().replaceAll('-', '');
  const store = await openStore({ openDatabase: openIndexedDb, databaseName: `rasters-${Math.random()}`, now, newId });
  const blobs = new Map([...files].map(([name, bytes]) => [name, new Blob([bytes as Uint8Array<ArrayBuffer>])]));
  const service = await store.publish(definition, blobs);
  const context: Context = {
    store,
    createCanvas: (widthPx, heightPx) => new OffscreenCanvas(widthPx, heightPx),
    decodeImage,
    now,
    newId,
    fetch: (input, init) => fetch(input, init),
    base: '/',
    origin: 'http://soapstone.test',
    fontsReady: async () => undefined,
    yieldNow: async () => undefined,
  };
  call = createCall(context, service, new AbortController().signal);
});

const describeLayers = (...layers: Partial<Value<'LayerDescription'>>[]): Value<'MapDescription'> => {
  const { maps, limits } = call.service.definition;
  const description = defaultDescription(maps[0]!, limits);
  const LayerDescriptions = description.LayerDescriptions!.map((layerDescription, i) => ({
    ...layerDescription,
    ...layers[i],
  }));
  return { ...description, LayerDescriptions };
};
const display: Value<'ImageDisplay'> = { ImageHeight: 100, ImageWidth: 100, ImageDPI: 96 };
const inline = { ImageFormat: 'gisImagePNG32', ImageReturnType: 'gisImageReturnMimeData' } as const;

/** Return red, green and blue at points of the exported image. */
async function pixels(MapDescription: Value<'MapDescription'>, ...places: [number, number][]): Promise<number[][]> {
  const ImageDescription = { ImageType: inline, ImageDisplay: display };
  const { Result } = await ExportMapImage(call, { MapDescription, ImageDescription } as never);
  const { rgba } = await decodeImage(new Blob([Result.ImageData as Uint8Array<ArrayBuffer>]));
  return places.map(([x, y]) => [...rgba.subarray(4 * (100 * y + x), 4 * (100 * y + x) + 4)]);
}

test('raster layers are described as what they are', async () => {
  const { Result } = await GetServerInfo(call, { MapName: 'Rasters' });
  expect(Result.MapLayerInfos![0]).toMatchObject({
    Name: 'Picture',
    LayerType: 'Raster Layer',
    IsFeatureLayer: false,
    CanFind: false,
    CanIdentify: true,
    CanModifyDrawingDescription: true,
    Extent: { XMin: 0, YMin: 0, XMax: 10, YMax: 10 },
  });
  expect(Result.MapLayerInfos![0]!.Fields).toBeUndefined();
});

test('the picture is drawn as published, and restyled for one request', async () => {
  expect(await pixels(describeLayers(), [20, 20], [80, 80])).toEqual([
    [200, 180, 90, 255],
    [40, 20, 90, 255],
  ]);
  const RasterRenderer = {
    type: 'RasterRGBRenderer',
    LayerIndex1: 2,
    LayerIndex2: 2,
    LayerIndex3: 0,
    UseRGBBand: 5,
  } as const;
  const swapped = { type: 'RasterLayerDrawingDescription', RasterRenderer, Transparency: 0 } as const;
  expect(await pixels(describeLayers({ DrawingDescription: swapped }), [20, 20])).toEqual([[90, 0, 200, 255]]);
  const wrong = { type: 'FeatureLayerDrawingDescription' } as const;
  await expect(pixels(describeLayers({ DrawingDescription: wrong }))).rejects.toThrow(
    /layer 0: DrawingDescription: expected RasterLayerDrawingDescription/,
  );
});

test('a raster of a workspace is a layer of the request', async () => {
  const source = (WorkspaceID: string, RasterName: string) =>
    describeLayers({ Source: { type: 'RasterDataSourceDescription', WorkspaceID, RasterName } }, { Visible: false });
  const [pixel] = await pixels(source('Rasters', 'heights'), [95, 95]);
  expect(pixel![0]).toBeGreaterThan(240);
  await expect(pixels(source('Rasters', 'none'))).rejects.toThrow(
    /RasterName: expected one of Picture, Heights, found "none"/,
  );
  await expect(pixels(source('Elsewhere', 'heights'))).rejects.toMatchObject({ code: 'unknown-service' });
});

test('Identify tells the pixel of each raster, and what is no data', async () => {
  const identifyAt = (X: number, Y: number) =>
    Identify(call, {
      MapDescription: describeLayers(),
      MapImageDisplay: display,
      SearchShape: { type: 'PointN', X, Y },
      Tolerance: 3,
      IdentifyOption: 'gisIdentifyAllLayers',
      LayerIDs: [],
    } as never);
  const { Result } = await identifyAt(7.5, 0.5);
  expect(
    Result.map(({ LayerID, Name, Properties }) => [LayerID, Name, Properties!.PropertyArray!.map(({ Key }) => Key)]),
  ).toEqual([
    [0, '40, 20, 90', ['Pixel Value', 'Red', 'Green', 'Blue']],
    [1, '97', ['Pixel Value']],
  ]);
  expect((await identifyAt(0.5, 9.5)).Result[1]!.Name).toBe('NoData');
  expect((await identifyAt(11, 5)).Result).toEqual([]);
});

test('legends have a class for each band, the ends of a ramp, or the classes that a request asks for', async () => {
  const LegendPatch = { Width: 0, Height: 0, ImageDPI: 0 };
  const { Result } = await GetLegendInfo(call, { MapName: 'Rasters', LayerIDs: [], LegendPatch, ImageType: inline });
  const labels = (info: Value<'MapServerLegendInfo'>) =>
    info.LegendGroups![0]!.LegendClasses!.map(({ Label }) => Label);
  expect(Result.map(labels)).toEqual([
    ['Red', 'Green', 'Blue'],
    ['High: 99', '', '50', '', 'Low: 1'],
  ]);
  const RasterRenderer: Value<'RasterRenderer'> = { type: 'RasterClassifyRenderer', ArrayOfBreak: [0, 50, 100] };
  const MapDescription = describeLayers(
    {},
    { DrawingDescription: { type: 'RasterLayerDrawingDescription', RasterRenderer } },
  );
  const requested = { MapDescription, MapImageDisplay: display, LayerIDs: [1], LegendPatch, ImageType: inline };
  expect((await GetLegendInfo2(call, requested as never)).Result.map(labels)).toEqual([['0 - 50', '50 - 100']]);
});

test('swatches have the size and shape of their class where the request leaves them open', async () => {
  const color = { type: 'RgbColor', AlphaValue: 255, Red: 200, Green: 0, Blue: 0 };
  const triangle = [
    [0, 0],
    [0, 10],
    [10, 0],
  ].map(([X, Y]) => ({ type: 'PointN', X, Y }));
  const AreaPatch = { type: 'AreaPatch', Geometry: { type: 'PolygonN', RingArray: [{ PointArray: triangle }] } };
  const LegendClasses = [
    {
      Symbol: { type: 'SimpleFillSymbol', Color: color, Style: 'gisSFSSolid' },
      Label: 'all',
      Description: '',
      LegendClassFormat: { AreaPatch, PatchWidth: 30, PatchHeight: 15 },
    },
  ];
  const RasterRenderer = {
    type: 'RasterClassifyRenderer',
    ArrayOfBreak: [0, 100],
    LegendGroups: [{ Visible: true, Editable: true, Heading: '', LegendClasses }],
  };
  const MapDescription = describeLayers(
    {},
    { DrawingDescription: { type: 'RasterLayerDrawingDescription', RasterRenderer } as never },
  );
  const findSwatch = async (LegendPatch: object) => {
    const requested = { MapDescription, MapImageDisplay: display, LayerIDs: [1], LegendPatch, ImageType: inline };
    const { Result } = await GetLegendInfo2(call, requested as never);
    const image = Result[0]!.LegendGroups![0]!.LegendClasses![0]!.SymbolImage!;
    const { rgba } = await decodeImage(new Blob([image.ImageData as Uint8Array<ArrayBuffer>]));
    const { ImageWidth, ImageHeight } = image;
    return { ImageWidth, ImageHeight, isCornerClear: rgba[4 * (3 * ImageWidth - 3) + 3] === 0 };
  };
  const open = { Width: 0, Height: 0, ImageDPI: 96 };
  expect(await findSwatch(open)).toEqual({ ImageWidth: 40, ImageHeight: 20, isCornerClear: true });
  const square = { type: 'AreaPatch', Geometry: { type: 'EnvelopeN', XMin: 0, YMin: 0, XMax: 1, YMax: 1 } };
  expect(await findSwatch({ Width: 15, Height: 15, ImageDPI: 96, AreaPatch: square })).toEqual({
    ImageWidth: 20,
    ImageHeight: 20,
    isCornerClear: false,
  });
  await expect(findSwatch({ ...open, AreaPatch: { type: 'AreaPatch', Name: 'Lake' } })).rejects.toThrow(
    'GetLegendInfo2.LegendPatch.AreaPatch.Geometry: expected PolygonN, PolylineN or EnvelopeN with at least two points, found the name "Lake".',
  );
});

test('a raster has no rows to query', async () => {
  await expect(QueryFeatureCount(call, { MapName: 'Rasters', LayerID: 0 } as never)).rejects.toMatchObject({
    code: 'not-supported',
    message: expect.stringMatching(/can't be queried: it is a raster without rows/),
  });
});
