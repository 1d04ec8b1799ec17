import type { Value } from '../../../../sw/contract/index.ts';
import { packShared, type SharedMap } from '../../../../sw/extensions/share/shared-map.ts';
import { type Extent, union } from '../../../../sw/geometry/extent.ts';
import { transformation } from '../../../../sw/geometry/project.ts';
import { coveringExtent, projectExtent } from '../../../../sw/geometry/project-extent.ts';
import { defineTable, readProjectionTable } from '../../../../sw/geometry/projection-table.ts';
import { singleGeometry } from '../../../../sw/geometry/single-geometry.ts';
import { getUnits, missingReference } from '../../../../sw/geometry/spatial-reference.ts';
import type { Column } from '../../../../sw/rows/batch.ts';
import { nearTest } from '../../../../sw/rows/relate/near-test.ts';
import { scan } from '../../../../sw/rows/scan.ts';
import type { Table } from '../../../../sw/rows/table.ts';
import { timeCondition } from '../../../../sw/rows/time-filter.ts';
import { readCondition } from '../../../../sw/rows/where/bind.ts';
import { getColumn } from '../../../../sw/rows/where/row-value.ts';
import { runSteps } from '../../../../sw/scheduler.ts';
import { defaultLimits, type LayerDefinition, type ServiceDefinition } from '../../../../sw/service/definition.ts';
import { type ServicePackage, unpackService } from '../../../../sw/service/package.ts';
import { withFields, withLabels } from '../../../publish/import/needed-fields.ts';
import type { ShareChoices, SharedLayer } from './share-choices.ts';
import { openStored, shareBackground } from './shared-background.ts';
import { shareRaster } from './shared-raster.ts';
import { writeRows } from './shared-rows.ts';

interface ShareJob {
  /** Packages of the services, by key. */
  readonly packages: ReadonlyMap<string, Blob>;
  readonly choices: ShareChoices;
  /** The table of coordinate systems; the page gets only the rows it needs. */
  readonly systems: string;
  /** Fonts for characters that the page draws itself; the page gets only those it needs. */
  readonly fonts: readonly {
    readonly file: string;
    readonly weight: number;
    readonly unicodeRange: string;
    readonly content: Blob;
  }[];
}

const maximumRasterBytes = 20e6;

/**
 * Make the data of a map page: the chosen layers with their chosen rows and fields, and nothing else of their services.
 *
 * @returns deflated bytes for `unpackShared`
 * @throws {Fault} like `unpackService`, `readCondition`, `transformation` and `writeTable`
 */
