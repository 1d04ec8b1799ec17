import type { Value } from '../../../sw/contract/index.ts';
import { type Rgba, rgbaOf } from '../../../sw/contract/rgba.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import type { SpatialReference } from '../../../sw/geometry/spatial-reference.ts';
import type { Table } from '../../../sw/rows/table.ts';
import type { LayerDefinition, MapDefinition } from '../../../sw/service/definition.ts';
import { freeName } from '../write/rows-to-write.ts';
import type { Loss } from './losses.ts';
import { plainStyle } from './plain-style.ts';
import type { FeatureLayer, ProjectLayer, ProjectMap, ProjectRelation, ProjectTable } from './project-map.ts';
import { conditionText, NotWritten } from './sql-text.ts';
import { storedFields } from './stored-rows.ts';

/** A layer as the open map shows it. */
interface ChosenLayer {
  readonly service: string;
  /** Id in the first map of its service. */
  readonly layer: number;
  readonly title: string;
  readonly isVisible: boolean;
  readonly hasLabels: boolean;
  /** Conditions on the rows beside the author's. */
  readonly filters: readonly string[];
  readonly drawing?: Value<'FeatureLayerDrawingDescription'>;
}

/** A service that goes along, with its tables open. */
export interface OpenedService {
  readonly map: MapDefinition;
  /** By their keys in the service. */
  readonly tables: ReadonlyMap<string, Table>;
  /** The names of the same tables in the GeoPackage. */
  readonly names: ReadonlyMap<string, string>;
}

export interface ProjectSettings {
  readonly title: string;
  readonly description: string;
  readonly reference: SpatialReference;
  readonly extent: Extent;
  readonly background?: Value<'FillSymbol'> | undefined;
  /** First on top; absent for all layers of the one service, as its author made them. */
  readonly layers?: readonly ChosenLayer[];
}

/** Say a map in terms that other servers have, with what they have not beside each layer. */
export function describeProject(services: ReadonlyMap<string, OpenedService>, settings: ProjectSettings): ProjectMap {
  const ids = new Set<string>();
  const { title, description, reference, extent, background } = settings;
  const [own] = services.values();
  const chosen = settings.layers;
  const layers = chosen
    ? chosen.flatMap((one) => {
        const service = services.get(one.service)!;
        const layer = service.map.layers[one.layer];
        return layer ? [layerOf(service, withoutGroups(layer, service.map), one, ids)] : [];
      })
    : allLayers(own!, ids);
  const tables = chosen ? [] : own!.map.standaloneTables.flatMap((table) => standalone(own!, table, ids));
  const color = background?.Color && rgbaOf(background.Color);
  return {
    ...{ title, description, reference, extent, tables },
    layers: layers.map(({ layer }) => layer),
    ...(color ? { background: color as Rgba } : {}),
    relations: chosen ? [] : relationsOf(own!.map, [...layers.map(({ layer }) => layer), ...tables]),
  };
}

interface Described {
  readonly layer: ProjectLayer;
}

function allLayers(service: OpenedService, ids: Set<string>): Described[] {
  const idOf = new Map<number, string>();
  return service.map.layers.map((layer) => {
    const parent = idOf.get(layer.ParentLayerID);
    const described = layerOf(service, layer, undefined, ids, parent);
    idOf.set(layer.LayerID, described.layer.id);
    return described;
  });
}

/** What the groups around a layer limit, limits the layer. */
function withoutGroups(layer: LayerDefinition, map: MapDefinition): LayerDefinition {
  let { MinScale, MaxScale } = layer;
  for (let group = map.layers[layer.ParentLayerID]; group; group = map.layers[group.ParentLayerID]) {
    if (group.MinScale > 0) MinScale = MinScale > 0 ? Math.min(MinScale, group.MinScale) : group.MinScale;
    MaxScale = Math.max(MaxScale, group.MaxScale);
  }
  return { ...layer, MinScale, MaxScale };
}

const idText = (title: string, ids: Set<string>): string =>
  freeName(title.replaceAll(/[^\p{L}\p{N}_]+/gu, '_').replace(/^(?=\p{N})/u, 'l_') || 'layer', ids);

