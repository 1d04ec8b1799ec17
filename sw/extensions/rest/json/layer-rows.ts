import type { Fields, Form, JsonRows, SpecialMember } from './row.ts';
import { objectAt } from './unexpected-value.ts';

/** Published layers are sources themselves. All other sources are inside an object. */
export const sourceForm: Form = {
  write(value, writing) {
    const source = writing.writeRow(value.type as string, value);
    return source.type === 'mapLayer' ? source : { type: 'dataLayer', dataSource: source };
  },
  read(json, path, reading, ref) {
    const source = objectAt(json, path);
    if (source.type === 'dataLayer') return reading.readRow(ref, source.dataSource ?? null, `${path}.dataSource`);
    return reading.readRow(ref, source, path);
  },
};

/** `drawingInfo` includes `showLabels`, which the contract has outside the drawing description. */
const drawingInfo: SpecialMember = {
  fields: ['DrawingDescription', 'ShowLabels', 'ScaleSymbols'],
  write({ DrawingDescription, ShowLabels }, writing) {
    const info = writing.write('LayerDrawingDescription', DrawingDescription) as object | undefined;
    return { ...info, showLabels: ShowLabels as boolean };
  },
  read(json, path, reading) {
    if (json === undefined) return { ShowLabels: true, ScaleSymbols: true };
    const { showLabels, ...drawing } = objectAt(json, path);
    const DrawingDescription = reading.read('LayerDrawingDescription', drawing, path) as Fields;
    const isEmpty = Object.keys(DrawingDescription).every((field) => field === 'type');
    return {
      ...(isEmpty ? {} : { DrawingDescription }),
      ShowLabels: showLabels === undefined ? true : reading.read('boolean', showLabels, `${path}.showLabels`),
      ScaleSymbols: (DrawingDescription.ScaleSymbols as boolean | undefined) ?? true,
    };
  },
};

const ramp = { word: 'algorithmic' } as const;

/** Algorithm names are free text in the contract, but have the prefix of an enumeration value. */
const algorithm: SpecialMember = {
  fields: ['Algorithm'],
  write: ({ Algorithm }) => (Algorithm as string | undefined)?.replace(/^gis/, 'esri'),
  read(json, path, reading) {
    if (json === undefined) return {};
    return { Algorithm: (reading.read('string', json, path) as string).replace(/^esri/, 'gis') };
  },
};

const colorRamps: SpecialMember = {
  fields: ['ColorRamps', 'NumColorRamps'],
  write: ({ ColorRamps }, writing) => writing.write('ArrayOfColorRamp', ColorRamps ?? []),
  read(json, path, reading) {
    const ColorRamps = reading.read('ArrayOfColorRamp', json ?? [], path) as unknown[];
    return { ColorRamps, NumColorRamps: ColorRamps.length };
  },
};

/** A list of colors is written as color ramps, each from one color to the next. */
const between: SpecialMember = {
  fields: ['Colors'],
  write({ Colors }, { write }) {
    const colors = ((Colors ?? []) as readonly unknown[]).map((color) => write('Color', color)!);
    return colors.slice(1).map((toColor, i) => ({
      ...{ type: ramp.word, algorithm: 'esriCIELabAlgorithm', fromColor: colors[i]!, toColor },
    }));
  },
  read: () => ({}),
};

export const layerRows: JsonRows = {
  LayerDescription: {
    members: {
      id: 'LayerID',
      source: 'Source',
      definitionExpression: 'DefinitionExpression',
      drawingInfo,
      'layerTimeOptions.useTime': 'UseTime',
      'layerTimeOptions.timeDataCumulative': 'TimeDataCumulative',
      'layerTimeOptions.timeOffset': 'TimeOffset',
      'layerTimeOptions.timeOffsetUnits': 'TimeOffsetUnits',
    },
    absent: {
      ...{ Visible: true, SetSelectionSymbol: false, SelectionBufferDistance: 0, ShowSelectionBuffer: false },
      DefinitionExpression: '',
    },
    lost: [
      ...['SelectionFeatures', 'SelectionColor', 'SelectionSymbol', 'SelectionBufferSymbol'],
      ...['SourceID', 'LayerResultOptions'],
    ],
  },
  MapTableSourceDescription: {
    word: 'mapLayer',
    members: { mapLayerId: 'MapTableID', gdbVersion: 'VersionName' },
  },
  TableDataSourceDescription: {
    word: 'table',
    members: { workspaceId: 'WorkspaceID', dataSourceName: 'TableName', gdbVersion: 'VersionName' },
    absent: { VersionName: '' },
  },
  QueryTableDataSourceDescription: {
    word: 'queryTable',
    members: {
      workspaceId: 'WorkspaceID',
      query: 'Query',
      oidFields: 'OIDFields',
      geometryType: 'GeometryType',
      spatialReference: 'SpatialReference',
    },
  },
  RasterDataSourceDescription: {
    word: 'raster',
    members: { workspaceId: 'WorkspaceID', dataSourceName: 'RasterName' },
  },
  JoinTableSourceDescription: {
    word: 'joinTable',
    members: {
      leftTableSource: 'LeftSourceDescription',
      rightTableSource: 'RightSourceDescription',
      leftTableKey: 'LeftTableKey',
      rightTableKey: 'RightTableKey',
      joinType: 'JoinType',
    },
  },
  UniqueValuesDef: {
    word: 'uniqueValueDef',
    members: {
      uniqueValueFields: 'Fields',
      fieldDelimiter: 'FieldDelimiter',
      baseSymbol: 'BaseSymbol',
      colorRamp: 'ColorRamp',
    },
  },
  ClassBreaksDef: {
    word: 'classBreaksDef',
    members: {
      classificationField: 'ClassificationField',
      classificationMethod: 'ClassificationMethod',
      breakCount: 'BreakCount',
      normalizationType: 'NormalizationType',
      normalizationField: 'NormalizationField',
      standardDeviationInterval: 'StandardDeviationInterval',
      baseSymbol: 'BaseSymbol',
      colorRamp: 'ColorRamp',
    },
  },
  AlgorithmicColorRamp: {
    word: 'algorithmic',
    members: { algorithm, fromColor: 'FromColor', toColor: 'ToColor' },
    lost: ['Name'],
  },
  MultiPartColorRamp: { word: 'multipart', members: { colorRamps }, lost: ['Name'] },
  PresetColorRamp: {
    word: 'multipart',
    isOnlyWritten: true,
    members: { colorRamps: between },
    lost: ['Name', 'NumColors', 'PresetSize'],
  },
  TimeReference: {
    members: {
      timeZone: 'TimeZoneNameID',
      respectsDaylightSaving: 'RespectsDaylightSavingTime',
      respectsDynamicAdjustmentRules: 'RespectsDynamicAdjustmentRules',
    },
  },
  LODInfo: { members: { level: 'LevelID', resolution: 'Resolution', scale: 'Scale' } },
  TileCacheInfo: {
    members: {
      rows: 'TileRows',
      cols: 'TileCols',
      dpi: 'DPI',
      preciseDpi: 'PreciseDPI',
      origin: 'TileOrigin',
      spatialReference: 'SpatialReference',
      lods: 'LODInfos',
    },
  },
  TileImageInfo: {
    members: { format: 'CacheTileFormat', compressionQuality: 'CompressionQuality' },
    absent: { Antialiasing: 'false' },
    lost: ['BandCount', 'LERCError'],
  },
};
