import type { OperationName, RequestOf, Value } from '../../../sw/contract/index.ts';
import { wgs84 } from '../sample-parts.ts';
import { shapes } from './filters.ts';
import {
  areas,
  box,
  display,
  ed50,
  fill,
  image,
  instant,
  joined,
  layer,
  layerStyle,
  line,
  lines,
  mapStyle,
  newfoundland,
  onlyRequested,
  point,
  rgb,
  ring,
  shift,
  shifted,
  shiftText,
  sources,
  spots,
  symbolOf,
  track,
  view,
  years,
} from './parts.ts';
import { colors, drawings, rasterDrawing } from './renderers.ts';

const patches: Partial<Value<'MapServerLegendPatch'>> = {
  LinePatch: { type: 'LinePatch', PreserveAspectRatio: true, Geometry: track(0, 0, 10, 50, 20, 0) },
  AreaPatch: { type: 'AreaPatch', PreserveAspectRatio: true, Geometry: ring(0, 0, 10, 50, 20, 0, 0, 0) },
};

export type Bases = { readonly [O in OperationName]?: readonly RequestOf<O>[] };

const dynamic = sources.map((Source, i) => layer(101 + i, { Source, DrawingDescription: drawings.at(-1)! }));
const selection: Partial<Value<'LayerDescription'>> = {
  SelectionFeatures: [1, 2],
  SelectionColor: rgb(0, 0, 250),
  SelectionBufferDistance: 8,
  ShowSelectionBuffer: true,
};
/** The first owner's time is at the edge of this extent. */
const edged = { TimeValue: years, TimeRelation: 'gisTimeRelationOverlaps' } as const;
const timed = { TimeValue: years, TimeReference: newfoundland, TimeRelation: 'gisTimeRelationOverlaps' } as const;
const graphic: Value<'MarkerElement'> = { type: 'MarkerElement', Point: point(20, 20), Symbol: symbolOf.spot };
const inRaster = (more: Partial<Value<'LayerDescription'>> = {}): Value<'MapDescription'> =>
  view({ Name: 'Raster', LayerDescriptions: [layer(0, more)], Rotation: 0 });
const raster: Value<'MapServerSourceDescription'> = {
  type: 'RasterDataSourceDescription',
  WorkspaceID: 'Leaves',
  RasterName: 'grid',
};

/** Map descriptions that together use every element, for operations that draw. */
const maps: readonly Value<'MapDescription'>[] = [
  view({ TransparentColor: rgb(250, 250, 250), CustomGraphics: [graphic] }),
  view({ HonorLayerReordering: true, LayerDescriptions: [layer(1), layer(2), layer(3)] }),
  view({
    SelectionColor: rgb(0, 200, 0),
    LayerDescriptions: [
      layer(1, { ...selection, SelectionBufferSymbol: fill(rgb(9, 9, 200)) }),
      layer(2, {
        ...selection,
        ...{ SetSelectionSymbol: true, SelectionSymbol: symbolOf.area, ShowSelectionBuffer: false },
      }),
    ],
  }),
  view({ SelectionColor: rgb(0, 200, 0), LayerDescriptions: [layer(2, { SelectionFeatures: [1] })] }),
  view({ ...timed, LayerDescriptions: [layer(1, { TimeOffset: 200 }), layer(2)] }),
  view({ TimeValue: instant }),
  view({
    ...timed,
    LayerDescriptions: [layer(101, { Source: joined, TimeOffset: 200, DrawingDescription: drawings.at(-1)! })],
  }),
  view({ LayerDescriptions: dynamic, HonorLayerReordering: true }),
  ...areas.map((MapArea) => view({ MapArea, LayerDescriptions: [] })),
  shifted(),
  shifted({ GeoTransformation: shiftText }),
];

const searches = (options: Partial<Value<'MapDescription'>> = {}): readonly Value<'MapDescription'>[] => [
  view({
    LayerDescriptions: [layer(1, { ...layerStyle, DefinitionExpression: 'NO < 14' }), layer(2), layer(3)],
    ...mapStyle,
    ...options,
  }),
  view({
    LayerDescriptions: [layer(3), ...sources.map((Source, i) => layer(101 + i, { Source }))],
    HonorLayerReordering: true,
    ...options,
  }),
  view({ LayerDescriptions: [layer(3)], HonorLayerReordering: true, ...options }),
  view({ ...options, SpatialReference: ed50, GeoTransformation: shift }),
];
const nowhere = { MapImageDisplay: onlyRequested, LayerIDs: [] };
const scales = [
  view({ ...mapStyle, LayerDescriptions: [] }),
  ...areas.map((MapArea) => view({ MapArea, LayerDescriptions: [] })),
  shifted({
    MapArea: {
      type: 'FeatureExtent',
      DefaultScale: 1e6,
      ExpandRatio: 1,
      FeatureIDs: [2],
      LayerID: 1,
      MapName: 'Related',
    },
  }),
];

