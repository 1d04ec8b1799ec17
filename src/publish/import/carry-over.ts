import { columnKind } from '../../../sw/rows/column-kind.ts';
import type { PresentationDefinition, RemoteFile, TableManifest } from '../../../sw/rows/manifest.ts';
import type {
  LayerDefinition,
  MapDefinition,
  RasterManifest,
  RelationshipDefinition,
  ServiceDefinition,
  StandaloneTableDefinition,
} from '../../../sw/service/definition.ts';
import { keyKind } from '../../../sw/service/layers/still-related.ts';
import { canBeQueried, carryTime, isDrawable, missingForLabels } from './lost-settings.ts';

type Part = LayerDefinition | StandaloneTableDefinition;

/**
 * Carry the settings of a service over to new data: limits, capabilities and relationships. Layers keep their names,
 * drawing, filters and presentation; fields keep aliases, domains and default values. Layers match by name, or if the
 * old and the new data have only one.
 *
 * @returns the definition of the new data with these settings, and the settings that were dropped, as `layer` or
 * `layer.field`
 */
export function carryOver(
  fresh: ServiceDefinition,
  before: ServiceDefinition,
): { readonly definition: ServiceDefinition; readonly dropped: string[] } {
  const dropped: string[] = [];
  const [map, old] = [fresh.maps[0]!, before.maps[0]];
  if (!old) return { definition: fresh, dropped };
  const [parts, oldParts] = [listMapParts(map), listMapParts(old)];
  const ids = new Map<number, number>();
  const tables = new Map(Object.entries(fresh.tables));
  const carry = <P extends Part>(part: P, id: number): P => {
    const was = findMatch(part, parts, oldParts);
    if (!was) return part;
    ids.set(partId(was), id);
    const [key, wasTable] = [part.table, was.table === undefined ? undefined : before.tables[was.table]];
    const isRaster = 'raster' in part && 'raster' in was;
    const carried = isRaster && carryRaster(part, was, fresh.rasters?.[part.raster!], before.rasters?.[was.raster!]);
    if (key === undefined || !wasTable) return { ...part, Name: was.Name, Description: was.Description, ...carried };
    const lost: string[] = [];
    const table = withFieldTexts(tables.get(key)!, wasTable, (field) => lost.push(`${was.Name}.${field}`));
    tables.set(key, table);
    for (const setting of lost) dropped.push(setting);
    const { DefinitionExpression } = was;
    const time = was.time && carryTime(was.time, wasTable, table);
    return {
      ...carryPresentation(part, was, table, wasTable),
      // If the filter names a field that no longer exists, show all rows.
      ...(canBeQueried(DefinitionExpression, table.fields) ? { DefinitionExpression } : {}),
      time: time ?? part.time,
    };
  };
  const layers = map.layers.map((layer) => carry(layer, layer.LayerID));
  const standaloneTables = map.standaloneTables.map((table) => carry(table, table.ID));
  for (const part of oldParts) if (!ids.has(partId(part)) && part.table !== undefined) dropped.push(part.Name);
  const all: readonly Part[] = [...layers, ...standaloneTables];
  const fields = (id: number): TableManifest | undefined => tables.get(all[id]?.table ?? '');
  const carried = (old.relationships ?? []).flatMap((relationship) => carryRelation(relationship, ids, fields) ?? []);
  const relationships = [...carried, ...(map.relationships ?? [])].map((relationship, RelationshipID) => ({
    ...relationship,
    RelationshipID,
  }));
  const changed: MapDefinition = {
    ...map,
    Name: old.Name,
    Description: old.Description,
    CopyrightText: old.CopyrightText,
    layers,
    standaloneTables,
    BackgroundSymbol: old.BackgroundSymbol ?? map.BackgroundSymbol,
    relationships: relationships.length > 0 ? relationships : undefined,
  };
  const { document, limits, capabilities, credits } = before;
  const definition = {
    ...fresh,
    document: {
      ...document,
      Title: fresh.document.Title,
      Comments: fresh.document.Comments || document.Comments,
    },
    limits,
    capabilities,
    credits: [...new Set([...credits, ...fresh.credits])],
    maps: [changed],
    tables: Object.fromEntries(tables),
  };
  return { definition, dropped };
}

const partId = (part: Part): number => ('LayerID' in part ? part.LayerID : part.ID);
const listMapParts = (map: MapDefinition): readonly Part[] => [...map.layers, ...map.standaloneTables];
const isSameKind = (a: Part, b: Part): boolean => 'LayerID' in a === 'LayerID' in b;

function findMatch(part: Part, parts: readonly Part[], old: readonly Part[]): Part | undefined {
  const named = old.find((oldPart) => oldPart.Name === part.Name && isSameKind(oldPart, part));
  if (named) return named;
  const [only] = old;
  return parts.length === 1 && old.length === 1 && only && isSameKind(only, part) ? only : undefined;
}

