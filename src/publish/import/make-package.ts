import { readFault } from '../../../sw/formats/reading/diagnostic.ts';
import type { SourceRaster } from '../../../sw/formats/reading/source-raster.ts';
import { readSlice, type SourceFile, type SourceTable, sizeOf } from '../../../sw/formats/reading/source-table.ts';
import type { MapTiles } from '../../../sw/formats/tiles/tile-pyramid.ts';
import type { RowFileInput } from '../../../sw/rows/write/table-input.ts';
import { packToSend } from '../../../sw/service/package.ts';
import { attachableTypes, fileExtension, isPlainImage, maxAttachmentsBytes } from './attachments/attachable.ts';
import { matchFiles } from './attachments/match-files.ts';
import { buildService, tableKey } from './build-service.ts';
import { carryOver } from './carry-over.ts';
import { applyColumnChoices, findKeyColumn } from './columns/chosen-column.ts';
import {
  type Decided,
  type DecidedAttachments,
  type DecidedLayer,
  isRaster,
  type LayerStyle,
  type LayerToBuild,
} from './decided.ts';
import { joinColumns } from './joins.ts';
import { findNeededFields } from './needed-fields.ts';
import { rasterStyle } from './raster/raster-style.ts';
import { type ImageCodec, writePyramid, writeRaster } from './raster/raster-tiles.ts';
import type { ReadFiles } from './read-layer.ts';
import { defaultStyle } from './style.ts';

export type PublishStage = 'reading' | 'building' | 'packing' | 'sending';

interface PackageOptions {
  readonly onProgress?: (stage: PublishStage, share: number) => void;
  readonly signal?: AbortSignal;
}

export interface MadePackage {
  readonly name: string;
  readonly package: Blob;
  /** Names of layers and fields with settings that the new data can't use. */
  readonly dropped: readonly string[];
  /** Tiles for the map cache; present only if the map has nothing else. */
  readonly tiles?: MapTiles;
}

/**
 * Build the package of one service from the files that were read and the settings.
 *
 * @throws {Fault} `bad-spatial-reference` if neither the file nor the user sets one; also faults of `buildService` and
 * `writeRaster`
 */
export async function makePackage(
  { layers: read, beside }: ReadFiles,
  decided: Decided,
  { encodeImage }: Pick<ImageCodec, 'encodeImage'>,
  { onProgress, signal }: PackageOptions = {},
): Promise<MadePackage> {
  const { name, title, folder, description, attach } = decided;
  const tables = await Promise.all(
    read.map(({ table }, index) =>
      table && attach?.layer === index && !decided.layers[index]!.isLeftOut
        ? attachFiles(table, attach, beside)
        : table,
    ),
  );
  const rasters = read.filter(({ raster }, index) => raster && !decided.layers[index]!.isLeftOut);
  const onRaster = (index: number) => (share: number) =>
    onProgress?.('building', ((rasters.indexOf(read[index]!) + share) / rasters.length) * 0.9);
  const made: (LayerToBuild | undefined)[] = [];
  for (const [index, layer] of read.entries()) {
    const choice = decided.layers[index]!;
    const spatialReference = layer.spatialReference ?? choice.spatialReference;
    if (choice.isLeftOut) made.push(undefined);
    else if (layer.geometry !== 'none' && !spatialReference)
      throw readFault('bad-spatial-reference', 'noReference', layer.name);
    else if (layer.raster) {
      const key = tableKey(`${layer.name}_${rasters.indexOf(layer) + 1}`, 0, []);
      const options = { key, encodeImage, onProgress: onRaster(index), signal };
      made.push(await rasterToBuild({ ...layer.raster, spatialReference }, choice, options));
    } else made.push(withJoins(tableToBuild({ ...tables[index]!, spatialReference }, choice), index, tables, decided));
  }
  signal?.throwIfAborted();
  const order = inDrawingOrder(made);
  const [only] = order.length === 1 ? rasters : [];
  const { shown, pyramid } = only?.raster ?? {};
  const { definition, files } = buildService(
    {
      ...{ name, title: title.trim(), description },
      layers: order.map((index) => made[index]!),
      relations: decided.relations.map((relation) => ({
        ...relation,
        origin: order.indexOf(relation.origin),
        destination: order.indexOf(relation.destination),
      })),
      extent: shown,
      fullExtent: shown,
    },
    (share) => onProgress?.('building', share),
  );
  signal?.throwIfAborted();
  onProgress?.('packing', 0);
  const placed = {
    ...definition,
    folder: folder || undefined,
    // Catalogs show this as the description.
    document: { ...definition.document, Comments: description },
  };
  const carried = decided.replaces ? carryOver(placed, decided.replaces) : { definition: placed, dropped: [] };
  const packed = packToSend(carried.definition, files);
  onProgress?.('packing', 1);
  return {
    name,
    package: packed,
    dropped: carried.dropped,
    tiles: pyramid && { scheme: pyramid.scheme, archive: pyramid.archive },
  };
}