export async function makeShared({ packages, choices, systems, fonts }: ShareJob): Promise<Blob> {
  const opened = new Map<string, ServicePackage>();
  for (const [key, packed] of packages) opened.set(key, await unpackService(packed));
  const stored = [...opened.values()].flatMap(({ definition }) => [
    ...Object.values(definition.tables),
    ...Object.values(definition.rasters ?? {}),
  ]);
  const missing = [choices.reference, ...stored.map(placedReference)].flatMap(
    (usedReference) => missingReference(usedReference) ?? [],
  );
  if (missing.length > 0) defineTable(systems);
  const { reference, extent, layers: chosen } = choices;
  const files = new Map<string, Blob>();
  const tables: Record<string, ServiceDefinition['tables'][string]> = {};
  const rasters: Record<string, NonNullable<ServiceDefinition['rasters']>[string]> = {};
  const letters = new Set<string>([...choices.title, ...choices.text]);
  const layers: LayerDefinition[] = [];
  const notes: Record<number, string> = {};
  for (const choice of chosen) {
    const id = layers.length;
    const { definition, files: source } = opened.get(choice.service)!;
    const layer = definition.maps[0]!.layers[choice.layer]!;
    const name = `layer-${id + 1}`;
    const common = { ...listCommonProperties(choice, layer, definition), LayerID: id };
    if (layer.raster !== undefined) {
      const drawing = choice.rasterDrawing ?? layer.rasterDrawing;
      const options = { name, drawing, maximumBytes: maximumRasterBytes };
      const raster = await shareRaster(definition.rasters![layer.raster]!, source, choices, options);
      if (!raster) continue;
      for (const [file, content] of raster.files) files.set(file, content);
      rasters[name] = raster.manifest;
      layers.push({ ...common, raster: name, rasterDrawing: drawing });
      continue;
    }
    const table = openStored(definition.tables[layer.table!]!, source);
    const rows = await readChosenRows(table, layer, choice, choices);
    if (choice.note) notes[id] = choice.note;
    const written = await writeRows(table, rows, {
      name,
      fields: choice.fields,
      hasAttachments: choices.hasAttachments,
    });
    for (const [file, bytes] of written.files) files.set(file, new Blob([bytes as Uint8Array<ArrayBuffer>]));
    for (const letter of written.letters) letters.add(letter);
    const { idField, shapeField } = written.manifest;
    tables[name] = written.manifest;
    const whole = choice.drawing ?? layer.drawing;
    const isPart = rows.length < table.manifest.rowCount;
    const drawing = whole && isPart ? await withPresentClasses(whole, openStored(written.manifest, files)) : whole;
    const shared = withFields(layer, choice.fields);
    const hiddenFields = [...(choice.fields.includes(idField) ? [] : [idField]), ...(shapeField ? [shapeField] : [])];
    layers.push({
      ...shared,
      ...common,
      table: name,
      presentation: { ...shared.presentation, hiddenFields },
      drawing: drawing && withLabels(drawing, choice.hasLabels),
    });
  }
  const backgroundMap =
    choices.backgroundMap && (await shareBackground(opened.get(choices.backgroundMap.service)!, choices));
  if (backgroundMap) for (const [file, content] of backgroundMap.files) files.set(`background/${file}`, content);
  for (const letter of backgroundMap?.letters ?? []) letters.add(letter);
  const used = fonts.filter(({ unicodeRange }) => hasAnyLetter(unicodeRange, letters));
  for (const { file, content } of used) files.set(file, content);
  const credits = [...new Set([...opened.values()].flatMap(({ definition }) => definition.credits))];
  const map: SharedMap = {
    title: choices.title,
    text: choices.text,
    language: choices.language,
    credits,
    notes,
    definition: {
      name: 'map',
      document: { Title: choices.title, Subject: '', Author: '', Category: '', Keywords: '', Comments: '' },
      limits: defaultLimits,
      capabilities: ['Map', 'Query', 'Data'],
      maps: [
        {
          Name: 'map',
          Description: '',
          CopyrightText: credits.join('\n'),
          SpatialReference: reference,
          Units: getUnits(reference),
          extent,
          fullExtent: wholeExtent([...Object.values(tables), ...Object.values(rasters)], choices),
          BackgroundSymbol: choices.background,
          referenceScale: 0,
          bookmarks: [],
          layers,
          standaloneTables: [],
        },
      ],
      tables,
      rasters,
      credits,
    },
    backgroundMap: backgroundMap &&
      choices.backgroundMap && {
        definition: backgroundMap.definition,
        light: choices.backgroundMap.light,
        dark: choices.backgroundMap.dark,
      },
    systems: missing.length > 0 ? pickSystems(systems, missing) : undefined,
    fonts: used.map(({ file, weight, unicodeRange }) => ({ file, weight, unicodeRange })),
  };
  const stream = packShared({ map, files }).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Response(stream).blob();
}

/**
 * Return the properties that all kinds of layers have, with the scale limits of their groups. The page has no group
 * layers.
 */
function listCommonProperties(
  { title, isVisible, hasLabels }: SharedLayer,
  layer: LayerDefinition,
  definition: ServiceDefinition,
): Omit<LayerDefinition, 'LayerID'> {
  let [MinScale, MaxScale] = [layer.MinScale, layer.MaxScale];
  for (
    let parentId = layer.ParentLayerID;
    parentId >= 0;
    parentId = definition.maps[0]!.layers[parentId]!.ParentLayerID
  ) {
    const group = definition.maps[0]!.layers[parentId]!;
    if (group.MinScale > 0) MinScale = MinScale > 0 ? Math.min(MinScale, group.MinScale) : group.MinScale;
    MaxScale = Math.max(MaxScale, group.MaxScale);
  }
  return {
    Name: title,
    Description: '',
    CopyrightText: layer.CopyrightText,
    kind: layer.kind,
    ParentLayerID: -1,
    Visible: isVisible,
    ShowLabels: hasLabels,
    MinScale,
    MaxScale,
    DefinitionExpression: '',
  };
}

