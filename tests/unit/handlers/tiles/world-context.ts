import { makeLayerDefinition } from '../../../../src/publish/import/build-map.ts';
import { writeRaster } from '../../../../src/publish/import/raster/raster-tiles.ts';
import { answer } from '../../../../sw/answer.ts';
import type { Context } from '../../../../sw/context.ts';
import type { Value } from '../../../../sw/contract/index.ts';
import { openStore } from '../../../../sw/portal/store/open-store.ts';
import type { TableInput } from '../../../../sw/rows/write/table-input.ts';
import { writeTable } from '../../../../sw/rows/write/write-table.ts';
import { defaultLimits, type LayerDefinition, type ServiceDefinition } from '../../../../sw/service/definition.ts';
import { readReductionJson, reductionText } from '../../../../sw/service/feature-reduction.ts';
import { openIndexedDb } from '../../../../sw/store/indexeddb.ts';
import { fill, line, loadFonts, marker, rgb, simple } from '../../../render/draw-plan.ts';
import { worldGrid } from '../../../render/raster-of.ts';
import { countries } from '../../../render/world.ts';
import { manyPoints } from '../../draw/dense/many-points.ts';
import { administrator } from '../../portal/administrator.ts';
import { makeGeometryBatch } from '../../rows/made-table.ts';

/** Let other pending tasks run, like the worker does. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}

const degrees: Value<'SpatialReference'> = { type: 'GeographicCoordinateSystem', WKID: 4326, LatestWKID: 4326 };

const textSymbol: Value<'SimpleTextSymbol'> = {
  type: 'SimpleTextSymbol',
  Color: rgb(40, 40, 40),
  Size: 8,
  Angle: 0,
  XOffset: 0,
  YOffset: 0,
  MaskStyle: 'gisMSHalo',
  MaskSize: 1,
  MaskSymbol: fill(rgb(255, 255, 255)),
};

/** Return whether a ring doesn't cross the 180th meridian. Publishing would split such rings, so they are left out. */
function staysOnItsSide(ring: readonly number[]): boolean {
  return ring.every((x, i) => i % 2 === 1 || i < 2 || Math.abs(x - ring[i - 2]!) < 180);
}

const townCount = 4000;

const hatched = simple(fill(rgb(60, 90, 60), line(rgb(40, 60, 40), 0.5), 'gisSFSBackwardDiagonal'));

/** Waves of heights over the world, hill-shaded over a color ramp. */
const heightsDrawing: Value<'RasterLayerDrawingDescription'> = {
  type: 'RasterLayerDrawingDescription',
  RasterRenderer: {
    type: 'RasterStretchRenderer',
    StretchType: 'esriRasterStretch_PercentMinimumMaximum',
    ColorRamp: { type: 'PresetColorRamp', Colors: [rgb(20, 60, 90), rgb(240, 230, 160), rgb(120, 60, 30)] },
    UseHillShader: true,
    ZScale: 60,
    Azimuth: 280,
  },
};

/** The drawing styles of the point maps. */
const reductions = {
  Heat: { type: 'heatmap', radius: 15, colorStops: listStops([0, 0, 255, 0], [0, 0, 255, 255], [255, 255, 0, 255]) },
  Clusters: { type: 'cluster', clusterRadius: 45 },
  Bins: {
    ...{ type: 'binning', binType: 'hexagon', binSize: 18 },
    renderer: { type: 'simple', visualVariables: [{ stops: listStops([200, 230, 220, 255], [10, 90, 80, 255]) }] },
  },
};

function listStops(...colors: readonly (readonly number[])[]) {
  return colors.map((color, i) => ({ ratio: i / (colors.length - 1), color }));
}

/**
 * Make a service of the countries of the world: `Countries`, `Names` with their labels, `Hatched`, a raster of
 * `Heights`, and points by density: `Heat`, `Clusters`, `Bins`.
 */
