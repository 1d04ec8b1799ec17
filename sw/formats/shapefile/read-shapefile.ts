import type { Value } from '../../contract/index.ts';
import { diagnostic, readFault } from '../reading/diagnostic.ts';
import { readBudget } from '../reading/read-budget.ts';
import { decodeText } from '../reading/read-text.ts';
import { type Reader, type SourceColumn, type SourceTable, stem } from '../reading/source-table.ts';
import { fromWkt } from '../reading/spatial-reference.ts';
import { unzipFile } from '../reading/unzip.ts';
import { encodingOfCpg, readDbf } from './dbf.ts';
import { type ShapeMetadata, shapeMetadata } from './shape-metadata.ts';
import { shapeRecords } from './shape-records.ts';
import { readShp } from './shp.ts';

const requested = /\.(?:shp|shx|dbf|prj|cpg|shp\.xml)$/i;

/**
 * Read every shapefile of a zip, in alphabetical order; a .dbf without .shp is a plain table.
 *
 * @throws {Fault} `bad-package` when the zip has none, or a part is damaged
 */
export const readShapefile: Reader = async (file, onProgress, signal) => {
  const files = await unzipFile(
    file,
    (name) => requested.test(name),
    (share) => onProgress?.(share * 0.6),
    signal,
  );
  const byName = new Map([...files].map(([name, bytes]) => [name.toLowerCase(), { name, bytes }]));
  const bases = [...byName.keys()].filter((name) => /\.(?:shp|dbf)$/.test(name)).map((name) => name.slice(0, -4));
  const layers = [...new Set(bases)].sort();
  if (layers.length === 0) throw readFault('bad-package', 'noShapefile', file.name);
  return layers.map((base, index) => {
    signal?.throwIfAborted();
    const table = readLayer((ending) => byName.get(`${base}${ending}`));
    onProgress?.(0.6 + (0.4 * (index + 1)) / layers.length);
    return table;
  });
};

type Part = (ending: string) => { readonly name: string; readonly bytes: Uint8Array } | undefined;

/** Read one shapefile from its parts, asked for by lower-case ending. */
export function readLayer(part: Part): SourceTable {
  const shp = part('.shp');
  const dbf = part('.dbf');
  const name = stem((shp ?? dbf)!.name);
  const cpg = part('.cpg');
  const encoding = cpg && encodingOfCpg(decodeText(cpg.bytes).text);
  // Fields may have no width, and an index may name one shape for all rows.
  const attributes = dbf && readDbf(dbf, readBudget(dbf), encoding);
  const xml = part('.shp.xml');
  const metadata: ShapeMetadata = xml ? shapeMetadata(xml.bytes) : { aliases: new Map() };
  const described = metadata.description === undefined ? {} : { description: metadata.description };
  const notes = [...(attributes?.notes ?? [])];
  const columnsOf = (rowCount: number): SourceColumn[] =>
    (attributes?.columns ?? []).map((column) => ({
      ...column,
      alias: metadata.aliases.get(column.alias.toLowerCase()) ?? column.alias,
      values: column.values.slice(0, rowCount),
    }));
  if (!shp)
    return { name, ...described, rowCount: attributes!.rowCount, columns: columnsOf(attributes!.rowCount), notes };
  const records = attributes && attributes.rowCount + attributes.deleted.length;
  const { starts, isRepaired } = shapeRecords(shp.name, shp.bytes, part('.shx')?.bytes, records);
  if (isRepaired) notes.push(diagnostic('indexRepaired'));
  // As GDAL does: what only one of the files has is left out.
  const paired = Math.min(records ?? starts.length, starts.length);
  if (records !== undefined && records !== starts.length)
    notes.push(diagnostic('countsDiffer', starts.length, records));
  const deleted = (attributes?.deleted ?? []).filter((record) => record < paired);
  const shapes = readShp(shp, starts.slice(0, paired), readBudget(shp), new Set(deleted));
  if (!attributes) notes.push(diagnostic('noTable'));
  if (deleted.length > 0) notes.push(diagnostic('deletedLeftOut', deleted.length));
  const prj = part('.prj');
  const spatialReference: Value<'SpatialReference'> | undefined = prj && fromWkt(decodeText(prj.bytes).text);
  if (prj && !spatialReference) notes.push(diagnostic('badProjection'));
  return {
    name,
    ...described,
    rowCount: paired - deleted.length,
    columns: columnsOf(paired - deleted.length),
    geometry: shapes.geometry,
    ...(spatialReference ? { spatialReference } : {}),
    notes: [...notes, ...shapes.notes],
  };
}
