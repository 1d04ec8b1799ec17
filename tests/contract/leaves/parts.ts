import type { Value } from '../../../sw/contract/index.ts';
import { wgs84 } from '../sample-parts.ts';

/** Building blocks of the base requests, for the map `Related` of the sample service. */
export const rgb = (Red: number, Green: number, Blue: number): Value<'Color'> => ({
  type: 'RgbColor',
  UseWindowsDithering: false,
  AlphaValue: 255,
  Red,
  Green,
  Blue,
});
const red = rgb(200, 0, 0);

export const line = (Color: Value<'Color'>, Width = 1): Value<'SimpleLineSymbol'> => ({
  type: 'SimpleLineSymbol',
  Color,
  Width,
  Style: 'gisSLSSolid',
});
export const fill = (Color: Value<'Color'>): Value<'SimpleFillSymbol'> => ({
  type: 'SimpleFillSymbol',
  Color,
  Outline: line(rgb(0, 0, 0)),
  Style: 'gisSFSSolid',
});
export const marker = (Color: Value<'Color'>, Size = 8): Value<'SimpleMarkerSymbol'> => ({
  type: 'SimpleMarkerSymbol',
  Angle: 0,
  Color,
  Size,
  XOffset: 0,
  YOffset: 0,
  Outline: false,
  OutlineSize: 1,
  OutlineColor: rgb(0, 0, 0),
  Style: 'gisSMSSquare',
});

export const point = (X: number, Y: number, SpatialReference?: Value<'SpatialReference'>): Value<'PointN'> => ({
  type: 'PointN',
  X,
  Y,
  ...(SpatialReference ? { SpatialReference } : {}),
});
export const box = (
  XMin: number,
  YMin: number,
  XMax: number,
  YMax: number,
  SpatialReference?: Value<'SpatialReference'>,
): Value<'EnvelopeN'> => ({
  type: 'EnvelopeN',
  XMin,
  YMin,
  XMax,
  YMax,
  ...(SpatialReference ? { SpatialReference } : {}),
});
const flat = { HasID: false, HasZ: false, HasM: false } as const;
export const ring = (...xy: number[]): Value<'PolygonN'> => ({
  type: 'PolygonN',
  ...flat,
  Extent: box(-1, -1, 1, 1),
  RingArray: [{ type: 'Ring', PointArray: listPoints(xy) }],
  SpatialReference: wgs84,
});
export const track = (...xy: number[]): Value<'PolylineN'> => ({
  type: 'PolylineN',
  ...flat,
  Extent: box(-1, -1, 1, 1),
  PathArray: [{ type: 'Path', PointArray: listPoints(xy) }],
  SpatialReference: wgs84,
});
export const spots = (...xy: number[]): Value<'MultipointN'> => ({
  type: 'MultipointN',
  ...flat,
  Extent: box(-1, -1, 1, 1),
  PointArray: listPoints(xy),
  SpatialReference: wgs84,
});
const listPoints = (xy: readonly number[]): Value<'PointN'>[] =>
  xy.flatMap((x, i) => (i % 2 === 0 ? [point(x, xy[i + 1]!)] : []));
export const curved = (segment: Value<'Segment'>): Value<'PolylineN'> => ({
  type: 'PolylineN',
  ...flat,
  PathArray: [{ type: 'Path', SegmentArray: [segment] }],
});

/** A reference on the International ellipsoid, so that a datum shift has an effect. */
export const ed50: Value<'SpatialReference'> = {
  type: 'GeographicCoordinateSystem',
  WKT: '+proj=longlat +ellps=intl +towgs84=-80,-100,-100 +no_defs',
};
export const shift: Value<'GeoTransformation'> = { WKID: 1133 };
/** A transformation as WKT, with another translation along the X axis than `shift`. */
export const shiftText: Value<'GeoTransformation'> = {
  WKT: 'GEOGTRAN["x",GEOGCS["a",DATUM["a",SPHEROID["International_1924",6378388.0,297.0]]],GEOGCS["b",DATUM["b",SPHEROID["WGS_1984",6378137.0,298.257223563]]],METHOD["Geocentric_Translation"],PARAMETER["X_Axis_Translation",-300.0],PARAMETER["Y_Axis_Translation",-98.0],PARAMETER["Z_Axis_Translation",-121.0]]',
};

/** A time zone three and a half hours behind UTC, with daylight saving time. */
export const newfoundland: Value<'TimeReference'> = {
  TimeZoneNameID: 'America/St_Johns',
  RespectsDaylightSavingTime: true,
  RespectsDynamicAdjustmentRules: true,
};
/** Time extent from the first owner's day, which is at its edge, until after the second owner's day. */
export const years: Value<'TimeExtent'> = {
  type: 'TimeExtent',
  StartTime: '2001-02-03T00:00:00',
  EndTime: '2010-06-15T12:00:00',
  Empty: false,
};
export const instant: Value<'TimeInstant'> = {
  type: 'TimeInstant',
  Time: '2001-02-03T00:00:00',
  TimeReference: { TimeZoneNameID: 'UTC' },
};

const resultOptions: Value<'LayerResultOptions'> = {
  IncludeGeometry: true,
  GeometryResultOptions: {
    DensifyGeometries: true,
    MaximumSegmentLength: 7,
    MaximumDeviation: 0,
    GeneralizeGeometries: true,
    MaximumAllowableOffset: 15,
  },
  ReturnFieldNamesInResults: false,
  FormatValuesInResults: true,
};

