import type { Value } from '../../sw/contract/index.ts';
import type { Extent } from '../../sw/geometry/extent.ts';
import { envelopeToExtent } from '../state/references.ts';
import { isNumeric } from '../state/rows.ts';
import type { LayerInfo, MapInfo } from '../state/services.ts';

type TableInfo = Value<'StandaloneTableInfo'>;
type Fields = readonly Value<'Field'>[];

export interface RequestFacts {
  readonly info: MapInfo;
  readonly extent: Extent;
  readonly center: readonly [number, number];
  readonly reference: Value<'SpatialReference'> | undefined;
  /** The first layer with features. */
  readonly layer: LayerInfo | undefined;
  readonly layerId: number;
  /** A layer or table with relationships, attachments or rasters; the first layer if there is none. */
  readonly relatedId: number;
  readonly relationId: number;
  readonly attachedId: number;
  readonly rasterId: number;
  readonly rasterField: string | undefined;
  readonly idField: string;
  readonly textField: string;
  readonly numberField: string;
  readonly groupField: string;
  /** Search text for Find. */
  readonly searchText: string;
}

export function requestFacts(info: MapInfo): RequestFacts {
  const layers = info.MapLayerInfos ?? [];
  const tables = info.StandaloneTableInfos ?? [];
  const all: { readonly id: number; readonly of: LayerInfo | TableInfo }[] = [
    ...layers.map((layer) => ({ id: layer.LayerID, of: layer })),
    ...tables.map((table) => ({ id: table.ID, of: table })),
  ];
  const layer = layers.find(({ IsFeatureLayer }) => IsFeatureLayer);
  const first = layer?.LayerID ?? all[0]?.id ?? 0;
  const related = all.find(({ of }) => (of.RelateInfos ?? []).length > 0);
  const raster = all.find(({ of }) => findFieldByType(readFields(of), 'gisFieldTypeRaster'));
  const fields = layer ? readFields(layer) : all[0] ? readFields(all[0].of) : [];
  const texts = fields.filter(({ Type }) => Type === 'gisFieldTypeString');
  const text = texts.find(({ Name }) => Name === layer?.DisplayField) ?? texts[0];
  const extent = envelopeToExtent(info.Extent) ?? envelopeToExtent(info.FullExtent) ?? [-180, -90, 180, 90];
  return {
    info,
    extent,
    center: [(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2],
    reference: info.DefaultMapDescription?.SpatialReference ?? info.SpatialReference,
    layer,
    layerId: first,
    relatedId: related?.id ?? first,
    relationId: related?.of.RelateInfos?.[0]?.RelationshipID ?? 0,
    attachedId: all.find(({ of }) => of.HasAttachments)?.id ?? first,
    rasterId: raster?.id ?? layers.find(({ LayerType }) => /raster/i.test(LayerType))?.LayerID ?? first,
    rasterField: raster && findFieldByType(readFields(raster.of), 'gisFieldTypeRaster')?.Name,
    idField: layer?.IDField || findFieldByType(fields, 'gisFieldTypeOID')?.Name || 'OBJECTID',
    textField: text?.Name ?? '',
    numberField: fields.find(isNumeric)?.Name ?? (layer?.IDField || 'OBJECTID'),
    groupField: texts.find((field) => field !== text)?.Name ?? text?.Name ?? '',
    searchText: 'an',
  };
}

/** Return the published fields of a layer or table; empty for group layers. */
export const readFields = (of: LayerInfo | TableInfo): Fields => of.Fields?.FieldArray ?? [];

const findFieldByType = (fields: Fields, type: Value<'gisFieldType'>) => fields.find(({ Type }) => Type === type);
