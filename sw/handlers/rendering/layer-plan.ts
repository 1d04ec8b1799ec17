import { type Value, wrongValue } from '../../contract/index.ts';
import type { DrawingPart, LayerPlan, RowFilter, SelectionPlan } from '../../draw/plan.ts';
import type { AttributeBatch } from '../../rows/batch.ts';
import type { TableManifest } from '../../rows/manifest.ts';
import type { Table } from '../../rows/table.ts';
import type { Condition } from '../../rows/where/bound.ts';
import { forEachItem } from '../../scheduler.ts';
import type { LayerDefinition } from '../../service/definition.ts';
import type { Call } from '../call.ts';
import { getPublishedTable, withoutHidden } from '../published.ts';
import { transformationBetween } from '../references.ts';
import { bindConditions, conditionFilter, conditionsKey, definitionClauses, rowFilter } from '../row-filter.ts';
import { loadSymbolImages } from '../symbol-images.ts';
import { layerTimeCondition } from '../time-span.ts';
import type { DescribedLayer } from '../visible-layers.ts';
import type { RequestedMap } from './requested-view.ts';

/** Rows of a layer, published or from a source in the request. */
interface LayerRows {
  readonly table: Table;
  readonly where: readonly Condition[];
  /** The layer that the rows belong to. */
  readonly layer: LayerDefinition;
  /** Manifest with the fields that the author hides. */
  readonly stored: TableManifest;
  /** Drawing by the author of the rows. */
  readonly authored: LayerDefinition['drawing'];
}

/**
 * Plan the drawing of a feature layer: its rows, symbols, labels and selection.
 *
 * @throws {Fault} `bad-sql` and `unknown-field` of a definition expression, `bad-spatial-reference`, `missing-element`
 *   when neither the request nor the service has a drawing, and as `sourceTable` and `layerTimeCondition`
 */
export async function layerPlan(call: Call, requested: RequestedMap, described: DescribedLayer): Promise<LayerPlan> {
  const { map, view } = requested;
  const { description } = described;
  const { LayerID, Name } = described.layer;
  const now = call.context.now();
  const rows = await openLayerRows(call, requested, described);
  const { table, where, layer, stored } = rows;
  const { manifest } = table;
  const time = layerTimeCondition(requested.description, description, layer.time, stored.fields);
  const conditions = time ? [...where, time] : where;
  const drawing = chooseDrawing({ layer, description }, LayerID);
  const fieldsFor = fieldsOfParts(drawing, rows.authored, manifest, stored);
  const projection = await transformationBetween(call, manifest.spatialReference, requested.reference, requested.shift);
  const wantsScaling =
    description.DrawingDescription?.type === 'FeatureLayerDrawingDescription'
      ? (description.DrawingDescription.ScaleSymbols ?? description.ScaleSymbols)
      : description.ScaleSymbols;
  const scalesSymbols = wantsScaling && map.referenceScale > 0 && view.scale > 0;
  const selection = await planSelection(call, requested, description, table);
  await loadSymbolImages(call, [drawing, selection], `Layer ${LayerID} "${Name}"`);
  return {
    layerId: LayerID,
    name: Name,
    table,
    drawing,
    fieldsFor,
    projection,
    filter: conditionFilter(conditions),
    rowsKey: drawing.FeatureReduction && conditionsKey(conditions),
    symbolScale: scalesSymbols ? map.referenceScale / view.scale : 1,
    showLabels: description.ShowLabels,
    compileWhere: (text) => {
      const clause = { text, path: 'LabelClassDescription.WhereClause', fields: fieldsFor('LabelingDescription') };
      return rowFilter([clause], manifest, now) ?? allRows;
    },
    selection,
    presentation: layer.presentation,
  };
}

const allRows: RowFilter = Object.assign(({ rowCount }: AttributeBatch) => new Uint8Array(rowCount).fill(1), {
  fields: [],
});

/**
 * Return a function that lists the fields a part of a drawing can name.
 *
 * Parts written by the author can name all fields, other parts only visible fields.
 *
 * @param authored drawing by the author of the rows
 */
export function fieldsOfParts(
  drawing: Value<'FeatureLayerDrawingDescription'>,
  authored: LayerDefinition['drawing'],
  shown: TableManifest,
  stored: TableManifest,
): (part: DrawingPart) => readonly Value<'Field'>[] {
  const isAuthored = (part: DrawingPart): boolean =>
    drawing[part] === authored?.[part] || sortedJson(drawing[part]) === sortedJson(authored?.[part]);
  return (part) => (shown !== stored && isAuthored(part) ? stored : shown).fields;
}

/** Return the drawing by the service's author. A composed map can draw the layer differently. */
export const getAuthoredDrawing = (layer: LayerDefinition): LayerDefinition['drawing'] =>
  'authored' in layer ? layer.authored : layer.drawing;

/**
 * Write the fields and values of a drawing part as JSON, with sorted members.
 *
 * Symbols and types are left out, because clients send them back with defaults filled in.
 */
const sortedJson = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, member: unknown) => {
    if (!isPlain(member)) return member;
    const members = Object.entries(member).filter(([name]) => !/^type$|Symbol$/.test(name));
    return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
  });

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);

