import type { Value } from '../../../contract/index.ts';
import { capabilityList, currentVersion, type RestCall } from '../call.ts';
import { toJson } from '../json/convert.ts';
import { extentJson, referenceJson, restWord } from '../json.ts';

export const supportedQueryFormats = 'JSON, geoJSON, PBF';

type LayerInfo = Value<'MapLayerInfo'>;
type TableInfo = Value<'StandaloneTableInfo'>;

/** The kind of a layer and, where it has shapes, theirs. */
export function typeOf({ LayerType, Fields }: LayerInfo): object {
  const geometryType = shapeField(Fields)?.GeometryDef?.GeometryType;
  return { type: LayerType, geometryType: geometryType && restWord(geometryType) };
}

/** A table in the list of a service. */
export const tableEntry = ({ ID, Name }: TableInfo): object => ({ id: ID, name: Name, type: 'Table' });

const shapeField = (fields: Value<'Fields'> | undefined): Value<'Field'> | undefined =>
  fields?.FieldArray.find(({ Type }) => Type === 'gisFieldTypeGeometry');

/** What a query of a layer or table can do; each member that is missing means no. */
const advancedQueryCapabilities = {
  supportsPagination: true,
  supportsStatistics: true,
  supportsOrderBy: true,
  supportsDistinct: true,
  supportsCountDistinct: true,
  supportsReturningQueryExtent: true,
  supportsQueryWithDistance: true,
  supportsQueryAttachments: true,
  supportsAdvancedQueryRelated: true,
  supportsQueryRelatedPagination: true,
  supportsMaxRecordCountFactor: true,
  supportsHavingClause: false,
  supportsSqlExpression: false,
  useStandardizedQueries: true,
};

/** What is not in the description of the map, by the id of the layer or table. */
interface Details {
  readonly drawings: ReadonlyMap<number, unknown>;
  readonly subtypes: ReadonlyMap<number, object>;
}

/** Describe a layer in full. */
export function layerJson(
  call: RestCall,
  about: Value<'MapServerInfo'>,
  info: LayerInfo,
  { drawings, subtypes }: Details,
): object {
  const described = about.DefaultMapDescription?.LayerDescriptions?.find(
    (one) => 'LayerID' in one && one.LayerID === info.LayerID,
  );
  const reference = (id: number) => {
    const name = about.MapLayerInfos?.find(({ LayerID }) => LayerID === id)?.Name;
    return name === undefined ? null : { id, name };
  };
  const drawn = {
    currentVersion,
    id: info.LayerID,
    name: info.Name,
    ...typeOf(info),
    description: info.Description,
    copyrightText: info.CopyrightText,
    parentLayer: reference(info.ParentLayerID),
    subLayers: (info.SubLayerIDs ?? []).map(reference),
    minScale: info.MinScale,
    maxScale: info.MaxScale,
    defaultVisibility: described?.Visible ?? true,
    extent: extentJson(info.Extent) ?? null,
    capabilities: capabilityList(call, info.LayerType),
  };
  if (!info.IsFeatureLayer) return drawn;
  const { DefinitionExpression } = described ?? {};
  return {
    ...drawn,
    definitionExpression: DefinitionExpression ?? '',
    sourceSpatialReference: referenceJson(shapeField(info.Fields)?.GeometryDef?.SpatialReference),
    canModifyLayer: true,
    canScaleSymbols: info.CanScaleSymbols,
    hasLabels: info.HasLabels,
    htmlPopupType: restWord(info.HTMLPopupType ?? 'gisServerHTMLPopupTypeNone'),
    ...rowsJson(call, info),
    ...subtypes.get(info.LayerID),
    drawingInfo: drawings.get(info.LayerID),
  };
}

/** Describe a table in full. */
export function tableJson(call: RestCall, info: TableInfo, { subtypes }: Details): object {
  return {
    currentVersion,
    id: info.ID,
    name: info.Name,
    type: 'Table',
    description: info.Description ?? '',
    copyrightText: '',
    definitionExpression: '',
    capabilities: capabilityList(call, 'Table'),
    ...rowsJson(call, info),
    ...subtypes.get(info.ID),
  };
}

