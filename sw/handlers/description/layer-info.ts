import type { Value } from '../../contract/index.ts';
import type { Extent } from '../../geometry/extent.ts';
import { envelopeValue } from '../../rows/geometry/geometry-value.ts';
import type { TimeDefinition } from '../../rows/manifest.ts';
import type { LayerDefinition, MapDefinition } from '../../service/definition.ts';
import type { ServiceRecord } from '../../store/store.ts';
import { publishedTable } from '../published.ts';
import { popupType, relateInfos } from './relate-infos.ts';

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

export function timeExtentOf(span: readonly [number, number]): Value<'TimeExtent'> {
  return {
    type: 'TimeExtent',
    TimeReference: utc,
    StartTime: new Date(span[0]).toISOString(),
    EndTime: new Date(span[1]).toISOString(),
    Empty: false,
  };
}

/** Describe the time settings of a layer or table; only `SupportsTime: false` without any. */
export function timeInfo(time: TimeDefinition | undefined): TimeInfo {
  if (!time) return { SupportsTime: false };
  return {
    SupportsTime: true,
    StartTimeFieldName: time.StartTimeFieldName,
    EndTimeFieldName: time.EndTimeFieldName,
    TimeValueFormat: time.TimeValueFormat,
    TrackIDFieldName: time.TrackIDFieldName,
    TimeReference: utc,
    FullTimeExtent: time.fullTimeExtent && timeExtentOf(time.fullTimeExtent),
    TimeInterval: time.TimeInterval,
    TimeIntervalUnits: time.TimeIntervalUnits,
  };
}

const layerTypes = { feature: 'Feature Layer', group: 'Group Layer', raster: 'Raster Layer' } as const;

/** Describe one published layer; groups and rasters have no fields and cannot be queried (semantics.md 1, GetServerInfo). */
export function layerInfo(
  service: ServiceRecord,
  map: MapDefinition,
  layer: LayerDefinition,
  extent: Extent | undefined,
): Value<'MapLayerInfo'> {
  const rows = layer.table === undefined ? undefined : publishedTable(service, map, layer.LayerID);
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
