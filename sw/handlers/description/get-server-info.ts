import type { Value } from '../../contract/index.ts';
import { type Extent, union } from '../../geometry/extent.ts';
import { minMax } from '../../geometry/min-max.ts';
import { projectExtent } from '../../geometry/project-extent.ts';
import { envelopeValue } from '../../rows/geometry/geometry-value.ts';
import type { PresentationDefinition, TimeDefinition } from '../../rows/manifest.ts';
import type { LayerDefinition, MapDefinition, StandaloneTableDefinition } from '../../service/definition.ts';
import type { ServiceRecord } from '../../store/store.ts';
import type { Call, Handler } from '../call.ts';
import { getPublishedMap, getPublishedTable } from '../published.ts';
import { readMapUnits, transformationBetween } from '../references.ts';
import { listRelations } from '../relations.ts';
import { describeShownRows } from '../shown-rows.ts';
import { defaultDescription, defaultTableDescription } from './default-description.ts';

/** Describe one map completely, with a default description that clients can send back unchanged. */
export const GetServerInfo: Handler<'GetServerInfo'> = async (call, { MapName }) => {
  const { service } = call;
  const map = getPublishedMap(service, MapName);
  const { limits } = service.definition;
  const extents = await Promise.all(map.layers.map((layer) => layerExtent(call, map, layer)));
  const layers = await Promise.all(map.layers.map((layer) => withShownTime(call, map, layer, layer.LayerID)));
  const tables = await Promise.all(map.standaloneTables.map((table) => withShownTime(call, map, table, table.ID)));
  const spans = [...layers, ...tables].flatMap((part) => (part.time?.fullTimeExtent ? [part.time.fullTimeExtent] : []));
  const fullTime = spans.length ? toTimeExtent(minMax(spans.flat())) : undefined;
  return {
    Result: {
      Name: map.Name,
      Description: map.Description,
      FullExtent: envelopeValue(map.fullExtent, map.SpatialReference),
      Extent: envelopeValue(map.extent, map.SpatialReference),
      SpatialReference: map.SpatialReference,
      MapLayerInfos: layers.map((layer, index) => layerInfo(service, map, layer, extents[index])),
      BackgroundColor: map.BackgroundSymbol?.Color,
      Bookmarks: map.bookmarks.map(({ Name, extent }) => ({
        type: 'MapServerBookmark' as const,
        Extent: envelopeValue(extent, map.SpatialReference),
        Name,
      })),
      DefaultMapDescription: defaultDescription(map, limits),
      Units: await readMapUnits(call, map.SpatialReference),
      SupportedImageReturnTypes: 'gisImageReturnURL',
      BackgroundSymbol: map.BackgroundSymbol,
      CopyrightText: map.CopyrightText,
      StandaloneTableInfos: tables.map((table) => tableInfo(service, map, table)),
      StandaloneTableDescriptions: map.standaloneTables.map((table) => defaultTableDescription(table, limits)),
      FullTimeExtent: fullTime,
      SupportsDynamicLayers: true,
      HasLiveData: false,
      MinScale: 0,
      MaxScale: 0,
    },
  };
};

/** Add the full time extent of the visible rows to a layer or table. */
async function withShownTime<T extends Pick<LayerDefinition, 'table' | 'time'>>(
  call: Call,
  map: MapDefinition,
  part: T,
  id: number,
): Promise<T> {
  return part.table === undefined || !part.time
    ? part
    : { ...part, time: (await describeShownRows(call, map, id)).time };
}

/** Return the extent of a layer in the map's CRS. For a group, return the union of its layers; undefined if unknown. */
async function layerExtent(call: Call, map: MapDefinition, layer: LayerDefinition): Promise<Extent | undefined> {
  if (layer.kind === 'group') {
    const children = map.layers.filter((other) => other.ParentLayerID === layer.LayerID);
    const extents = await Promise.all(children.map((child) => layerExtent(call, map, child)));
    const knownExtents = extents.filter((extent) => extent !== undefined);
    return knownExtents.length > 0 ? knownExtents.reduce(union) : undefined;
  }
  const manifest = findManifest(call.service, layer);
  if (!manifest?.extent) return undefined;
  const extent =
    layer.table === undefined ? manifest.extent : (await describeShownRows(call, map, layer.LayerID)).extent;
  const projection = await transformationBetween(call, manifest.spatialReference, map.SpatialReference);
  return extent && projection ? projectExtent(extent, projection) : extent;
}

function findManifest({ definition }: ServiceRecord, { table, raster }: LayerDefinition) {
  if (raster !== undefined) return definition.rasters?.[raster];
  return table === undefined ? undefined : definition.tables[table];
}

function tableInfo(
  service: ServiceRecord,
  map: MapDefinition,
  table: StandaloneTableDefinition,
): Value<'StandaloneTableInfo'> {
  const { manifest, DisplayField = '' } = getPublishedTable(service, map, table.ID);
  return {
    type: 'StandaloneTableInfo',
    ID: table.ID,
    Name: table.Name,
    Fields: { FieldArray: [...manifest.fields] },
    RelateInfos: relateInfos(map, table.ID),
    ...timeInfo(table.time),
    HasAttachments: manifest.attachments !== undefined,
    DisplayField,
    Description: table.Description,
    IDField: manifest.idField,
    HasSubtype: table.presentation?.subtypes !== undefined,
    SupportsStatistics: true,
    SupportsAdvancedQueries: true,
  };
}