/** Return the indices of the existing layers: points on top, then lines, then polygons, so that nothing is hidden. */
function inDrawingOrder(layers: readonly (LayerToBuild | undefined)[]): number[] {
  const rank = { point: 0, multipoint: 0, polyline: 1, polygon: 2 } as const;
  const of = (index: number): number => {
    const { content } = layers[index]!;
    return !isRaster(content) && content.geometry ? rank[content.geometry.kind] : 3;
  };
  return [...layers.keys()].filter((index) => layers[index]).sort((a, b) => of(a) - of(b));
}

async function rasterToBuild(
  source: SourceRaster,
  choice: DecidedLayer,
  options: Parameters<typeof writePyramid>[2] & Parameters<typeof writeRaster>[1],
): Promise<LayerToBuild> {
  const { pyramid } = source;
  const content = pyramid ? await writePyramid(source, pyramid, options) : await writeRaster(source, options);
  return { name: choice.name.trim(), content, rasterDrawing: rasterStyle(source, content.manifest) };
}

function tableToBuild(source: SourceTable, { name: typed, columns, symbol, displayField }: DecidedLayer): LayerToBuild {
  const name = typed.trim();
  const content = { ...source, columns: applyColumnChoices(source, columns) };
  const isThere = content.columns.some((column) => column.name === displayField);
  return {
    ...{ content, name, displayField: isThere ? displayField : undefined },
    style:
      source.geometry &&
      carryDrawing(
        source,
        content,
        symbol,
        defaultStyle({ ...content, name }, source.geometry.kind, { symbol, displayField }),
      ),
  };
}

/**
 * Return the style with the drawing of a file exported by this app. The style is unchanged if there is no drawing, or
 * if the user chose another symbol or left out a field of the drawing.
 */
function carryDrawing(
  { drawing, columns }: SourceTable,
  table: SourceTable,
  symbol: DecidedLayer['symbol'],
  style: LayerStyle,
): LayerStyle {
  if (!drawing || symbol) return style;
  const { description, hasLabels } = drawing;
  const columnNames = new Set(table.columns.map(({ name }) => name));
  const names = columns.map(({ name }) => name);
  const isWhole = findNeededFields(description, true, names).every((name) => columnNames.has(name));
  return isWhole ? { ...style, drawing: description, ShowLabels: hasLabels } : style;
}

/** Add the columns of joined tables to a layer. */
function withJoins(
  layer: LayerToBuild,
  index: number,
  tables: readonly (SourceTable | undefined)[],
  { layers, joins }: Decided,
): LayerToBuild {
  let content = layer.content as SourceTable;
  for (const join of joins) {
    if (join.layer !== index) continue;
    const [of, { columns }] = [tables[join.table]!, layers[join.table]!];
    const layerKey = findKeyColumn(tables[index]!, join.layerKey, layers[index]!.columns);
    const key = findKeyColumn(of, join.tableKey, columns);
    if (layerKey && key)
      content = joinColumns(content, layerKey, { name: of.name, columns: applyColumnChoices(of, columns), key });
  }
  return { ...layer, content };
}

/**
 * Attach files to the rows of a table by the field with their names. Each file is read once, even if several rows use
 * it. The image field, if requested, stores the first image of each row.
 *
 * @throws {Fault} `too-large` if the files exceed the limit of a package
 */
async function attachFiles(
  table: SourceTable,
  { column, imageField }: DecidedAttachments,
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
      contentType: attachableTypes[fileExtension(name)] ?? 'application/octet-stream',
      bytes: bytes.get(file)!,
    };
  });
  if (attachments.length === 0) return table;
  const images = new Map<number, RowFileInput>();
  for (const attachment of attachments)
    if (isPlainImage(attachment.contentType) && !images.has(attachment.row)) images.set(attachment.row, attachment);
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
