import { beforeAll, expect, test } from 'vitest';
import { makeShared } from '../../../../../src/extensions/share/make/make-shared.ts';
import type { ShareChoices } from '../../../../../src/extensions/share/make/share-choices.ts';
import { buildService } from '../../../../../src/publish/import/build-service.ts';
import { decodeImage, encodeImage } from '../../../../../src/publish/import/raster/image-codec.ts';
import { writeRaster } from '../../../../../src/publish/import/raster/raster-tiles.ts';
import type { Value } from '../../../../../sw/contract/index.ts';
import { answerShared, type SharedAnswers, type ShownView } from '../../../../../sw/extensions/share/answer-shared.ts';
import { unpackShared } from '../../../../../sw/extensions/share/shared-map.ts';
import type { SourceTable } from '../../../../../sw/formats/reading/source-table.ts';
import { wgs84 } from '../../../../../sw/formats/reading/spatial-reference.ts';
import { disc, fill } from '../../../../../sw/formats/reading/symbols.ts';
import { referenceFromWkid } from '../../../../../sw/geometry/spatial-reference.ts';
import { type FeatureReduction, reductionText } from '../../../../../sw/service/feature-reduction.ts';
import { packService } from '../../../../../sw/service/package.ts';

const ring = (x: number) => [x, 2, x, 8, x + 3, 8, x + 3, 2, x, 2];
const parks: SourceTable = {
  name: 'Parks',
  columns: [
    { name: 'NAME', alias: 'Name of the park', type: 'String', length: 9, values: ['Östlicher', 'West'] },
    { name: 'SINCE', alias: 'SINCE', type: 'Date', length: 0, values: [Date.UTC(1999, 11, 31), null] },
    { name: 'HOME', alias: 'HOME', type: 'String', length: 1, values: ['x', 'y'] },
  ],
  rowCount: 2,
  geometry: {
    kind: 'polygon',
    xy: Float64Array.from([...ring(1), ...ring(6)]),
    partOffsets: Int32Array.of(0, 5, 10),
    featureOffsets: Int32Array.of(0, 1, 2),
  },
  spatialReference: wgs84,
  notes: [],
  attachments: [{ row: 0, name: 'a.txt', contentType: 'text/plain', bytes: new TextEncoder().encode('hello') }],
};
const drawing: Value<'FeatureLayerDrawingDescription'> = {
  type: 'FeatureLayerDrawingDescription',
  FeatureRenderer: { type: 'SimpleRenderer', Label: 'A park', Symbol: fill('#00ff00') },
  ScaleSymbols: false,
  Transparency: 0,
};
const reference = referenceFromWkid(3857);
const degreePx = 111319.49;
const view: ShownView = {
  extent: [0, 0, 10 * degreePx, 10 * degreePx],
  widthPx: 100,
  heightPx: 100,
  dpi: 96,
  visible: [0, 1],
};
const { signal } = new AbortController();
let answers: SharedAnswers;
let packed: Uint8Array;
let chosenLayers: ShareChoices['layers'];

beforeAll(async () => {
  const written = await writeRaster(
    {
      ...{ widthPx: 10, heightPx: 10, extent: [0, 0, 10, 10] as const, spatialReference: wgs84, notes: [] },
      ...{ name: 'Picture', sampleType: 'u8' as const, isCategorical: false },
      bands: [200, 100, 50].map((value) => ({ name: `${value}`, samples: new Uint8Array(100).fill(value) })),
    },
    { key: 'Picture', encodeImage },
  );
  const { definition, files } = buildService({
    name: 'Both',
    layers: [{ content: parks, name: 'Parks', displayField: 'NAME' }, { content: written }],
  });
  const [map] = definition.maps;
  const presentation = {
    popup: { kind: 'text', template: '<b>{NAME}</b>' },
    dateFormats: { SINCE: 'dd.MM.yyyy' },
  } as const;
  const layers = map!.layers.map((layer) => (layer.table ? { ...layer, presentation, DisplayField: 'NAME' } : layer));
  packed = packService({ ...definition, maps: [{ ...map!, layers }] }, files);
  chosenLayers = layers.map((layer) => ({
    ...{ service: 'Both', layer: layer.LayerID, title: layer.Name, isVisible: true, hasLabels: false, filters: [] },
    fields: ['NAME', 'SINCE'],
    ...(layer.table && { drawing }),
  }));
  answers = await collectAnswers({});
});

async function collectAnswers(choices: Partial<ShareChoices>, name = 'Both', service = packed): Promise<SharedAnswers> {
  const data = await makeShared({
    packages: new Map([[name, new Blob([service as Uint8Array<ArrayBuffer>])]]),
    systems: '{"datums":[],"systems":[]}',
    fonts: [],
    choices: {
      ...{ title: 'Both', text: '', language: 'en', reference, extent: view.extent, isViewOnly: false },
      hasAttachments: true,
      layers: chosenLayers,
      ...choices,
    },
  });
  const stream = data.stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return answerShared(unpackShared(await new Response(stream).arrayBuffer()), {
    createCanvas: (widthPx, heightPx) => new OffscreenCanvas(widthPx, heightPx),
    decodeImage,
    fontsReady: async () => {},
    now: () => Date.now(),
    yieldNow: async () => {},
  });
}

const colorAt = ({ rgba, widthPx }: { rgba: Uint8ClampedArray; widthPx: number }, x: number, y: number) => [
  ...rgba.subarray(4 * (y * widthPx + x), 4 * (y * widthPx + x) + 4),
];