function layerOf(
  service: OpenedService,
  layer: LayerDefinition,
  chosen: ChosenLayer | undefined,
  ids: Set<string>,
  parent?: string,
): Described {
  const title = chosen?.title ?? layer.Name;
  const common = {
    id: idText(title, ids),
    title,
    isVisible: chosen?.isVisible ?? layer.Visible,
    minScale: layer.MinScale,
    maxScale: layer.MaxScale,
    ...(parent === undefined ? {} : { parent }),
  };
  const table = layer.table === undefined ? undefined : service.tables.get(layer.table);
  const drawing = chosen?.drawing ?? layer.drawing;
  if (!table?.manifest.geometry || !drawing) {
    const losses: Loss[] = layer.kind === 'raster' ? [{ kind: 'raster' }] : [];
    return { layer: { kind: 'group', ...common, losses } };
  }
  const fields = storedFields(table);
  const hasLabels = chosen?.hasLabels ?? layer.ShowLabels;
  const style = plainStyle(drawing, hasLabels, fields);
  const filtered = filterOf([layer.DefinitionExpression, ...(chosen?.filters ?? [])], fields);
  const { geometry, spatialReference, extent, idField } = table.manifest;
  return {
    layer: {
      kind: 'feature',
      ...{ ...common, ...filtered, geometry, fields, idField, style, drawing, hasLabels },
      table: service.names.get(layer.table!)!,
      ...(spatialReference ? { reference: spatialReference } : {}),
      ...(extent ? { extent } : {}),
      ...(layer.DisplayField ? { displayField: layer.DisplayField } : {}),
      losses: [...style.losses, ...filtered.losses, ...lossesOf(layer, table)],
    } satisfies FeatureLayer,
  };
}

/** @returns conditions of all, in SQL; those that SQL cannot say are losses */
function filterOf(
  clauses: readonly string[],
  fields: ReturnType<typeof storedFields>,
): { readonly where?: string; readonly losses: readonly Loss[] } {
  const losses: Loss[] = [];
  const parts = clauses.flatMap((clause) => {
    try {
      const text = conditionText(clause, fields, 'sqlite');
      return text ? [text] : [];
    } catch (error) {
      if (!(error instanceof NotWritten)) throw error;
      losses.push({ kind: 'filter', detail: clause });
      return [];
    }
  });
  const where = parts.length > 1 ? parts.map((part) => `(${part})`).join(' AND ') : parts[0];
  return { ...(where ? { where } : {}), losses };
}

function lossesOf({ presentation, time }: Pick<LayerDefinition, 'presentation' | 'time'>, table: Table): Loss[] {
  const pictures = Object.keys(table.manifest.rasterFields ?? {});
  return [
    ...(presentation?.popup ? [{ kind: 'popup' } as const] : []),
    ...(presentation?.subtypes ? [{ kind: 'subtypes', detail: presentation.subtypes.field } as const] : []),
    ...(time ? [{ kind: 'time', detail: time.StartTimeFieldName } as const] : []),
    ...(pictures.length > 0 ? [{ kind: 'pictures', detail: pictures.join(', ') } as const] : []),
  ];
}

function standalone(
  service: OpenedService,
  { Name, table, DefinitionExpression, ...rest }: MapDefinition['standaloneTables'][number],
  ids: Set<string>,
): ProjectTable[] {
  const opened = service.tables.get(table);
  if (!opened) return [];
  const fields = storedFields(opened);
  const { where, losses } = filterOf([DefinitionExpression], fields);
  return [
    {
      ...{ id: idText(Name, ids), title: Name, fields, idField: opened.manifest.idField },
      table: service.names.get(table)!,
      ...(where ? { where } : {}),
      losses: [...losses, ...lossesOf(rest, opened)],
    },
  ];
}

/** A relation of many to many is two: each side with the table of pairs. */
function relationsOf(map: MapDefinition, written: readonly { readonly id: string }[]): ProjectRelation[] {
  const idOf = (number: number): string => written[number]!.id;
  return (map.relationships ?? []).flatMap((relation): ProjectRelation[] => {
    const { forwardName: name, backwardName, originId, destinationId, originKey, destinationKey, link } = relation;
    const [parent, child] = [idOf(originId), idOf(destinationId)];
    if (!link) return [{ name, parent, parentField: originKey, child, childField: destinationKey }];
    const pairs = idOf(link.tableId);
    return [
      { name, parent, parentField: originKey, child: pairs, childField: link.originKeyField },
      {
        name: backwardName,
        parent: child,
        parentField: destinationKey,
        child: pairs,
        childField: link.destinationKeyField,
      },
    ];
  });
}