export const mapBases: Bases = {
  ExportMapImage: [
    ...maps.map((MapDescription) => ({ MapDescription, ImageDescription: image() })),
    { MapDescription: view(), ImageDescription: image('gisImagePNG32', { TransparentColor: rgb(250, 250, 250) }) },
    ...colors.map((color) => ({
      MapDescription: view({ BackgroundSymbol: fill(color), LayerDescriptions: [] }),
      ImageDescription: image(),
    })),
    ...drawings.map((DrawingDescription) => ({
      MapDescription: view({
        MapArea: { type: 'MapExtent', Extent: box(-75, -40, 65, 40) },
        LayerDescriptions: [layer(1, { DrawingDescription, ShowLabels: true, ScaleSymbols: true })],
        HonorLayerReordering: true,
      }),
      ImageDescription: image(),
    })),
    { MapDescription: inRaster({ DrawingDescription: rasterDrawing }), ImageDescription: image() },
    { MapDescription: inRaster({ Source: raster, LayerID: 9 }), ImageDescription: image() },
    ...shapes.map((shape) => ({
      MapDescription: view({
        LayerDescriptions: [],
        CustomGraphics: [
          shape.type === 'PolygonN'
            ? { type: 'PolygonElement', Polygon: shape, Symbol: symbolOf.area }
            : { type: 'LineElement', Line: shape.type === 'PolylineN' ? shape : shapes[1]!, Symbol: symbolOf.edge },
        ],
      }),
      ImageDescription: image(),
    })),
  ],
  ExportScaleBar: [
    {
      ScaleBar: {
        type: 'AlternatingScaleBar',
        FillSymbol1: fill(rgb(0, 0, 0)),
        DivisionMarkSymbol: line(rgb(0, 0, 0)),
      },
      MapDescription: view({ LayerDescriptions: [] }),
      MapDisplay: display,
      BackGroundColor: rgb(255, 255, 255),
      ImageDescription: image('gisImagePNG32', { ImageWidth: 300, TransparentColor: rgb(255, 255, 255) }),
    },
    ...scales.map((MapDescription) => ({ MapDescription, MapDisplay: display, ImageDescription: image() })),
  ],
  ComputeScale: scales.map((MapDescription) => ({ MapDescription, MapImageDisplay: onlyRequested })),
  ToMapPoints: scales.map((MapDescription) => ({
    MapDescription,
    MapImageDisplay: onlyRequested,
    ScreenXValues: [10, 20],
    ScreenYValues: [30, 40],
  })),
  FromMapPoints: [
    ...scales.map((MapDescription) => ({
      MapDescription,
      MapImageDisplay: onlyRequested,
      MapPoints: { ...spots(10, 20, 30, 40), PointArray: [point(10, 20), point(1, 2, wgs84)] },
    })),
    {
      MapDescription: shifted({ LayerDescriptions: [] }),
      MapImageDisplay: onlyRequested,
      MapPoints: { ...spots(0.005, 0.001) },
    },
  ],
  ComputeDistance: [{ MapName: 'Related', FromPoint: point(0, 0), ToPoint: point(1, 1), Units: 'gisKilometers' }],
  Find: [...searches(), view({ LayerDescriptions: [layer(2)] })].map((MapDescription, i) => ({
    MapDescription,
    ...nowhere,
    SearchString: i < searches().length ? 'n' : 'p',
    Contains: true,
    SearchFields: 'NAME,STATUS,CODE',
    FindOption: 'gisFindVisibleLayers',
    LayerIDs: MapDescription.HonorLayerReordering ? [] : [1, 2, 3],
  })),
  Identify: [
    ...[...searches(), ...searches(timed), ...searches(edged)].map(
      (MapDescription): RequestOf<'Identify'> => ({
        MapDescription,
        MapImageDisplay: onlyRequested,
        SearchShape: box(-75, -12, 30, 5),
        Tolerance: 2,
        IdentifyOption: 'gisIdentifyVisibleLayers',
        LayerIDs: MapDescription.HonorLayerReordering ? [] : [1, 2],
      }),
    ),
    {
      MapDescription: view({
        ...timed,
        LayerDescriptions: [layer(101, { Source: joined, TimeOffset: 200 }), layer(1, { TimeOffset: 200 })],
      }),
      MapImageDisplay: onlyRequested,
      SearchShape: box(-75, -12, 65, 35),
      Tolerance: 2,
      IdentifyOption: 'gisIdentifyVisibleLayers',
      LayerIDs: [],
    },
    ...[{ SearchShape: point(0.0009, 0.0013, wgs84), Tolerance: 3 }].map((more) => ({
      MapDescription: shifted(),
      MapImageDisplay: onlyRequested,
      IdentifyOption: 'gisIdentifyVisibleLayers' as const,
      LayerIDs: [1],
      ...more,
    })),
  ],
  QueryHyperlinks: searches().map((MapDescription) => ({
    MapDescription,
    MapImageDisplay: onlyRequested,
    LayerIDs: MapDescription.HonorLayerReordering ? [] : [1, 2],
  })),
  GetLegendInfo2: [
    ...[
      view({
        ...mapStyle,
        GeoTransformation: shift,
        LayerDescriptions: [layer(1), layer(2, { DrawingDescription: lines })],
      }),
      view({ LayerDescriptions: [...dynamic, layer(2), layer(3)], HonorLayerReordering: true }),
      view({ MapArea: areas.at(-2)!, LayerDescriptions: [layer(3)], HonorLayerReordering: true }),
    ].map((MapDescription, i) => ({
      MapDescription,
      MapImageDisplay: onlyRequested,
      LayerIDs: i === 0 ? [1, 2] : [],
      LegendPatch: { Width: 20, Height: 10, ImageDPI: 120, ...patches },
      ImageType: image().ImageType!,
    })),
    ...drawings.map((DrawingDescription) => ({
      MapDescription: view({ LayerDescriptions: [layer(1, { DrawingDescription })], HonorLayerReordering: true }),
      MapImageDisplay: onlyRequested,
      LayerIDs: [1],
      LegendPatch: { Width: 0, Height: 0, ImageDPI: 0 },
      ImageType: image().ImageType!,
    })),
  ],
};
