import { VectorTile } from '@mapbox/vector-tile';
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import GeoJSONVT from 'geojson-vt';
import { PbfReader } from 'pbf';
import { expect, test } from 'vitest';
import { answer } from '../../sw/answer.ts';
import type { Value } from '../../sw/contract/index.ts';
import { sampleContext } from './sample-context.ts';
import { sampleService } from './sample-service.ts';

const root = 'http://soapstone.test/rest/services/Sample/VectorTileServer';

const rgb = (Red: number, Green: number, Blue: number) => ({ type: 'RgbColor', Red, Green, Blue }) as const;
const circle = (color: ReturnType<typeof rgb>) =>
  ({
    type: 'SimpleMarkerSymbol',
    Angle: 0,
    Color: color,
    Size: 6,
    XOffset: 0,
    YOffset: 0,
    Outline: false,
    OutlineSize: 0,
    OutlineColor: rgb(0, 0, 0),
    Style: 'gisSMSCircle',
  }) as const;

const ask = async (below: string): Promise<Response> =>
  (await answer(await sampleContext(), new Request(`${root}${below}`)))!;

async function tile(z: number, x: number, y: number): Promise<VectorTile> {
  const response = await ask(`/tile/${z}/${y}/${x}.pbf`);
  expect(response.headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile');
  return new VectorTile(new PbfReader(new Uint8Array(await response.arrayBuffer())));
}

const features = (read: VectorTile, name: string) =>
  Array.from({ length: read.layers[name]?.length ?? 0 }, (_, i) => read.layers[name]!.feature(i));

/** Return the rows of the sample as GeoJSON, from the REST interface. */
async function geoJson(id: number) {
  const url = `http://soapstone.test/rest/services/Sample/MapServer/${id}/query?f=geojson&where=1=1&outFields=*`;
  return (await answer(await sampleContext(), new Request(url)))!.json();
}

test('a tile of the world has the features that are published, with their values', async () => {
  const world = await tile(0, 0, 0);
  expect(Object.keys(world.layers).sort()).toEqual(['Squares', 'Towns']);
  expect(world.layers.Towns).toMatchObject({ version: 2, extent: 4096 });
  const towns = features(world, 'Towns');
  // The author's filter excludes O'Elm.
  expect(towns.map(({ id }) => id).sort()).toEqual([1, 2, 3, 5]);
  expect(towns.find(({ id }) => id === 2)!.properties).toMatchObject({
    OBJECTID: 2,
    NAME: 'Birch <& Son>',
    POP: 2000,
    HEIGHT: -3.25,
    FOUNDED: Date.UTC(1950, 5, 15, 12),
  });
  expect(towns.find(({ id }) => id === 5)!.properties).not.toHaveProperty('POP');
});

test.each([
  [0, 0, 0],
  [1, 1, 0],
  [2, 1, 1],
  [3, 4, 4],
  [4, 8, 8],
])('tile %i/%i/%i has the geometry that geojson-vt makes', async (z, x, y) => {
  const ours = await tile(z, x, y);
  for (const [id, name] of [
    [1, 'Towns'],
    [3, 'Squares'],
  ] as const) {
    const index = new GeoJSONVT(await geoJson(id), { extent: 4096, buffer: 64, maxZoom: 14, tolerance: 0 });
    const theirs = (index.getTile(z, x, y)?.features ?? []).filter(({ geometry }) => geometry.length > 0);
    expect(
      features(ours, name)
        .map((feature) => feature.id)
        .sort(),
    ).toEqual(theirs.map((candidate) => candidate.id).sort());
    for (const feature of features(ours, name)) {
      const other = theirs.find((candidate) => candidate.id === feature.id)!;
      expect(feature.type).toBe(other.type);
      const area = (rings: readonly (readonly (readonly [number, number])[])[]) =>
        rings.map((ring) => computeArea(ring));
      const decodedRings = feature.loadGeometry().map((ring) => ring.map(({ x: px, y: py }) => [px, py] as const));
      if (feature.type === 1) {
        expect(Math.abs(decodedRings[0]![0]![0] - (other.geometry[0] as [number, number])[0])).toBeLessThanOrEqual(1);
        expect(Math.abs(decodedRings[0]![0]![1] - (other.geometry[0] as [number, number])[1])).toBeLessThanOrEqual(1);
        continue;
      }
      const [actual, expected] = [area(decodedRings), area(other.geometry as [number, number][][])];
      expect(actual).toHaveLength(expected.length);
      for (const [i, entry] of actual.entries())
        expect(Math.abs(Math.abs(entry) - Math.abs(expected[i]!))).toBeLessThanOrEqual(4 * 4096);
      // Outer rings come first and have a positive area; holes have a negative one.
      expect(actual[0]).toBeGreaterThan(0);
    }
  }
});

function computeArea(ring: readonly (readonly [number, number])[]): number {
  return ring.reduce((sum, [x0, y0], i) => {
    const [x1, y1] = ring[(i + 1) % ring.length]!;
    return sum + (x0 * y1 - x1 * y0) / 2;
  }, 0);
}

test('a hole follows its ring and runs the other way', async () => {
  const holed = features(await tile(0, 0, 0), 'Squares').find(({ id }) => id === 2)!;
  expect(holed.toGeoJSON(0, 0, 0).geometry).toMatchObject({ type: 'Polygon' });
  const [outer, hole] = holed.loadGeometry().map((ring) => computeArea(ring.map(({ x, y }) => [x, y] as const)));
  expect(outer).toBeGreaterThan(0);
  expect(hole).toBeLessThan(0);
});

test('each area is labelled once, in the tile that has the middle of it', async () => {
  const { definition, files } = sampleService();
  const [map] = definition.maps;
  const LabelingDescription = {
    LabelClassDescriptions: [
      { LabelPlacements: { LabelPlacement: [] }, LabelExpression: '[OBJECTID]', Symbol: { type: 'SimpleTextSymbol' } },
    ],
  } as unknown as Value<'LabelingDescription'>;
  const layers = map!.layers.map((layer) =>
    layer.LayerID === 3 ? { ...layer, drawing: { ...layer.drawing!, LabelingDescription }, ShowLabels: true } : layer,
  );
  const { store } = await sampleContext();
  await store.publish({ ...definition, name: 'Labelled', maps: [{ ...map!, layers }] }, files);
  const url = root.replace('Sample', 'Labelled');
  const ask = async (below: string) => (await answer(await sampleContext(), new Request(`${url}${below}`)))!;
  const style = await (await ask('/resources/styles/root.json')).json();
  expect(style.layers.at(-1)).toMatchObject({ id: 'Squares/label', 'source-layer': 'Squares/label' });
  const { vector_layers } = await (await ask('/tile.json')).json();
  expect(vector_layers.at(-1)).toEqual({ id: 'Squares/label', fields: { _label: 'String' } });
  const z = 5;
  const areas = new Set<number>();
  const labelled: [id: number, text: unknown, isInside: boolean][] = [];
  for (let y = 10; y < 18; y++)
    for (let x = 14; x < 32; x++) {
      const bytes = new Uint8Array(await (await ask(`/tile/${z}/${y}/${x}.pbf`)).arrayBuffer());
      const read = new VectorTile(new PbfReader(bytes));
      const squares = features(read, 'Squares');
      for (const { id, properties } of squares) {
        areas.add(id!);
        expect(properties).not.toHaveProperty('_label');
      }
      for (const label of features(read, 'Squares/label')) {
        const { id, properties } = label;
        const point = label.loadGeometry()[0]![0]!;
        const [west, north, east, south] = squares.find((square) => square.id === id)!.bbox();
        const isInside = point.x >= west! && point.x <= east! && point.y >= north! && point.y <= south!;
        labelled.push([id!, properties._label, isInside]);
      }
    }
  expect(areas.size).toBeGreaterThan(1);
  expect(labelled.sort(([a], [b]) => a - b)).toEqual(
    [...areas].sort((a, b) => a - b).map((id) => [id, String(id), true]),
  );
});

const symbols: readonly Value<'Symbol'>[] = [
  ...(['gisSMSCircle', 'gisSMSSquare', 'gisSMSCross', 'gisSMSX', 'gisSMSDiamond'] as const).map((Style) => ({
    ...circle(rgb(1, 2, 3)),
    Style,
    Outline: true,
    OutlineSize: 1.5,
    XOffset: 3,
  })),
  ...(['gisSLSSolid', 'gisSLSDash', 'gisSLSDashDotDot', 'gisSLSNull'] as const).map(
    (Style) => ({ type: 'SimpleLineSymbol', Style, Width: 2, Color: rgb(1, 2, 3) }) as Value<'SimpleLineSymbol'>,
  ),
  ...(['gisSFSSolid', 'gisSFSNull', 'gisSFSDiagonalCross'] as const).map(
    (Style) =>
      ({
        type: 'SimpleFillSymbol',
        Style,
        Color: rgb(1, 2, 3),
        Outline: { type: 'SimpleLineSymbol', Style: 'gisSLSDot', Width: 0.4, Color: rgb(4, 5, 6) },
      }) as Value<'SimpleFillSymbol'>,
  ),
];

test.each(symbols)('a style with $type $Style keeps to the specification', async (symbol) => {
  const { definition, files } = sampleService();
  const [map] = definition.maps;
  const id = symbol.type === 'SimpleMarkerSymbol' ? 1 : 3;
  const FeatureRenderer = { type: 'SimpleRenderer', Symbol: symbol, Label: '' } as Value<'SimpleRenderer'>;
  const layers = map!.layers.map((layer) =>
    layer.LayerID === id ? { ...layer, drawing: { ...layer.drawing!, FeatureRenderer, Transparency: 40 } } : layer,
  );
  const { store } = await sampleContext();
  await store.publish({ ...definition, name: 'Symbol', maps: [{ ...map!, layers }] }, files);
  const url = root.replace('Sample', 'Symbol');
  const response = await answer(await sampleContext(), new Request(`${url}/resources/styles/root.json`));
  expect(validateStyleMin(await response!.json())).toEqual([]);
});

test('a tile without features is empty, one that is none is refused', async () => {
  expect((await (await ask('/tile/4/0/0.pbf')).arrayBuffer()).byteLength).toBe(0);
  for (const [below, message] of [
    ['/tile/1/2/0.pbf', 'y: expected a number from 0 to 1 at level 1, found "2".'],
    ['/tile/99/0/0.pbf', 'z: expected a level from 0 to 22, found "99".'],
    ['/tile/1/0/x.pbf', 'x: expected a number from 0 to 1 at level 1, found "x.pbf".'],
  ] as const) {
    const response = await ask(below);
    expect(response.status).toBe(400);
    expect((await response.json()).error.message).toBe(message);
  }
  expect((await ask('/nothing')).status).toBe(404);
});

test('TileJSON and style name each other and the layers of tiles', async () => {
  const tileJson = await (await ask('/tile.json')).json();
  expect(tileJson.tiles).toEqual([`${root}/tile/{z}/{y}/{x}.pbf`]);
  expect(tileJson.vector_layers.map(({ id }: { id: string }) => id)).toEqual([
    'Towns',
    'Towns from close by',
    'Squares',
  ]);
  const style = await (await ask('/resources/styles/root.json?token=a%26b')).json();
  expect(style.sources.service).toEqual({
    type: 'vector',
    url: `${root}/tile.json?token=a%26b`,
    tiles: [`${root}/tile/{z}/{y}/{x}.pbf?token=a%26b`],
  });
  expect(style.layers.map(({ id, type }: { id: string; type: string }) => [id, type])).toEqual([
    ['Squares/fill', 'fill'],
    ['Squares/line', 'line'],
    ['Towns from close by/circle', 'circle'],
    ['Towns/circle', 'circle'],
  ]);
  expect(style.layers[0].paint['fill-color']).toBe('rgba(180,200,160,1)');
  expect(style.layers[2].minzoom).toBeCloseTo(Math.log2(295.828), 2);
  expect(style.layers[3].paint).toMatchObject({ 'circle-radius': 4, 'circle-color': 'rgba(200,0,0,1)' });
});

/**
 * Publish the sample with towns in two classes and labels, far towns from zoom level 18, and hidden squares drawn as
 * lines.
 */
async function publishStyled(): Promise<void> {
  const { definition, files } = sampleService();
  const [map] = definition.maps;
  const [group, towns, far, squares] = map!.layers;
  const drawing: Value<'FeatureLayerDrawingDescription'> = {
    ...towns!.drawing!,
    FeatureRenderer: {
      type: 'ClassBreaksRenderer',
      Field: 'POP',
      MinimumValue: 0,
      ClassBreakInfos: [
        { ClassMaximumValue: 1000, Label: 'small', Description: '', Symbol: circle(rgb(1, 2, 3)) },
        { ClassMaximumValue: 1_000_000, Label: 'large', Description: '', Symbol: circle(rgb(4, 5, 6)) },
      ],
    } as Value<'ClassBreaksRenderer'>,
    LabelingDescription: {
      LabelClassDescriptions: [
        {
          LabelPlacements: { LabelPlacement: ['gisServerPointLabelPlacementAboveRight'] },
          LabelExpression: '[NAME] & "!"',
          UseCodedValue: true,
          Symbol: {
            type: 'SimpleTextSymbol',
            Color: rgb(7, 8, 9),
            Size: 9,
            FontName: 'Source Sans 3',
            FontWeight: 'bold',
          },
        },
      ],
    } as unknown as Value<'LabelingDescription'>,
  };
  const layers = [
    group!,
    { ...towns!, drawing, ShowLabels: true },
    { ...far!, MinScale: 1000 },
    { ...squares!, Visible: false },
  ];
  const BackgroundSymbol = { type: 'SimpleFillSymbol', Style: 'gisSFSSolid', Color: rgb(10, 20, 30) } as const;
  const maps = [{ ...map!, layers, BackgroundSymbol }];
  await (await sampleContext()).store.publish({ ...definition, name: 'Styled', maps }, files);
}

test('classes, labels and layers that are off are in the style as they are in the tile', async () => {
  await publishStyled();
  const styled = root.replace('Sample', 'Styled');
  const ask = async (below: string) => (await answer(await sampleContext(), new Request(`${styled}${below}`)))!;
  const style = await (await ask('/resources/styles/root.json')).json();
  const findStyleLayer = (id: string) => style.layers.find((layer: { id: string }) => layer.id === id);
  expect(validateStyleMin(style)).toEqual([]);
  expect(style.layers.map(({ id }: { id: string }) => id)).toEqual([
    'background',
    'Squares/fill',
    'Squares/line',
    'Towns from close by/circle',
    'Towns/0/circle',
    'Towns/1/circle',
    'Towns/label',
  ]);
  expect(findStyleLayer('background').paint).toEqual({ 'background-color': 'rgba(10,20,30,1)' });
  for (const id of ['Squares/fill', 'Squares/line']) expect(findStyleLayer(id).layout.visibility).toBe('none');
  expect(findStyleLayer('Towns/0/circle').layout ?? {}).not.toHaveProperty('visibility');
  expect(findStyleLayer('Towns/0/circle').paint['circle-color']).toBe('rgba(1,2,3,1)');
  expect(findStyleLayer('Towns/1/circle').paint['circle-color']).toBe('rgba(4,5,6,1)');
  expect(findStyleLayer('Towns/label')).toMatchObject({
    type: 'symbol',
    layout: {
      'text-field': ['get', '_label'],
      'text-size': 12,
      'text-font': ["'Source Sans 3 Bold'", "'Source Sans 3'"],
    },
    paint: { 'text-color': 'rgba(7,8,9,1)' },
  });
  const response = await ask('/tile/0/0/0.pbf');
  expect([response.status, response.ok ? '' : await response.text()]).toEqual([200, '']);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const towns = features(new VectorTile(new PbfReader(bytes)), 'Towns');
  const seen = towns.map(({ id, properties }) => {
    expect(findStyleLayer(`Towns/${properties._symbol}/circle`).filter).toEqual([
      '==',
      ['get', '_symbol'],
      properties._symbol,
    ]);
    return [id, properties._symbol, properties._label];
  });
  // Fir has no population, so it is in no class.
  expect(seen.sort()).toEqual([
    [1, 0, 'Ash!'],
    [2, 1, 'Birch <& Son>!'],
    [3, 1, 'Cedar!'],
  ]);
  // Clients enlarge the tiles of the last level, so it must include features for larger scales.
  const tileJson = await (await ask('/tile.json')).json();
  expect(tileJson.maxzoom).toBe(18);
  const [z, x, y] = [
    18,
    Math.floor((160 / 360) * 2 ** 18),
    Math.floor(2 ** 17 * (1 - Math.asinh(Math.tan(Math.PI / 18)) / Math.PI)),
  ];
  const close = new VectorTile(
    new PbfReader(new Uint8Array(await (await ask(`/tile/${z}/${y}/${x}.pbf`)).arrayBuffer())),
  );
  expect(features(close, 'Towns from close by').map(({ id }) => id)).toEqual([2]);
});

test('the scheme is the one that the SDK makes of TileJSON, without which it draws nothing', async () => {
  // vectorTileLayerLoader.js and VectorTileSource.isCompatibleWith of @arcgis/core 4.34 and 5.1.
  const { tileInfo, maxzoom } = await (await ask('?f=json')).json();
  expect(tileInfo).toMatchObject({ rows: 512, cols: 512, dpi: 96, spatialReference: { wkid: 102100 } });
  expect(tileInfo.origin).toEqual({ x: -20037508.342787, y: 20037508.342787 });
  let [scale, resolution] = [295828763.7957775, 78271.51696400007];
  expect(tileInfo.lods).toHaveLength(maxzoom + 1);
  for (const [i, lod] of tileInfo.lods.entries()) {
    expect([lod.level, Math.round(lod.scale)]).toEqual([i, Math.round(scale)]);
    expect(lod.resolution).toBeCloseTo(resolution, 6);
    scale /= 2;
    resolution /= 2;
  }
});