/** Return a layer description with every element that a layer description can have. */
export const layer = (LayerID: number, more: Partial<Value<'LayerDescription'>> = {}): Value<'LayerDescription'> => ({
  type: 'LayerDescription',
  LayerID,
  Visible: true,
  ShowLabels: false,
  ScaleSymbols: false,
  SetSelectionSymbol: false,
  SelectionBufferDistance: 0,
  ShowSelectionBuffer: false,
  DefinitionExpression: '',
  LayerResultOptions: resultOptions,
  UseTime: true,
  TimeDataCumulative: false,
  TimeOffset: 0,
  TimeOffsetUnits: 'gisTimeUnitsDays',
  ...more,
});

/** The style of a layer, for operations that don't draw. */
export const layerStyle: Partial<Value<'LayerDescription'>> = {
  SelectionColor: red,
  SelectionSymbol: marker(red),
  SelectionBufferSymbol: fill(red),
  SelectionFeatures: [1],
  DrawingDescription: {
    type: 'FeatureLayerDrawingDescription',
    FeatureRenderer: { type: 'SimpleRenderer', Symbol: marker(red) },
  },
};
export const mapStyle: Partial<Value<'MapDescription'>> = {
  TransparentColor: red,
  SelectionColor: red,
  BackgroundSymbol: fill(red),
  CustomGraphics: [],
  TimeReference: newfoundland,
  TimeValue: years,
};
export const mapTable = (MapTableID: number): Value<'MapServerSourceDescription'> => ({
  type: 'MapTableSourceDescription',
  MapTableID,
});
export const storedTable: Value<'MapServerSourceDescription'> = {
  type: 'TableDataSourceDescription',
  WorkspaceID: 'Leaves',
  TableName: 'owners',
  VersionName: '',
};
export const selected: Value<'MapServerSourceDescription'> = {
  type: 'QueryTableDataSourceDescription',
  WorkspaceID: 'Leaves',
  Query: 'SELECT OBJECTID, NO, NAME, Shape FROM owners WHERE NO > 11',
  OIDFields: '',
  GeometryType: 'gisGeometryPoint',
  SpatialReference: wgs84,
};
/** Owners joined to their plots; two owners have none. */
export const joined: Value<'MapServerSourceDescription'> = {
  type: 'JoinTableSourceDescription',
  LeftSourceDescription: mapTable(1),
  RightSourceDescription: mapTable(2),
  LeftTableKey: 'NO',
  RightTableKey: 'OWNER',
  JoinType: 'gisLeftInnerJoin',
};
/** Owners joined to themselves, so that every field occurs twice. */
export const selfJoined: Value<'MapServerSourceDescription'> = {
  ...joined,
  RightSourceDescription: mapTable(1),
  RightTableKey: 'NO',
} as Value<'MapServerSourceDescription'>;
export const sources = [mapTable(1), storedTable, selected, joined];

export const display: Value<'ImageDisplay'> = { ImageHeight: 80, ImageWidth: 120, ImageDPI: 96 };
/** The display of a map that isn't drawn. */
export const onlyRequested: Value<'ImageDisplay'> = { ...display, TransparentColor: red };
export const image = (
  ImageFormat: Value<'gisImageFormat'> = 'gisImagePNG32',
  more: Partial<Value<'ImageDisplay'>> = {},
): Value<'ImageDescription'> => ({
  ImageType: { ImageFormat, ImageReturnType: 'gisImageReturnMimeData' },
  ImageDisplay: { ...display, ...more },
});

/** Return a map description with the extent of all owners and plots. */
export const view = (more: Partial<Value<'MapDescription'>> = {}): Value<'MapDescription'> => ({
  Name: 'Related',
  MapArea: { type: 'MapExtent', Extent: box(-90, -45, 90, 45, wgs84) },
  LayerDescriptions: [layer(1), layer(2)],
  Rotation: 10,
  SpatialReference: wgs84,
  BackgroundSymbol: fill(rgb(250, 250, 250)),
  ...more,
});
/** Return a small extent in ED50, where a datum shift is some pixels. */
export const shifted = (more: Partial<Value<'MapDescription'>> = {}): Value<'MapDescription'> =>
  view({
    SpatialReference: ed50,
    MapArea: { type: 'MapExtent', Extent: box(-0.01, -0.01, 0.01, 0.01) },
    Rotation: 0,
    GeoTransformation: shift,
    ...more,
  });
/** A map area of each type. */
export const areas: readonly Value<'MapArea'>[] = [
  {
    type: 'CenterAndScale',
    Center: point(0, 0),
    Scale: 3e8,
    DPI: 90,
    DevLeft: 5,
    DevTop: 5,
    DevRight: 95,
    DevBottom: 65,
  },
  { type: 'CenterAndSize', Center: point(0, 0), Width: 120, Height: 60, Units: 'gisDecimalDegrees' },
  { type: 'CenterAndSize', Center: point(0, 0), Width: 60, Height: 90, Units: 'gisDecimalDegrees' },
  { type: 'FeatureExtent', DefaultScale: 1e8, ExpandRatio: 1.5, FeatureIDs: [1, 2], LayerID: 2, MapName: 'Related' },
  { type: 'FeatureExtent', DefaultScale: 1e8, ExpandRatio: 1.5, FeatureIDs: [1], LayerID: 1, MapName: 'Related' },
  { type: 'MapServerBookmark', Name: 'Here', Extent: box(-80, -40, 80, 40) },
  { type: 'MapExtent', Extent: box(-8e6, -4e6, 8e6, 4e6, { type: 'ProjectedCoordinateSystem', WKID: 3857 }) },
];

export const symbolOf = { area: fill(red), spot: marker(red), edge: line(red, 2) } as const;
/** Polygons drawn as outlines. */
export const lines: Value<'FeatureLayerDrawingDescription'> = {
  type: 'FeatureLayerDrawingDescription',
  FeatureRenderer: { type: 'SimpleRenderer', Symbol: symbolOf.edge },
};
