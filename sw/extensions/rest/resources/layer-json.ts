import type { Value } from '../../../contract/index.ts';
import { capabilityList, currentVersion, type RestCall } from '../call.ts';
import { toJson } from '../json/convert.ts';
import { extentJson, referenceJson, restWord } from '../json.ts';

export const supportedQueryFormats = 'JSON, geoJSON, PBF';

type LayerInfo = Value<'MapLayerInfo'>;
type TableInfo = Value<'StandaloneTableInfo'>;

/** Return the type of a layer and, if it has geometries, their type. */
export function layerTypeJson({ LayerType, Fields }: LayerInfo): object {
  const geometryType = shapeField(Fields)?.GeometryDef?.GeometryType;
  return { type: LayerType, geometryType: geometryType && restWord(geometryType) };
}

/** Describe a table for the list in a service. */
export const tableEntry = ({ ID, Name }: TableInfo): object => ({ id: ID, name: Name, type: 'Table' });

const shapeField = (fields: Value<'Fields'> | undefined): Value<'Field'> | undefined =>
  fields?.FieldArray.find(({ Type }) => Type === 'gisFieldTypeGeometry');

/** Query capabilities of layers and tables. Clients treat a missing member as unsupported. */
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

/** Details that the map description lacks, by the ID of the layer or table. */
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
    (candidate) => 'LayerID' in candidate && candidate.LayerID === info.LayerID,
  );
  const reference = (id: number) => {
    const name = about.MapLayerInfos?.find(({ LayerID }) => LayerID === id)?.Name;
    return name === undefined ? null : { id, name };
  };
  const drawn = {
    currentVersion,
    id: info.LayerID,
    name: info.Name,
    ...layerTypeJson(info),
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

/** Describe the members that layers and tables share: fields, relationships, times and query capabilities. */
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
    // Clients of a map server expect the geometry among the fields; clients of a feature server don't.
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

/** Describe a field. Fields set by the service aren't editable. */
const fieldJson = (field: Value<'Field'>): object => {
  const isSystem = field.Type === 'gisFieldTypeOID' || field.Type === 'gisFieldTypeGlobalID';
  return toJson('Field', {
    ModelName: field.Name,
    ...field,
    Editable: !isSystem && field.Editable !== false,
  }) as object;
};

const utc = { timeZone: 'UTC', respectsDaylightSaving: false };

/** Return a time extent as start and end in epoch milliseconds. */
const toTimeSpan = (extent: Value<'TimeExtent'> | undefined): number[] | undefined =>
  extent && [Date.parse(extent.StartTime ?? ''), Date.parse(extent.EndTime ?? '')];

/** Describe the times of a service. Without times the object is empty, because clients infer times from the member. */
export function serviceTime({ FullTimeExtent, HasLiveData }: Value<'MapServerInfo'>): object {
  if (!FullTimeExtent) return {};
  return {
    timeInfo: {
      timeExtent: toTimeSpan(FullTimeExtent),
      timeReference: utc,
      timeRelation: 'esriTimeRelationOverlaps',
      hasLiveData: HasLiveData ?? false,
    },
  };
}

/** Describe the times of a layer or table; empty if it has none. */
function layerTime(about: Value<'MapLayerInfo'> | Value<'StandaloneTableInfo'>): object {
  if (!about.SupportsTime) return {};
  return {
    timeInfo: {
      startTimeField: about.StartTimeFieldName ?? null,
      endTimeField: about.EndTimeFieldName ?? null,
      trackIdField: about.TrackIDFieldName ?? null,
      timeExtent: toTimeSpan(about.FullTimeExtent) ?? null,
      timeReference: utc,
      timeInterval: about.TimeInterval ?? 0,
      timeIntervalUnits: restWord(about.TimeIntervalUnits ?? 'gisTimeUnitsUnknown'),
      hasLiveData: false,
      exportOptions: { useTime: true, timeDataCumulative: false, timeOffset: null, timeOffsetUnits: null },
    },
  };
}