export async function worldService(detail: '10m' | '50m' | '110m', name = 'World') {
  const features = (await countries(detail)).map((country) => ({
    ...country,
    parts: country.parts.filter(staysOnItsSide),
  }));
  const input: TableInput = {
    name: 'countries',
    fields: [
      {
        Name: 'NAME',
        Type: 'gisFieldTypeString',
        IsNullable: true,
        Length: 99,
        Precision: 0,
        Scale: 0,
        AliasName: 'Name',
      },
    ],
    columns: [features.map(({ values }) => String(values!.NAME))],
    rowCount: features.length,
    geometry: makeGeometryBatch(
      'polygon',
      features.map(({ parts }) => parts),
    ),
    spatialReference: degrees,
  };
  const table = writeTable(input);
  const places = writeTable({
    name: 'places',
    fields: [],
    columns: [],
    rowCount: townCount,
    geometry: makeGeometryBatch(
      'point',
      manyPoints(townCount).map(({ parts }) => [[2 * parts[0]![0]! - 100, parts[0]![1]! - 50]]),
    ),
    spatialReference: degrees,
  });
  const grid = worldGrid(720, (x, y) => 900 * Math.sin(x / 7) * Math.cos(y / 5) + 300 * Math.sin((x * y) / 60));
  const heights = await writeRaster(
    {
      ...grid,
      name: 'heights',
      sampleType: 'f32',
      bands: [{ name: 'Value', samples: grid.samples }],
      isCategorical: false,
      notes: [],
    },
    { key: 'heights', tileSizePx: 128 },
  );
  const layer: LayerDefinition = {
    LayerID: 0,
    Name: 'Countries & seas',
    Description: '',
    CopyrightText: '',
    kind: 'feature',
    ParentLayerID: -1,
    Visible: true,
    ShowLabels: false,
    MinScale: 0,
    MaxScale: 0,
    DefinitionExpression: '',
    table: 'countries',
    DisplayField: 'NAME',
    drawing: {
      type: 'FeatureLayerDrawingDescription',
      FeatureRenderer: simple(fill(rgb(226, 218, 196), line(rgb(120, 110, 90), 0.5))),
      LabelingDescription: { LabelClassDescriptions: [{ LabelExpression: '[NAME]', Symbol: textSymbol }] },
      ScaleSymbols: false,
      Transparency: 0,
    },
  };
  const map = {
    Description: '',
    CopyrightText: '',
    SpatialReference: degrees,
    Units: 'gisDecimalDegrees',
    extent: [-180, -90, 180, 90],
    fullExtent: [-180, -90, 180, 90],
    referenceScale: 0,
    bookmarks: [],
    standaloneTables: [],
  } as const;
  const definition: ServiceDefinition = {
    name,
    document: { Title: name, Subject: '', Author: '', Category: '', Keywords: '', Comments: '' },
    limits: defaultLimits,
    capabilities: ['Map', 'Query', 'Data'],
    maps: [
      { ...map, Name: 'Countries', layers: [layer] },
      { ...map, Name: 'Names', layers: [{ ...layer, ShowLabels: true }] },
      { ...map, Name: 'Hatched', layers: [{ ...layer, drawing: { ...layer.drawing!, FeatureRenderer: hatched } }] },
      {
        ...map,
        Name: 'Heights',
        layers: [
          makeLayerDefinition({
            ...{ id: 0, key: 'heights' },
            layer: { content: heights, name: 'Heights', rasterDrawing: heightsDrawing },
          }),
        ],
      },
      ...Object.entries(reductions).map(([Name, reduction]) => ({
        ...map,
        Name,
        layers: [
          {
            ...layer,
            ...{ Name, table: 'places', DisplayField: 'OBJECTID' },
            drawing: {
              type: 'FeatureLayerDrawingDescription' as const,
              FeatureRenderer: simple(marker(rgb(200, 0, 0), 5)),
              FeatureReduction: reductionText(readReductionJson(reduction, Name)),
            },
          },
        ],
      })),
    ],
    tables: { countries: table.manifest, places: places.manifest },
    rasters: { heights: heights.manifest },
    credits: [],
  };
  const files = new Map(
    [...table.files, ...places.files, ...heights.files].map(([file, bytes]) => [
      file,
      new Blob([bytes as Uint8Array<ArrayBuffer>]),
    ]),
  );
  return { definition, files };
}

/** Services made so far, for reuse; publishing copies the files. */
const services = new Map<string, ReturnType<typeof worldService>>();

/** Make a context on real IndexedDB and canvas with the countries published as `World`. */
export async function worldContext(
  detail: '10m' | '50m' | '110m' = '110m',
  estimate?: () => Promise<StorageEstimate>,
): Promise<Context> {
  await loadFonts();
  const newId = () => crypto.randomUUID().replaceAll('-', '');
  const databaseName = `tiles-${newId()}`;
  const store = await openStore({
    openDatabase: openIndexedDb,
    databaseName,
    now: Date.now,
    newId,
    ...(estimate ? { estimate } : {}),
  });
  const made = services.get(detail) ?? worldService(detail);
  services.set(detail, made);
  const { definition, files } = await made;
  await store.publish(definition, files);
  await store.setSetting('demo-published', true);
  return {
    store,
    createCanvas: (widthPx, heightPx) => new OffscreenCanvas(widthPx, heightPx),
    now: Date.now,
    newId,
    fetch: (input, init) => fetch(input, init),
    base: '/',
    origin: location.origin,
    fontsReady: async () => undefined,
    yieldNow: nextTask,
  };
}

/** Send a request outside SOAP to the backend as an administrator. */
export async function get(context: Context, path: string, init?: RequestInit): Promise<Response> {
  const headers = { ...(await administrator(context)), ...(init?.headers as Record<string, string>) };
  return (await answer(context, new Request(`${location.origin}/${path}`, { ...init, headers })))!;
}

/** Request an action on the caches of `World`, and expect it to succeed. */
export async function act(context: Context, body: Record<string, unknown>, service = 'World') {
  const response = await get(context, `admin/caches/${service}`, { method: 'POST', body: JSON.stringify(body) });
  const answered = await response.json();
  if (!response.ok) throw new Error(answered.error.message);
  return answered;
}

/** Run a job until it ends. */
export async function finishJob(context: Context, id: string, service = 'World') {
  for (;;) {
    const { job } = await (await get(context, `admin/caches/${service}/jobs/${id}/run`, { method: 'POST' })).json();
    if (job.status !== 'running') return job;
  }
}

/** Decode an image to pixels. */
export async function readTilePixels(bytes: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(bytes);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}