async function openLayerRows(
  call: Call,
  { map }: RequestedMap,
  { layer, description }: DescribedLayer,
): Promise<LayerRows> {
  const { context, service } = call;
  const clause = { text: description.DefinitionExpression, path: `DefinitionExpression of layer ${layer.LayerID}` };
  if (description.Source) {
    const path = `Source of layer ${layer.LayerID}`;
    const { sourceTable } = await import('../sources.ts');
    const source = await sourceTable(call, map, description.Source, path);
    const { table, where, published, time, stored = table.manifest } = source;
    const authored = published && 'drawing' in published ? published.drawing : undefined;
    if (!table.manifest.geometry) throw wrongValue('bad-value', path, 'a layer with geometry', 'a table');
    const layerConditions = bindConditions([clause], table.manifest, context.now());
    // Time settings belong to the rows, not to the layer whose ID is used.
    const { time: _, ...like } = published ? { ...published, ...layer } : layer;
    return { table, where: [...where, ...layerConditions], layer: { ...like, time }, stored, authored };
  }
  const published = getPublishedTable(service, map, layer.LayerID);
  const clauses = definitionClauses(service, published, description.DefinitionExpression);
  return {
    table: withoutHidden(await context.store.table(service, published.table), layer),
    where: bindConditions(clauses, published.manifest, context.now()),
    layer,
    stored: published.stored,
    authored: getAuthoredDrawing(layer),
  };
}

/**
 * Merge a request's changes into the published drawing of a layer.
 *
 * A request with its own renderer drops the published feature reduction, because older clients don't know of it and
 * couldn't remove it.
 */
export function drawingUsed(
  layer: LayerDefinition,
  requested: Value<'FeatureLayerDrawingDescription'> | undefined,
): Value<'FeatureLayerDrawingDescription'> | undefined {
  if (!requested) return layer.drawing;
  const { FeatureReduction, ...published } = layer.drawing ?? { type: 'FeatureLayerDrawingDescription' };
  return { ...published, FeatureReduction: requested.FeatureRenderer ? undefined : FeatureReduction, ...requested };
}

/** Return the drawing of a layer: the request's, or the published drawing. */
function chooseDrawing({ layer, description }: DescribedLayer, id: number): Value<'FeatureLayerDrawingDescription'> {
  const path = `MapDescription.LayerDescriptions: layer ${id}: DrawingDescription`;
  const requested = description.DrawingDescription;
  if (requested?.type === 'RasterLayerDrawingDescription') {
    throw wrongValue('bad-value', path, 'FeatureLayerDrawingDescription', requested.type);
  }
  const drawing = drawingUsed(layer, requested);
  if (drawing) return drawing;
  throw wrongValue(
    'missing-element',
    path,
    'FeatureLayerDrawingDescription',
    'nothing. The layer has no published drawing',
  );
}

const cyan: Value<'Color'> = { type: 'RgbColor', AlphaValue: 255, Red: 0, Green: 255, Blue: 255 };

/** Plan the selection: its symbol or color, and a buffer unless too many features are selected. */
async function planSelection(
  call: Call,
  { description: map }: RequestedMap,
  layer: Value<'LayerDescription'>,
  table: Table,
): Promise<SelectionPlan | undefined> {
  const rows = new Set<number>();
  await forEachItem(layer.SelectionFeatures ?? [], call.scheduler, async (id) => {
    const row = await table.rowOfId(id);
    if (row >= 0) rows.add(row);
  });
  if (rows.size === 0) return undefined;
  const path = `MapDescription.LayerDescriptions: layer ${layer.LayerID}`;
  if (layer.SetSelectionSymbol && !layer.SelectionSymbol)
    throw wrongValue('missing-element', `${path}.SelectionSymbol`, 'a symbol for SetSelectionSymbol', 'nothing');
  const color = layer.SelectionColor ?? map.SelectionColor ?? cyan;
  const distance = layer.SelectionBufferDistance;
  const { createCanvas } = call.context;
  if (layer.ShowSelectionBuffer && !Number.isFinite(distance))
    throw wrongValue('bad-value', `${path}.SelectionBufferDistance`, 'a number of map units', `${distance}`);
  const isBuffered =
    layer.ShowSelectionBuffer && distance > 0 && rows.size <= call.service.definition.limits.MaximumBufferCount;
  return {
    rows: Uint32Array.from(rows).sort(),
    color,
    symbol: layer.SetSelectionSymbol ? layer.SelectionSymbol : undefined,
    buffer: isBuffered
      ? { distance, symbol: layer.SelectionBufferSymbol ?? defaultBuffer(color), createCanvas }
      : undefined,
  };
}

/** Return the default symbol of a selection buffer: an outline and a faint fill in the selection color. */
const defaultBuffer = (color: Value<'Color'>): Value<'FillSymbol'> => ({
  type: 'SimpleFillSymbol',
  Color: { ...color, AlphaValue: 60 },
  Outline: { type: 'SimpleLineSymbol', Color: color, Width: 1, Style: 'gisSLSSolid' },
  Style: 'gisSFSSolid',
});
