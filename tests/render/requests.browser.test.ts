import { expect, test } from 'vitest';
import type { Value } from '../../sw/contract/index.ts';
import type { ServiceDefinition } from '../../sw/service/definition.ts';
import { expectImage } from './compare.ts';
import { fill, line, marker, rgb, simple } from './draw-plan.ts';
import { area, makeMapDescription as describedMap, exportImage, layerDescription } from './exported.ts';

const sea = fill(rgb(232, 240, 244));

test('selection: own colour, colour of the map, symbol, and buffers that become one', async () => {
  const described = describedMap({
    BackgroundSymbol: sea,
    SelectionColor: rgb(220, 30, 120),
    LayerDescriptions: [
      layerDescription(1, {
        SelectionFeatures: [1, 2, 3, 999],
        ShowSelectionBuffer: true,
        SelectionBufferDistance: 24,
        SelectionBufferSymbol: fill(rgb(250, 200, 60, 130), line(rgb(200, 120, 0), 1.5)),
      }),
      layerDescription(3, { SelectionFeatures: [2], SelectionColor: rgb(0, 90, 220) }),
    ],
  });
  await expectImage(await exportImage(described), 'request-selection');
  const hatched = fill(rgb(180, 0, 60), line(rgb(180, 0, 60), 1), 'gisSFSBackwardDiagonal');
  const symbol = describedMap({
    BackgroundSymbol: sea,
    LayerDescriptions: [
      layerDescription(3, {
        SelectionFeatures: [1, 3],
        SetSelectionSymbol: true,
        SelectionSymbol: hatched,
        ShowSelectionBuffer: true,
        SelectionBufferDistance: 8,
      }),
    ],
  });
  await expectImage(await exportImage(symbol), 'request-selection-symbol');
});

const faint = simple(fill(rgb(210, 225, 205), line(rgb(90, 120, 90), 0.75)));
const names: Value<'LabelingDescription'> = {
  LabelClassDescriptions: [
    {
      LabelExpression: '[squares.KIND] & " " & [towns.NAME]',
      Symbol: { type: 'SimpleTextSymbol', Size: 9, Angle: 0, XOffset: 0, YOffset: 0 },
    },
  ],
};

test('layers of the request: a layer again, a stored table, a query, and joins', async () => {
  const described = describedMap({
    BackgroundSymbol: sea,
    HonorLayerReordering: true,
    LayerDescriptions: [
      layerDescription(103, {
        Source: { type: 'TableDataSourceDescription', WorkspaceID: 'Sample', TableName: 'towns', VersionName: '' },
        DrawingDescription: {
          type: 'FeatureLayerDrawingDescription',
          FeatureRenderer: simple(marker(rgb(30, 90, 200), 12, 'gisSMSDiamond')),
        },
      }),
      layerDescription(101, { Source: { type: 'MapTableSourceDescription', MapTableID: 1 } }),
      layerDescription(102, {
        ShowLabels: true,
        Source: {
          type: 'JoinTableSourceDescription',
          LeftSourceDescription: { type: 'MapTableSourceDescription', MapTableID: 3 },
          RightSourceDescription: {
            type: 'QueryTableDataSourceDescription',
            WorkspaceID: 'Sample',
            Query: 'SELECT OBJECTID, NAME, POP FROM towns WHERE POP > 1000',
            OIDFields: 'OBJECTID',
            GeometryType: 'gisGeometryPoint',
            SpatialReference: { type: 'GeographicCoordinateSystem', WKID: 4326 },
          },
          LeftTableKey: 'CODE',
          RightTableKey: 'OBJECTID',
          JoinType: 'gisLeftInnerJoin',
        },
        DrawingDescription: {
          type: 'FeatureLayerDrawingDescription',
          FeatureRenderer: faint,
          LabelingDescription: names,
        },
      }),
    ],
  });
  await expectImage(await exportImage(described), 'request-sources');
});

