import type { Value } from '../../../../sw/contract/index.ts';
import { transformation } from '../../../../sw/geometry/project.ts';
import { coveringExtent } from '../../../../sw/geometry/project-extent.ts';
import { createBatchCache } from '../../../../sw/rows/batch-cache.ts';
import { openTable } from '../../../../sw/rows/open-table.ts';
import { scan } from '../../../../sw/rows/scan.ts';
import type { Table } from '../../../../sw/rows/table.ts';
import { readCondition } from '../../../../sw/rows/where/bind.ts';
import { absentLayer } from '../../../../sw/service/absent-layer.ts';
import type { LayerDefinition, ServiceDefinition } from '../../../../sw/service/definition.ts';
import type { ServicePackage } from '../../../../sw/service/package.ts';
import { findNeededFields } from '../../../publish/import/needed-fields.ts';
import type { ShareChoices } from './share-choices.ts';
import { shareRaster } from './shared-raster.ts';
import { writeRows } from './shared-rows.ts';

interface SharedBackground {
  readonly definition: ServiceDefinition;
  readonly files: ReadonlyMap<string, Blob>;
  readonly letters: ReadonlySet<string>;
}

/** Limits that keep a background small: it has less detail than its service. */
const maximumVertices = 70_000;
const maximumPoints = 2500;
const maximumRasterBytes = 3e6;
const pointScale = 30_000_000;

/**
 * Copy the background of a shared map around the initial extent. It has the visible layers with the fields of their
 * drawing, in the finest detail within the limits.
 */
export async function shareBackground(
  { definition, files }: ServicePackage,
  { backgroundMap, extent, reference, isViewOnly }: ShareChoices,
): Promise<SharedBackground> {
  const [map] = definition.maps;
  const copied = new Map<string, Blob>();
  const letters = new Set<string>();
  const tables: Record<string, ServiceDefinition['tables'][string]> = {};
  const rasters: Record<string, NonNullable<ServiceDefinition['rasters']>[string]> = {};
  const layers: LayerDefinition[] = [];
  for (const layer of map!.layers) {
    const described = backgroundMap!.light.LayerDescriptions?.find(({ LayerID }) => LayerID === layer.LayerID);
    const isShown = described ? described.Visible : layer.Visible && !backgroundMap!.light.LayerDescriptions;
    const name = `background-${layer.LayerID}`;
    if (isShown && layer.raster !== undefined) {
      const raster = await shareRaster(
        definition.rasters![layer.raster]!,
        files,
        { isViewOnly, extent, reference },
        { name, drawing: undefined, maximumBytes: maximumRasterBytes },
      );
      for (const [file, content] of raster?.files ?? []) copied.set(file, content);
      if (raster) rasters[name] = raster.manifest;
      layers.push(raster ? { ...layer, raster: name } : absentLayer(layer.LayerID, layer.Name));
    } else if (isShown && layer.table !== undefined) {
      const table = openStored(definition.tables[layer.table]!, files);
      const drawing = described?.DrawingDescription as Value<'FeatureLayerDrawingDescription'> | undefined;
      const fields = findNeededFields(
        drawing ?? layer.drawing,
        true,
        table.manifest.fields.map(({ Name }) => Name),
      );
      const rows = await rowsAround(table, layer, { extent, reference }, fields);
      const written = await writeRows(table, rows, {
        name,
        fields,
        hasAttachments: false,
        level: await chooseLevel(table, rows),
      });
      for (const [file, bytes] of written.files) copied.set(file, new Blob([bytes as Uint8Array<ArrayBuffer>]));
      for (const letter of written.letters) letters.add(letter);
      tables[name] = written.manifest;
      const { presentation: _, time: __, DisplayField: ___, ...rest } = layer;
      // At small scales, many points would clutter the map.
      const MinScale = table.manifest.geometry === 'point' && !layer.MinScale ? pointScale : layer.MinScale;
      layers.push({ ...rest, table: name, DefinitionExpression: '', MinScale });
    } else layers.push(absentLayer(layer.LayerID, layer.Name));
  }
  return {
    definition: {
      ...definition,
      maps: [{ ...map!, layers, standaloneTables: [], relationships: [], bookmarks: [] }],
      tables,
      rasters,
    },
    files: copied,
    letters,
  };
}

/**
 * Select the rows around the initial extent, with a margin of its size on each side. If there are too many points, keep
 * those with the largest values of the first numeric field of the drawing.
 */
async function rowsAround(
  table: Table,
  layer: LayerDefinition,
  { extent: [xmin, ymin, xmax, ymax], reference }: Pick<ShareChoices, 'extent' | 'reference'>,
  fields: readonly string[],
): Promise<Uint32Array> {
  const { manifest } = table;
  const [width, height] = [xmax - xmin, ymax - ymin];
  const around = [xmin - width, ymin - height, xmax + width, ymax + height] as const;
  const toStored = transformation(reference, manifest.spatialReference);
  const where = [
    readCondition(layer.DefinitionExpression, manifest.fields, `filter of layer "${layer.Name}"`, 0) ?? [],
  ].flat();
  const rows = await scan(table, { where, extent: toStored ? coveringExtent(around, toStored) : around });
  const measure = manifest.fields.find(({ Name, Type }) => fields.includes(Name) && /Integer|Double|Single/.test(Type));
  if (manifest.geometry !== 'point' || rows.length <= maximumPoints || !measure) return rows;
  const sizes = new Map<number, number>();
  for (const [index, { firstRow, rowCount }] of manifest.batches.entries()) {
    const column = (await table.attributes(index)).columns.get(measure.Name)!;
    for (let row = 0; row < rowCount; row++)
      sizes.set(firstRow + row, column.nulls?.[row] ? 0 : (column.values[row] as number));
  }
  return rows
    .sort((a, b) => sizes.get(b)! - sizes.get(a)!)
    .slice(0, maximumPoints)
    .sort();
}

/** Return the finest level at which the rows are within the vertex limit. */
async function chooseLevel({ manifest }: Table, rows: Uint32Array): Promise<number> {
  const share = rows.length / Math.max(1, manifest.rowCount);
  const level = manifest.levels.findIndex(({ vertexCount }) => vertexCount * share <= maximumVertices);
  return level < 0 ? Math.max(0, manifest.levels.length - 1) : level;
}

/** Open a table in the files of its package. */
export function openStored(manifest: ServiceDefinition['tables'][string], files: ReadonlyMap<string, Blob>): Table {
  const read = (file: string, offset: number, length: number) => {
    const blob = files.get(file)!;
    return blob.slice(offset, Math.min(offset + length, blob.size)).arrayBuffer();
  };
  return openTable(manifest, read, createBatchCache());
}