/** What layers and tables have alike: fields, relations, times and what may be asked of their rows. */
function rowsJson({ server, service }: RestCall, info: LayerInfo | TableInfo): object {
  const fields = info.Fields?.FieldArray ?? [];
  const shape = shapeField(info.Fields);
  const id = info.IDField ?? '';
  const globalId = fields.find(({ Type }) => Type === 'gisFieldTypeGlobalID')?.Name ?? '';
  return {
    hasAttachments: info.HasAttachments ?? false,
    displayField: info.DisplayField ?? '',
    typeIdField: null,
    subtypeField: '',
    // Clients of a map look for the shape among the fields; in those of rows it is none.
    fields: fields.filter((field) => field !== shape || server === 'MapServer').map(fieldJson),
    geometryField: shape && fieldJson(shape),
    indexes: [],
    types: [],
    subtypes: [],
    templates: [],
    relationships: toJson('ArrayOfRelateInfo', info.RelateInfos ?? []),
    maxRecordCount: service.definition.limits.MaximumRecordCount,
    supportsStatistics: true,
    supportsAdvancedQueries: true,
    supportedQueryFormats,
    useStandardizedQueries: service.definition.limits.UseStandardizedQueries,
    hasZ: false,
    hasM: false,
    objectIdField: id,
    globalIdField: globalId,
    uniqueIdField: { name: id, isSystemMaintained: true },
    isDataVersioned: false,
    supportsExceedsLimitStatistics: true,
    supportsCoordinatesQuantization: true,
    dateFieldsTimeReference: { timeZone: 'UTC', respectsDaylightSaving: false },
    ownershipBasedAccessControlForFeatures: { allowOthersToQuery: true },
    advancedQueryCapabilities: {
      ...advancedQueryCapabilities,
      supportsReturningGeometryCentroid: shape?.GeometryDef?.GeometryType === 'gisGeometryPolygon',
    },
    allowGeometryUpdates: false,
    ...layerTime(info),
  };
}

/** A field, which no client edits when the service sets its value. */
const fieldJson = (field: Value<'Field'>): object => {
  const isSystem = field.Type === 'gisFieldTypeOID' || field.Type === 'gisFieldTypeGlobalID';
  return toJson('Field', {
    ModelName: field.Name,
    ...field,
    Editable: !isSystem && field.Editable !== false,
  }) as object;
};

const utc = { timeZone: 'UTC', respectsDaylightSaving: false };

/** The span of a time extent in epoch milliseconds. */
const spanOf = (extent: Value<'TimeExtent'> | undefined): number[] | undefined =>
  extent && [Date.parse(extent.StartTime ?? ''), Date.parse(extent.EndTime ?? '')];

/** The times of a service; nothing without any, since clients take the bare member for times. */
export function serviceTime({ FullTimeExtent, HasLiveData }: Value<'MapServerInfo'>): object {
  if (!FullTimeExtent) return {};
  return {
    timeInfo: {
      timeExtent: spanOf(FullTimeExtent),
      timeReference: utc,
      timeRelation: 'esriTimeRelationOverlaps',
      hasLiveData: HasLiveData ?? false,
    },
  };
}

/** The times of a layer or table; nothing without any. */
function layerTime(about: Value<'MapLayerInfo'> | Value<'StandaloneTableInfo'>): object {
  if (!about.SupportsTime) return {};
  return {
    timeInfo: {
      startTimeField: about.StartTimeFieldName ?? null,
      endTimeField: about.EndTimeFieldName ?? null,
      trackIdField: about.TrackIDFieldName ?? null,
      timeExtent: spanOf(about.FullTimeExtent) ?? null,
      timeReference: utc,
      timeInterval: about.TimeInterval ?? 0,
      timeIntervalUnits: restWord(about.TimeIntervalUnits ?? 'gisTimeUnitsUnknown'),
      hasLiveData: false,
      exportOptions: { useTime: true, timeDataCumulative: false, timeOffset: null, timeOffsetUnits: null },
    },
  };
}