test('draws polygons over a raster in the reference of the page, and leaves out what is switched off', async () => {
  const drawn = await answers.draw(view, false, signal);
  expect(colorAt(drawn, 25, 50)).toEqual([0, 255, 0, 255]);
  expect(colorAt(drawn, 50, 50)).toEqual([200, 100, 50, 255]);
  expect(drawn.metresPerPixel).toBeGreaterThan(10_000);
  expect(drawn.metresPerPixel).toBeLessThan(11_200);
  const alone = await answers.draw({ ...view, visible: [1] }, false, signal);
  expect(colorAt(alone, 25, 50)).toEqual([200, 100, 50, 255]);
});

test('identifies and finds rows with aliases, formats and pop-ups, and gives their files', async () => {
  const [park] = await answers.identify(view, [2.5 * degreePx, 5 * degreePx], signal);
  expect(park).toMatchObject({ layerId: 0, name: 'Östlicher', popup: '<b>Östlicher</b>' });
  expect(park!.attributes).toEqual([
    ['Name of the park', 'Östlicher'],
    ['SINCE', '31.12.1999'],
  ]);
  expect(park!.shape?.type).toBe('PolygonN');
  const actual = await answers.find(view, 'west', signal);
  expect(actual.map(({ name, id }) => [name, id])).toEqual([['West', 2]]);
  expect(await answers.find(view, 'y', signal)).toEqual([]);
  const [file] = await answers.files(0, 1);
  expect([file!.name, new TextDecoder().decode(file!.content)]).toEqual(['a.txt', 'hello']);
  expect(await answers.files(0, 2)).toEqual([]);
});

test('draws points by their density, with a legend, and identifies the members of a cluster', async () => {
  const points: SourceTable = {
    ...{ name: 'Points', rowCount: 3, spatialReference: wgs84, notes: [], attachments: [] },
    columns: [
      { name: 'AMOUNT', alias: 'AMOUNT', type: 'Integer', length: 0, values: [7, 8, 9] },
      { name: 'HOME', alias: 'HOME', type: 'String', length: 1, values: ['x', 'y', 'z'] },
    ],
    geometry: {
      kind: 'point',
      xy: Float64Array.of(2, 5, 2.1, 5, 8, 5),
      partOffsets: Int32Array.of(0, 1, 2, 3),
      featureOffsets: Int32Array.of(0, 1, 2, 3),
    },
  };
  const built = buildService({ name: 'Dense', layers: [{ content: points, name: 'Points' }] });
  const renderer = { type: 'SimpleRenderer', Symbol: disc('#0000ff', 6, '#0000ff', 0) } as const;
  const layer = (title: string, reduction: FeatureReduction) => ({
    ...{ service: 'Dense', layer: 0, title, isVisible: true, hasLabels: false, filters: [], fields: ['AMOUNT'] },
    drawing: { ...drawing, FeatureRenderer: renderer, FeatureReduction: reductionText(reduction) },
  });
  const layers = [
    layer('Clusters', {
      ...{ type: 'cluster', radiusPt: 15, minSizePt: 12, maxSizePt: 12, showLabels: false, maxScale: 0 },
      ...{ color: [255, 0, 0, 1], outlineColor: [255, 255, 255, 1], outlinePt: 0 },
    }),
    layer('Bins', {
      ...{ type: 'binning', shape: 'square', sizePt: 15, statistic: 'sum', field: 'AMOUNT', isClassed: true },
      ...{ colors: [[0, 200, 0, 1]], maxScale: 0 },
    }),
  ];
  const shared = await collectAnswers({ layers }, 'Dense', packService(built.definition, built.files));
  const drawLayerById = (id: number) => shared.draw({ ...view, visible: [id] }, false, signal);
  expect(colorAt(await drawLayerById(0), 20, 49)).toEqual([255, 0, 0, 255]);
  expect(colorAt(await drawLayerById(1), 20, 49)).toEqual([0, 200, 0, 255]);
  const actual = await shared.identify({ ...view, visible: [0] }, [2.05 * degreePx, 5 * degreePx], signal);
  expect(actual.map(({ attributes }) => attributes)).toEqual([[['AMOUNT', '7']], [['AMOUNT', '8']]]);
  const legend = await shared.legend({ ...view, visible: [0, 1] }, signal);
  expect(legend[1]!.LegendGroups![0]!.LegendClasses!.map(({ Label }) => Label)).toEqual(['9 – 15']);
});

test('has a legend of all layers', async () => {
  const legend = await answers.legend({ ...view, visible: [] }, signal);
  expect(legend.map(({ Name }) => Name)).toEqual(['Parks', 'Picture']);
  expect(legend[0]!.LegendGroups?.[0]?.LegendClasses?.[0]).toMatchObject({ Label: 'A park' });
});

test('draws of a picture what was in the view that was shared, and nothing beside it', async () => {
  const part = await collectAnswers({ isViewOnly: true, extent: [4 * degreePx, 0, 6 * degreePx, 10 * degreePx] });
  const drawn = await part.draw({ ...view, visible: [1] }, false, signal);
  expect(colorAt(drawn, 50, 50)).toEqual([200, 100, 50, 255]);
  expect([colorAt(drawn, 35, 50)[3], colorAt(drawn, 65, 50)[3]]).toEqual([0, 0]);
  const [pixel] = await part.identify({ ...view, visible: [1] }, [5 * degreePx, 5 * degreePx], signal);
  expect(pixel!.name).toBe('200, 100, 50');
});
