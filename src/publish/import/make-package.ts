import { readFault } from '../../../sw/formats/reading/diagnostic.ts';
import type { ReadFault } from '../../../sw/formats/reading/read-fault.ts';
import { readSlice, type SourceFile, type SourceTable, sizeOf } from '../../../sw/formats/reading/source-table.ts';
import type { MapTiles } from '../../../sw/formats/tiles/tile-pyramid.ts';
import type { RowFileInput } from '../../../sw/rows/write/table-input.ts';
import { packToSend } from '../../../sw/service/package.ts';
import type { DecodeImage } from '../../../sw/service/raster-source.ts';
import { attachableTypes, endingOf, isPlainImage, maxAttachmentsBytes } from './attachments/attachable.ts';
import { matchFiles } from './attachments/match-files.ts';
import { buildService, inDrawingOrder } from './build-service.ts';
import { carryOver } from './carry-over.ts';
import { chosenColumn, chosenKey } from './columns/chosen-column.ts';
import { tableKey } from './columns/table-key.ts';
import { joinColumns } from './joins/join-columns.ts';
import { neededFields } from './needed-fields.ts';
import type { AttachChoice, LayerChoice, PackageChoices, RelationChoice } from './package-choices.ts';
import * as browserCodec from './raster/image-codec.ts';
import type { RasterLayerPlan } from './raster/raster-layer.ts';
import { rasterStyle } from './raster/raster-style.ts';
import { type EncodeImage, writeRaster } from './raster/raster-tiles.ts';
import { writePyramid } from './raster/write-pyramid.ts';
import type { LayerPlan, RelationshipPlan } from './service-plan.ts';
import type { Sources } from './sources.ts';
import { defaultStyle, type LayerStyle } from './style.ts';

export type PublishStage = 'reading' | 'building' | 'packing' | 'sending';

interface PackageOptions {
  readonly onProgress?: (stage: PublishStage, share: number) => void;
  readonly signal?: AbortSignal;
  /** What pictures are decoded and encoded with; that of the browser when absent. */
  readonly codec?: { readonly decodeImage: DecodeImage; readonly encodeImage: EncodeImage };
}

export interface MadePackage {
  readonly name: string;
  readonly package: Blob;
  /** What people had set on the service before and the new data have no place for; names of layers and fields. */
  readonly dropped: readonly string[];
  /** Tiles for the cache of its map; absent unless it has nothing but them. */
  readonly tiles?: MapTiles;
}

/**
 * Turn what was read into the package of one service, as a person decided.
 *
 * @throws {Fault} `bad-spatial-reference` when neither the file nor the person says one; else as `buildService` and
 * `writeRaster`
 */
export async function makePackage(
  { tables: read, rasters, beside }: Sources,
  choices: PackageChoices,
  { onProgress, signal, codec = browserCodec }: PackageOptions = {},
): Promise<MadePackage> {
  const { attach } = choices;
  const tables = await Promise.all(
    read.map(async ({ table }, i) => ({
      table: attach?.layer === i ? await attachFiles(table, attach, beside) : table,
    })),
  );
  const plans = tables.map(({ table }, i) => {
    const plan = layerPlan(table, choices.layers[i]!);
    return plan && withJoins(plan, i, tables, choices);
  });
  const ordered = inDrawingOrder(plans.flatMap((plan) => (plan ? [plan.table] : [])));
  const layers = ordered.map((table) => plans.find((plan) => plan?.table === table)!);
  const images = rasters.flatMap((raster, i) => {
    const choice = choices.layers[tables.length + i]!;
    return choice.isLeftOut ? [] : [{ raster, choice }];
  });
  const plannedRasters: RasterLayerPlan[] = [];
  for (const [i, { raster, choice }] of images.entries()) {
    const spatialReference = raster.spatialReference ?? choice.spatialReference;
    if (!spatialReference) throw missing(raster.name);
    const source = { ...raster, spatialReference };
    const key = tableKey(`${raster.name}_${i + 1}`, 0, []);
    const { encodeImage } = codec;
    const options = {
      key,
      encodeImage,
      onProgress: (share: number) => onProgress?.('building', ((i + share) / images.length) * 0.9),
      ...(signal ? { signal } : {}),
    };
    const written = raster.pyramid
      ? await writePyramid(source, raster.pyramid, options)
      : await writeRaster(source, options);
    plannedRasters.push({ name: choice.name, key, written, drawing: rasterStyle(source, written.manifest) });
  }
  const shown = images[0]?.raster.shown;
  signal?.throwIfAborted();
  const relationships = choices.relations.flatMap((relation, i) => relationshipPlan(relation, i, plans) ?? []);
  const { definition, files } = buildService(
    {
      name: choices.name,
      title: choices.title,
      ...(choices.description ? { description: choices.description } : {}),
      layers,
      ...(plannedRasters.length > 0 ? { rasters: plannedRasters } : {}),
      ...(shown && layers.length === 0 && images.length === 1 ? { extent: shown, fullExtent: shown } : {}),
      ...(relationships.length > 0 ? { relationships } : {}),
    },
    (share) => onProgress?.('building', share),
  );
  signal?.throwIfAborted();
  onProgress?.('packing', 0);
  const placed = {
    ...definition,
    ...(choices.folder ? { folder: choices.folder } : {}),
    // What catalogues show as the description.
    document: { ...definition.document, Comments: choices.description ?? '' },
  };
  const carried = choices.replaces ? carryOver(placed, choices.replaces) : { definition: placed, dropped: [] };
  const packed = packToSend(carried.definition, files);
  onProgress?.('packing', 1);
  const [only] = images;
  const isTiles = images.length === 1 && layers.length === 0 && only?.raster.pyramid;
  return {
    name: choices.name,
    package: packed,
    dropped: carried.dropped,
    ...(isTiles ? { tiles: { scheme: isTiles.scheme, archive: isTiles.archive } } : {}),
  };
}

