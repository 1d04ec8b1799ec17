import type { Value } from '../../../sw/contract/index.ts';
import type { TableManifest } from '../../../sw/rows/manifest.ts';
import type { LayerDefinition, ServiceDefinition } from '../../../sw/service/definition.ts';
import { readJson } from '../../../sw/service/package-json.ts';
import { askJson, call, inPath } from '../../connection/call.ts';
import { findNeededFields } from '../../publish/import/needed-fields.ts';
import { openRecord } from '../../state/background.ts';
import { requested } from '../../state/requested.ts';
import { currentKey, mapInfo } from '../../state/services.ts';
import { joinConditions } from '../../state/sql.ts';

type Field = Value<'Field'>;
type Table = Pick<TableManifest, 'fields' | 'idField' | 'shapeField' | 'rowCount' | 'spatialReference'> & {
  readonly attachmentCount: number;
};
type Definition = Omit<ServiceDefinition, 'tables'> & { readonly tables: Readonly<Record<string, Table>> };

/** A layer of the open map that can be shared. */
export interface ShareableLayer {
  readonly id: number;
  readonly title: string;
  readonly service: string;
  /** ID in the first map of its service. */
  readonly layer: number;
  /** Whether the layer and all its groups are on. */
  readonly isVisible: boolean;
  readonly hasLabels: boolean;
  /** The visible fields; empty for a raster. */
  readonly fields: readonly Field[];
  /** Names of the fields used by the style or the labels. */
  readonly needed: readonly string[];
  readonly rowCount: number;
  readonly attachmentCount: number;
  readonly isRaster: boolean;
  readonly filters: readonly string[];
  readonly drawing?: Value<'FeatureLayerDrawingDescription'>;
  readonly rasterDrawing?: Value<'RasterLayerDrawingDescription'>;
}

/**
 * List the layers of the open map, topmost first, with their current drawing: unsaved styles, filters and opacities.
 *
 * @throws {ServiceFault} also if the user doesn't own a service
 */
export async function readShareable(signal: AbortSignal): Promise<ShareableLayer[]> {
  const [key, info, description, record] = [currentKey.peek(), mapInfo.peek(), requested.peek(), openRecord.peek()];
  if (!key || !info || !description) return [];
  const drawings = call(
    'GetDefaultLayerDrawingDescriptions',
    key,
    { MapName: info.Name, LayerIDs: [], SymbolOutputOptions: { ConvertLabelExpressions: false } },
    { signal },
  );
  const keys = [...new Set(record?.layers.map(({ service }) => service) ?? [key])];
  const definitions = new Map(
    await Promise.all(keys.map(async (tableKey) => [tableKey, await readDefinition(tableKey)] as const)),
  );
  const published = (await drawings).Result;
  const all = info.MapLayerInfos ?? [];
  const isOn = (id: number): boolean => {
    const group = all[id]?.ParentLayerID ?? -1;
    return description.LayerDescriptions?.[id]?.Visible === true && (group < 0 || isOn(group));
  };
  const read = async ({ LayerID: id, Name: title }: (typeof all)[number]): Promise<ShareableLayer[]> => {
    const entry = record?.layers[id];
    const service = entry?.service ?? key;
    const layers = definitions.get(service)?.maps[0]?.layers ?? [];
    const layer = layers[entry?.layer ?? id];
    const stored = !entry || layer?.Name === entry.name ? layer : layers.find(({ Name }) => Name === entry.name);
    if (!stored || stored.kind === 'group') return [];
    const described = description.LayerDescriptions?.[id];
    const filters = [entry?.filter ?? '', described?.DefinitionExpression ?? ''].filter((text) => text.trim() !== '');
    const common = {
      ...{ id, title, service, filters },
      layer: stored.LayerID,
      isVisible: isOn(id),
      hasLabels: described?.ShowLabels ?? false,
    };
    const requestedDrawing = described?.DrawingDescription;
    const table = stored.table === undefined ? undefined : definitions.get(service)!.tables[stored.table];
    if (!table) {
      const rasterDrawing = requestedDrawing as Value<'RasterLayerDrawingDescription'> | undefined;
      const base = entry?.rasterDrawing ?? stored.rasterDrawing;
      return [
        {
          ...{ ...common, fields: [], needed: [], rowCount: 0, attachmentCount: 0, isRaster: true },
          rasterDrawing:
            (base || rasterDrawing) && ({ ...base, ...rasterDrawing } as Value<'RasterLayerDrawingDescription'>),
        },
      ];
    }
    const base =
      published.find((candidate) => 'SourceLayerID' in candidate && candidate.SourceLayerID === id) ?? stored.drawing;
    const drawing = { ...base, ...requestedDrawing } as Value<'FeatureLayerDrawingDescription'>;
    const fields = listShownFields(table, stored);
    const names = fields.map(({ Name }) => Name);
    return [
      {
        ...{ ...common, fields, drawing, isRaster: false },
        needed: findNeededFields(drawing, common.hasLabels, names),
        rowCount: await countLayerRows(service, definitions.get(service)!, stored, filters, signal),
        attachmentCount: table.attachmentCount,
      },
    ];
  };
  return (await Promise.all(all.map(read))).flat();
}

/** Count the rows that match the filters of the author and of the map. */
async function countLayerRows(
  service: string,
  { maps, tables }: Definition,
  { LayerID, table, DefinitionExpression }: LayerDefinition,
  filters: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const where = joinConditions(...new Set(filters));
  if (!where && !DefinitionExpression) return tables[table!]!.rowCount;
  const QueryFilter = { type: 'QueryFilter', WhereClause: where, Resolution: 0 } as const;
  return (await call('QueryFeatureCount', service, { MapName: maps[0]!.Name, LayerID, QueryFilter }, { signal }))
    .Result;
}

/** Return the fields that aren't hidden, without geometry, images and object IDs, which have no meaning for readers. */
function listShownFields({ fields, idField, shapeField }: Table, { presentation }: LayerDefinition): Field[] {
  const hidden = new Set([...(presentation?.hiddenFields ?? []), shapeField, idField]);
  return fields.filter(({ Name, Type }) => !hidden.has(Name) && Type !== 'gisFieldTypeRaster');
}

const readDefinition = async (key: string): Promise<Definition> =>
  (await askJson<{ definition: Definition }>('definition', `admin/services/${inPath(key)}?f=definition`, {}, readJson))
    .definition;