test('the author filter of a layer stays with its rows, and definition expressions see joined fields', async () => {
  const Source = {
    type: 'JoinTableSourceDescription',
    LeftSourceDescription: { type: 'MapTableSourceDescription', MapTableID: 1 },
    RightSourceDescription: { type: 'MapTableSourceDescription', MapTableID: 3 },
    LeftTableKey: 'OBJECTID',
    RightTableKey: 'CODE',
    JoinType: 'gisLeftOuterJoin',
  } as const;
  const FeatureRenderer = simple(marker(rgb(200, 60, 30), 14));
  const described = describedMap({
    BackgroundSymbol: sea,
    HonorLayerReordering: true,
    LayerDescriptions: [
      layerDescription(50, {
        Source,
        DefinitionExpression: "squares.KIND IS NULL OR squares.KIND = 'holed'",
        DrawingDescription: { type: 'FeatureLayerDrawingDescription', FeatureRenderer },
      }),
    ],
  });
  await expectImage(await exportImage(described), 'request-joined-filter');
});

const drawing = { type: 'FeatureLayerDrawingDescription', FeatureRenderer: faint } as const;
const source = (Source: Value<'MapServerSourceDescription'>): Partial<Value<'MapDescription'>> => ({
  LayerDescriptions: [layerDescription(77, { Source, DrawingDescription: drawing })],
});
const workspace = { WorkspaceID: 'Sample', VersionName: '' };
const applyStyle = (FeatureRenderer: Value<'FeatureRenderer'>): Partial<Value<'MapDescription'>> => ({
  LayerDescriptions: [
    layerDescription(1, { DrawingDescription: { type: 'FeatureLayerDrawingDescription', FeatureRenderer } }),
  ],
});
const withImage: Value<'PictureMarkerSymbol'> = {
  type: 'PictureMarkerSymbol',
  Size: 12,
  Angle: 0,
  XOffset: 0,
  YOffset: 0,
  XScale: 1,
  YScale: 1,
};
const refused: readonly (readonly [string, string, Partial<Value<'MapDescription'>>, RegExp])[] = [
  [
    'an unknown workspace',
    'unknown-service',
    source({ type: 'TableDataSourceDescription', ...workspace, WorkspaceID: 'no', TableName: 'x' }),
    /WorkspaceID/,
  ],
  [
    'an unknown table',
    'bad-value',
    source({ type: 'TableDataSourceDescription', ...workspace, TableName: 'x' }),
    /expected one of .*towns.*, found "x"/,
  ],
  [
    'an unknown raster',
    'bad-value',
    source({ type: 'RasterDataSourceDescription', ...workspace, RasterName: 'x' }),
    /raster/i,
  ],
  [
    'points drawn as areas',
    'bad-value',
    source({ type: 'MapTableSourceDescription', MapTableID: 1 }),
    /symbol for point features/,
  ],
  ['a group as a source', 'not-supported', source({ type: 'MapTableSourceDescription', MapTableID: 0 }), /group/],
  [
    'a job that never was',
    'not-supported',
    { LayerDescriptions: [layerDescription(1, { SourceID: 'j1' })] },
    /SourceID/,
  ],
  [
    'a selection symbol that is missing',
    'missing-element',
    { LayerDescriptions: [layerDescription(1, { SetSelectionSymbol: true, SelectionFeatures: [1] })] },
    /SelectionSymbol/,
  ],
  [
    'an unknown shift of datums',
    'bad-spatial-reference',
    { GeoTransformation: { WKID: 99 } },
    /GeoTransformation\.WKID: .*found 99/,
  ],
  [
    'a turn of no number',
    'bad-value',
    { Rotation: Number.NaN },
    /^ExportMapImage\.MapDescription\.Rotation: expected a number of degrees/,
  ],
  ['a layer that is not there', 'unknown-layer', { LayerDescriptions: [layerDescription(4711)] }, /4711/],
  [
    'classes of a text',
    'bad-value',
    applyStyle({ type: 'ClassBreaksRenderer', Field: 'NAME', MinimumValue: 0, ClassBreakInfos: [] }),
    /ClassBreaksRenderer\.Field: .*NAME/,
  ],
  [
    'a field that is missing',
    'unknown-field',
    applyStyle({ type: 'UniqueValueRenderer', Field1: 'NOWHERE', UniqueValueInfos: [] }),
    /Field1: .*found "NOWHERE"/,
  ],
  [
    'a picture of another server',
    'not-allowed',
    applyStyle(simple({ ...withImage, PictureUri: 'https://elsewhere.test/a.png' })),
    /or a data: URL, found "https:..elsewhere/,
  ],
  [
    'a picture that has expired',
    'not-found',
    applyStyle(simple({ ...withImage, PictureUri: '/output/gone.png' })),
    /expected the URL of a stored file/,
  ],
];