function layerPlan(source: SourceTable, choice: LayerChoice): LayerPlan | undefined {
  if (choice.isLeftOut) return undefined;
  const spatialReference = source.spatialReference ?? choice.spatialReference;
  if (source.geometry && !spatialReference) throw missing(source.name);
  const columns = source.columns
    .filter(({ name }) => !choice.columns[name]?.isLeftOut)
    .map((column) => chosenColumn(column, choice));
  const table = { ...source, columns, ...(spatialReference ? { spatialReference } : {}) };
  const { symbol, displayField } = choice;
  const { style } = source;
  const isThere = columns.some(({ name }) => name === displayField);
  return {
    table,
    name: choice.name,
    ...(isThere && displayField ? { displayField } : {}),
    ...(table.geometry
      ? {
          style: drawnAsBefore(source, table, symbol, {
            ...defaultStyle({ ...table, name: choice.name }, table.geometry.kind, { symbol, displayField, style }),
          }),
        }
      : {}),
  };
}

/** The drawing of a file that was written here, unless somebody chose another symbol or left out a field that it names. */
function drawnAsBefore(
  { drawing, columns }: SourceTable,
  table: SourceTable,
  symbol: LayerChoice['symbol'],
  style: LayerStyle,
): LayerStyle {
  if (!drawing || symbol) return style;
  const { description, hasLabels } = drawing;
  const left = new Set(table.columns.map(({ name }) => name));
  const names = columns.map(({ name }) => name);
  const isWhole = neededFields(description, true, names).every((name) => left.has(name));
  return isWhole ? { ...style, drawing: description, ShowLabels: hasLabels } : style;
}

/** The plan of a layer with the columns of the tables that are joined to it. */
function withJoins(
  plan: LayerPlan,
  at: number,
  tables: readonly { readonly table: SourceTable }[],
  { layers, joins = [] }: PackageChoices,
): LayerPlan {
  let { table } = plan;
  for (const join of joins) {
    if (join.layer !== at) continue;
    const [of, choice] = [tables[join.table]!.table, layers[join.table]!];
    const layerKey = chosenKey(tables[at]!.table, join.layerKey, layers[at]!);
    const key = chosenKey(of, join.tableKey, choice);
    if (!layerKey || !key) continue;
    const columns = of.columns
      .filter(({ name }) => !choice.columns[name]?.isLeftOut)
      .map((column) => chosenColumn(column, choice));
    table = joinColumns(table, layerKey, { name: of.name, columns, key });
  }
  return { ...plan, table };
}

const missing = (name: string): ReadFault => readFault('bad-spatial-reference', 'noReference', name);

/** Nothing when one of the sides is left out. */
function relationshipPlan(
  relation: RelationChoice,
  i: number,
  plans: readonly (LayerPlan | undefined)[],
): RelationshipPlan | undefined {
  const [origin, destination] = [plans[relation.origin], plans[relation.destination]];
  if (!origin || !destination) return undefined;
  return {
    RelationshipID: i,
    forwardName: relation.name || destination.name || '',
    backwardName: origin.name ?? '',
    origin,
    destination,
    originKey: relation.originKey,
    destinationKey: relation.destinationKey,
    Cardinality: relation.isOneToOne ? 'gisRelCardinalityOneToOne' : 'gisRelCardinalityOneToMany',
    IsComposite: false,
  };
}

/**
 * Attach files to the rows of a table whose field holds their names. Each file is read once, to however many rows it belongs.
 * Where a picture field is wanted, it holds the first picture of each row.
 *
 * @throws {Fault} `too-large` when they are more than a package may be put together of
 */
async function attachFiles(
  table: SourceTable,
  { column, imageField }: Omit<AttachChoice, 'layer'>,
  files: readonly SourceFile[],
): Promise<SourceTable> {
  const by = table.columns.find(({ name }) => name === column);
  const matches = by ? matchFiles(by, files) : [];
  const requested = [...new Set(matches.map(({ file }) => file))];
  const size = requested.reduce((sum, file) => sum + sizeOf(files[file]!), 0);
  if (size > maxAttachmentsBytes)
    throw readFault('too-large', 'attachedTooLarge', maxAttachmentsBytes / 2 ** 20, Math.ceil(size / 2 ** 20));
  const bytes = new Map<number, Uint8Array>();
  for (const file of requested) bytes.set(file, await readSlice(files[file]!, 0, sizeOf(files[file]!)));
  const attachments = matches.map(({ row, file }): RowFileInput => {
    const { name } = files[file]!;
    return {
      row,
      name: name.slice(name.lastIndexOf('/') + 1).slice(-255),
      contentType: attachableTypes[endingOf(name)] ?? 'application/octet-stream',
      bytes: bytes.get(file)!,
    };
  });
  if (attachments.length === 0) return table;
  const images = new Map<number, RowFileInput>();
  for (const one of attachments) if (isPlainImage(one.contentType) && !images.has(one.row)) images.set(one.row, one);
  if (imageField === undefined || images.size === 0) return { ...table, attachments };
  const field = { name: freeName(table), alias: imageField, files: [...images.values()] };
  return { ...table, attachments, rasterFields: [...(table.rasterFields ?? []), field] };
}

function freeName({ columns, rasterFields = [] }: SourceTable): string {
  const taken = new Set([...columns, ...rasterFields].map(({ name }) => name.toUpperCase()));
  let name = 'PICTURE';
  for (let i = 1; taken.has(name); i++) name = `PICTURE_${i}`;
  return name;
}