type TimeInfo = Partial<Pick<Value<'MapLayerInfo'>, TimeKeys>>;
type TimeKeys =
  | 'SupportsTime'
  | 'StartTimeFieldName'
  | 'EndTimeFieldName'
  | 'TimeValueFormat'
  | 'TrackIDFieldName'
  | 'TimeReference'
  | 'FullTimeExtent'
  | 'TimeInterval'
  | 'TimeIntervalUnits';

/** Services store and show times in UTC. */
const utc: Value<'TimeReference'> = {
  TimeZoneNameID: 'UTC',
  RespectsDaylightSavingTime: false,
  RespectsDynamicAdjustmentRules: false,
};

function toTimeExtent(span: readonly [number, number]): Value<'TimeExtent'> {
  return {
    type: 'TimeExtent',
    TimeReference: utc,
    StartTime: new Date(span[0]).toISOString(),
    EndTime: new Date(span[1]).toISOString(),
    Empty: false,
  };
}

/** Describe the time settings of a layer or table. Without settings, return only `SupportsTime: false`. */
function timeInfo(time: TimeDefinition | undefined): TimeInfo {
  if (!time) return { SupportsTime: false };
  return {
    SupportsTime: true,
    StartTimeFieldName: time.StartTimeFieldName,
    EndTimeFieldName: time.EndTimeFieldName,
    TimeValueFormat: time.TimeValueFormat,
    TrackIDFieldName: time.TrackIDFieldName,
    TimeReference: utc,
    FullTimeExtent: time.fullTimeExtent && toTimeExtent(time.fullTimeExtent),
    TimeInterval: time.TimeInterval,
    TimeIntervalUnits: time.TimeIntervalUnits,
  };
}

const layerTypes = { feature: 'Feature Layer', group: 'Group Layer', raster: 'Raster Layer' } as const;

/** Describe one published layer. Groups and rasters have no fields and can't be queried. */
function layerInfo(
  service: ServiceRecord,
  map: MapDefinition,
  layer: LayerDefinition,
  extent: Extent | undefined,
): Value<'MapLayerInfo'> {
  const rows = layer.table === undefined ? undefined : getPublishedTable(service, map, layer.LayerID);
  const manifest = rows?.manifest;
  const children = map.layers.filter((other) => other.ParentLayerID === layer.LayerID).map((other) => other.LayerID);
  const isGroup = layer.kind === 'group';
  const hasRows = layer.kind === 'feature';
  return {
    type: 'MapLayerInfo',
    LayerID: layer.LayerID,
    Name: layer.Name,
    Description: layer.Description,
    LayerType: layerTypes[layer.kind],
    SourceDescription: layer.table ?? layer.raster ?? '',
    HasLabels: (layer.drawing?.LabelingDescription?.LabelClassDescriptions.length ?? 0) > 0,
    CanSelect: hasRows,
    CanScaleSymbols: hasRows,
    MinScale: layer.MinScale,
    MaxScale: layer.MaxScale,
    Extent: extent && envelopeValue(extent, map.SpatialReference),
    HasHyperlinks: manifest?.fields.some(({ Name }) => Name === layer.presentation?.hyperlinkField) ?? false,
    HasAttributes: hasRows,
    CanIdentify: !isGroup,
    CanFind: hasRows,
    IsFeatureLayer: hasRows,
    ...(manifest ? fieldInfo([...manifest.fields]) : {}),
    DisplayField: rows?.DisplayField ?? '',
    IDField: manifest?.idField ?? '',
    IsComposite: isGroup,
    SubLayerIDs: isGroup ? children : undefined,
    ParentLayerID: layer.ParentLayerID,
    CopyrightText: layer.CopyrightText,
    RelateInfos: relateInfos(map, layer.LayerID),
    ...timeInfo(layer.time),
    HasAttachments: manifest?.attachments !== undefined,
    HTMLPopupType: popupType(layer.presentation),
    HasLayerDrawingDescription: layer.drawing !== undefined,
    HasSubtype: layer.presentation?.subtypes !== undefined,
    CanModifyDrawingDescription: !isGroup,
    SupportsStatistics: hasRows,
    SupportsAdvancedQueries: hasRows,
    HasLiveData: false,
  };
}

function fieldInfo(fields: Value<'Field'>[]): Pick<Value<'MapLayerInfo'>, 'Fields' | 'FieldAliases'> {
  return {
    Fields: { FieldArray: fields },
    FieldAliases: fields.map((field) => field.AliasName ?? field.Name),
  };
}

/** Describe the relationships of a layer or table, each as seen from its side. */
function relateInfos(map: MapDefinition, id: number): Value<'RelateInfo'>[] {
  return listRelations(map, id).map(({ relationship, name, relatedId, isOrigin, sourceKey, link }) => ({
    Name: name,
    RelationshipID: relationship.RelationshipID,
    RelatedTableID: relatedId,
    Role: isOrigin ? 'gisRelRoleOrigin' : 'gisRelRoleDestination',
    Cardinality: relationship.Cardinality,
    KeyField: sourceKey,
    IsComposite: relationship.IsComposite,
    RelationshipTableId: link?.tableId,
    KeyFieldInRelationshipTable: link?.sourceKeyField,
  }));
}

function popupType(presentation: PresentationDefinition | undefined): Value<'gisServerHTMLPopupType'> {
  if (!presentation?.popup) return 'gisServerHTMLPopupTypeNone';
  return presentation.popup.kind === 'url' ? 'gisServerHTMLPopupTypeAsURL' : 'gisServerHTMLPopupTypeAsHTMLText';
}