test.each(refused)('%s is refused', async (_, code, description, message) => {
  await expect(exportImage(describedMap(description))).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message) as string,
  });
});

test.each([
  ['a negative resolution', -96, 360],
  ['a width of nothing', 96, 0],
  ['a picture of 100,000 pixels', 96, 100_000],
])('%s is refused', async (_, dpi, widthPx) => {
  await expect(exportImage(describedMap({ MapArea: area(-10, -10, 10, 10) }), widthPx, 180, dpi)).rejects.toMatchObject(
    {
      code: 'bad-value',
    },
  );
});

const addTime = (definition: ServiceDefinition): ServiceDefinition => ({
  ...definition,
  maps: definition.maps.map((map) => ({
    ...map,
    referenceScale: 50_000_000,
    layers: map.layers.map((layer) =>
      layer.table === 'towns' ? { ...layer, time: { StartTimeFieldName: 'FOUNDED' } } : layer,
    ),
  })),
});

test('the time of the map chooses rows, and cumulative data reach back', async () => {
  const TimeValue = { type: 'TimeExtent', StartTime: '1940-01-01T00:00:00', EndTime: '1960-01-01T00:00:00' } as const;
  const only = (more: Partial<Value<'LayerDescription'>>) =>
    describedMap({
      BackgroundSymbol: sea,
      TimeValue,
      HonorLayerReordering: true,
      LayerDescriptions: [layerDescription(1, { UseTime: true, ...more })],
    });
  await expectImage(await exportImage(only({}), 360, 180, 96, addTime), 'request-time');
  await expectImage(
    await exportImage(only({ TimeDataCumulative: true }), 360, 180, 96, addTime),
    'request-time-cumulative',
  );
});

test('symbols grow with the scale where the map has a reference scale', async () => {
  const drawScaled = (ScaleSymbols: boolean) =>
    describedMap({
      BackgroundSymbol: sea,
      MapArea: area(-40, -20, 40, 20),
      HonorLayerReordering: true,
      LayerDescriptions: [layerDescription(1, { ScaleSymbols }), layerDescription(3, { ScaleSymbols })],
    });
  await expectImage(await exportImage(drawScaled(true), 200, 100, 96, addTime), 'request-scaled');
  await expectImage(await exportImage(drawScaled(false), 200, 100, 96, addTime), 'request-not-scaled');
});

test('classes by area, and a colour of the background that becomes clear', async () => {
  const FeatureRenderer: Value<'ClassBreaksRenderer'> = {
    type: 'ClassBreaksRenderer',
    Field: 'CODE',
    MinimumValue: 0,
    NormalizationType: 'gisNormalizeByArea',
    // 1 / 400, 2 / 3200 and 3 / 800 per square degree.
    ClassBreakInfos: [0.001, 0.003, 1].map((ClassMaximumValue, i) => ({
      ClassMinimumValue: 0,
      ClassMaximumValue,
      Symbol: fill([rgb(70, 130, 180), rgb(230, 180, 60), rgb(190, 50, 60)][i]!),
    })),
  };
  const description = describedMap({
    BackgroundSymbol: fill(rgb(1, 2, 3)),
    TransparentColor: rgb(1, 2, 3),
    HonorLayerReordering: true,
    LayerDescriptions: [
      layerDescription(3, { DrawingDescription: { type: 'FeatureLayerDrawingDescription', FeatureRenderer } }),
    ],
  });
  const surface = await exportImage(description);
  await expectImage(surface, 'request-area-classes');
  const alphas = surface.canvas.getContext('2d')!.getImageData(0, 0, 2, 1).data;
  expect([alphas[3], alphas[7]]).toEqual([0, 0]);
});