type Placed = Pick<ServiceDefinition['tables'][string], 'extent' | 'spatialReference'>;
const placedReference = ({ spatialReference }: Placed) => spatialReference;

/** Return the extent of all shared layers, in the reference of the map; the initial extent if there is none. */
function wholeExtent(placed: readonly Placed[], { reference, extent }: ShareChoices): Extent {
  const all = placed.flatMap((item) => {
    const way = transformation(item.spatialReference, reference);
    return item.extent ? [way ? projectExtent(item.extent, way) : item.extent] : [];
  });
  const sound = all.filter((bounds) => bounds.every(Number.isFinite));
  return sound.length > 0 ? sound.reduce(union) : extent;
}

/** Return the rows of the coordinate system table for some codes, in the format of the table. */
function pickSystems(table: string, codes: readonly number[]): string {
  const rows = [...readProjectionTable(table).values()].filter(([wkid]) => codes.includes(wkid));
  return JSON.stringify({ datums: [''], systems: rows.map((row) => [...row, 0]) });
}

/** Select the rows that the layer shows, by filters, time and, if chosen, the view. */
async function readChosenRows(
  table: Table,
  layer: LayerDefinition,
  { filters }: SharedLayer,
  { time, isViewOnly, extent, reference }: ShareChoices,
): Promise<Uint32Array> {
  const { manifest } = table;
  const where = [layer.DefinitionExpression, ...filters].flatMap(
    (text) => readCondition(text, manifest.fields, `filter of layer "${layer.Name}"`, Date.now()) ?? [],
  );
  if (time && layer.time) where.push(timeCondition(layer.time, manifest.fields, time));
  if (!isViewOnly || !manifest.spatialReference) return scan(table, { where });
  const [xmin, ymin, xmax, ymax] = extent;
  const view = singleGeometry('polygon', [[xmin, ymin, xmin, ymax, xmax, ymax, xmax, ymin, xmin, ymin]]);
  const toStored = transformation(reference, manifest.spatialReference);
  const toView = transformation(manifest.spatialReference, reference);
  return scan(table, {
    where,
    extent: toStored ? coveringExtent(extent, toStored) : extent,
    exactTest: await runSteps(nearTest(view, 0, toView)),
  });
}

/** Check whether a CSS unicode range includes one of the characters. */
function hasAnyLetter(unicodeRange: string, letters: ReadonlySet<string>): boolean {
  const ranges = unicodeRange.split(',').map((range) => {
    const [first, last = first] = range.trim().slice(2).split('-');
    return [Number.parseInt(first!, 16), Number.parseInt(last!, 16)] as const;
  });
  for (const letter of letters) {
    const code = letter.codePointAt(0)!;
    if (ranges.some(([first, last]) => code >= first && code <= last)) return true;
  }
  return false;
}

type Drawing = Value<'FeatureLayerDrawingDescription'>;

/**
 * Remove the unique-value classes without any shared row, because their values and labels come from rows that aren't
 * shared. Other renderers are unchanged.
 */
async function withPresentClasses(drawing: Drawing, table: Table): Promise<Drawing> {
  const { FeatureRenderer: renderer } = drawing;
  if (renderer?.type !== 'UniqueValueRenderer') return drawing;
  const names = [renderer.Field1, renderer.Field2, renderer.Field3].filter((name) => Boolean(name)) as string[];
  const present = new Set<string>();
  for (let index = 0; index < table.manifest.batches.length; index++) {
    const batch = await table.attributes(index);
    const columns = names.map((name) => getColumn(batch, name));
    for (let row = 0; row < batch.rowCount; row++)
      present.add(columns.map((column) => classText(column, row)).join(renderer.FieldDelimiter ?? ', '));
  }
  const UniqueValueInfos = (renderer.UniqueValueInfos ?? []).filter(({ Value: value }) => present.has(value));
  return { ...drawing, FeatureRenderer: { ...renderer, UniqueValueInfos } };
}

/** Format a value like a class of a renderer. */
function classText({ kind, values, nulls }: Column, row: number): string {
  if (nulls?.[row]) return '<Null>';
  return kind === 'date' ? new Date(values[row] as number).toISOString().slice(0, 19) : String(values[row]);
}