/** Carry over aliases, domains and default values of fields whose kind of values is unchanged. */
function withFieldTexts(table: TableManifest, was: TableManifest, drop: (field: string) => void): TableManifest {
  const now = new Map(table.fields.map((field) => [field.Name, field]));
  for (const { Name } of was.fields) if (!now.has(Name) && Name !== was.shapeField && Name !== was.idField) drop(Name);
  const before = new Map(was.fields.map((field) => [field.Name, field]));
  const fields = table.fields.map((field) => {
    const old = before.get(field.Name);
    if (!old || columnKind(old) !== columnKind(field)) return field;
    const { AliasName, Domain, DefaultValue } = old;
    return {
      ...field,
      AliasName,
      Domain: Domain ?? field.Domain,
      DefaultValue: DefaultValue === undefined ? field.DefaultValue : DefaultValue,
    };
  });
  return { ...table, fields };
}

function carryPresentation<P extends Part>(part: P, was: Part, table: TableManifest, wasTable: TableManifest): P {
  const has = (name: string): boolean => table.fields.some(({ Name }) => Name === name);
  const presentation = was.presentation && fitting(was.presentation, table, wasTable, has);
  const isLayer = 'LayerID' in part && 'LayerID' in was;
  // If a field of the drawing no longer exists, or the geometry type differs, use the default drawing.
  const drawing = isLayer && was.drawing && isDrawable(was, part, table) ? was.drawing : undefined;
  const hasLabels = drawing && isLayer && missingForLabels(was, wasTable, table).length === 0;
  const { LabelingDescription: _, ...unlabelled } = drawing ?? {};
  return {
    ...part,
    Name: was.Name,
    Description: was.Description || part.Description,
    DisplayField: was.DisplayField && has(was.DisplayField) ? was.DisplayField : part.DisplayField,
    ...(isLayer
      ? {
          Visible: was.Visible,
          MinScale: carryMinScale(part, was, table.remote),
          MaxScale: was.MaxScale,
          CopyrightText: was.CopyrightText,
          ...(drawing && hasLabels ? { drawing, ShowLabels: was.ShowLabels } : {}),
          ...(drawing && !hasLabels ? { drawing: unlabelled as typeof drawing, ShowLabels: false } : {}),
        }
      : {}),
    presentation: presentation ?? part.presentation,
  };
}

function fitting(
  presentation: PresentationDefinition,
  table: TableManifest,
  was: TableManifest,
  has: (name: string) => boolean,
): PresentationDefinition {
  const { hiddenFields, hyperlinkField, popup, subtypes, numberFormats, dateFormats } = presentation;
  const kindIn = ({ fields }: TableManifest, name: string) =>
    columnKind(fields.find(({ Name }) => Name === name)!) ?? '';
  const kind = (name: string) => kindIn(table, name);
  const only = <T>(record: Readonly<Record<string, T>>, ...kinds: string[]) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => has(name) && kinds.includes(kind(name))));
  return {
    hiddenFields: hiddenFields?.filter(has),
    hyperlinkField:
      hyperlinkField && has(hyperlinkField) && kind(hyperlinkField) === 'string' ? hyperlinkField : undefined,
    popup,
    subtypes:
      subtypes && has(subtypes.field) && kind(subtypes.field) === 'int'
        ? {
            ...subtypes,
            kinds: subtypes.kinds.map((subtype) => ({
              ...subtype,
              domains: Object.fromEntries(
                Object.entries(subtype.domains).filter(([name]) => has(name) && kind(name) === kindIn(was, name)),
              ),
            })),
          }
        : undefined,
    numberFormats: numberFormats && only(numberFormats, 'int', 'double'),
    dateFormats: dateFormats && only(dateFormats, 'date'),
  };
}

/**
 * Return the relationship between the new layers; undefined unless both exist and their key fields have the same kind
 * of values.
 */
function carryRelation(
  relationship: RelationshipDefinition,
  ids: ReadonlyMap<number, number>,
  findTable: (id: number) => TableManifest | undefined,
): RelationshipDefinition | undefined {
  const [originId, destinationId] = [ids.get(relationship.originId), ids.get(relationship.destinationId)];
  if (originId === undefined || destinationId === undefined || relationship.link) return undefined;
  const kind = keyKind(findTable(originId), relationship.originKey);
  const isOneKind = kind !== undefined && kind === keyKind(findTable(destinationId), relationship.destinationKey);
  return isOneKind ? { ...relationship, originId, destinationId } : undefined;
}

/** Carry over the settings of a raster layer. Its style is kept only if the new raster has the same bands. */
function carryRaster(
  part: LayerDefinition,
  was: LayerDefinition,
  fresh: RasterManifest | undefined,
  before: RasterManifest | undefined,
): Partial<LayerDefinition> {
  const { Visible, MaxScale, CopyrightText, rasterDrawing } = was;
  const isAlike =
    fresh?.sampleType === before?.sampleType && fresh?.bandNames.join('\n') === before?.bandNames.join('\n');
  const MinScale = carryMinScale(part, was, fresh?.remote);
  return { Visible, MinScale, MaxScale, CopyrightText, ...(rasterDrawing && isAlike ? { rasterDrawing } : {}) };
}

/**
 * Return the `MinScale` of a layer with new data: the author's value. For a remote file, the new layer's value is the
 * limit, because an image at a smaller scale would read too much.
 */
function carryMinScale(
  { MinScale: newMinScale }: Pick<LayerDefinition, 'MinScale'>,
  { MinScale: before }: Pick<LayerDefinition, 'MinScale'>,
  remote: RemoteFile | undefined,
): number {
  if (!remote || newMinScale === 0) return before;
  return before === 0 ? newMinScale : Math.min(newMinScale, before);
}
