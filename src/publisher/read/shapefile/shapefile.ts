import type { Value } from '../../../../sw/contract/index.ts';
import { diagnostic, readFault } from '../../diagnostic.ts';
import { type Reader, type SourceTable, stem } from '../../source-table.ts';
import { decodeText } from '../read-text.ts';
import { fromWkt } from '../spatial-reference.ts';
import { unzipFile } from '../unzip.ts';
import { encodingOfCpg, readDbf } from './dbf.ts';
import { type ShapeMetadata, shapeMetadata } from './shape-metadata.ts';
import { readShp } from './shp.ts';

const requested = /\.(?:shp|dbf|prj|cpg|shp\.xml)$/i;

/**
 * Read every shapefile of a zip, in alphabetical order; a .dbf without .shp is a plain table.
 *
 * @throws {Fault} `bad-package` when the zip has none, a part is damaged or the numbers of shapes and records differ
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
    const table = readLayer(base, (ending) => byName.get(`${base}${ending}`));
    onProgress?.(0.6 + (0.4 * (index + 1)) / layers.length);
    return table;
  });
};

type Part = (ending: string) => { readonly name: string; readonly bytes: Uint8Array } | undefined;

/** Read one shapefile from its parts, asked for by lower-case ending. */
export function readLayer(base: string, part: Part): SourceTable {
  const shp = part('.shp');
  const dbf = part('.dbf');
  const name = stem((shp ?? dbf)!.name);
  const cpg = part('.cpg');
  const encoding = cpg && encodingOfCpg(decodeText(cpg.bytes).text);
  const attributes = dbf ? readDbf(dbf.name, dbf.bytes, encoding) : undefined;
  const xml = part('.shp.xml');
  const metadata: ShapeMetadata = xml ? shapeMetadata(xml.bytes) : { aliases: new Map() };
  const columns = (attributes?.columns ?? []).map((column) => ({
    ...column,
    alias: metadata.aliases.get(column.alias.toLowerCase()) ?? column.alias,
  }));
  const described = metadata.description === undefined ? {} : { description: metadata.description };
  const notes = [...(attributes?.notes ?? [])];
  if (!shp) return { name, ...described, rowCount: attributes!.rowCount, columns, notes };
  const shapes = readShp(shp.name, shp.bytes, new Set(attributes?.deleted));
  const records = attributes ? attributes.rowCount + attributes.deleted.length : shapes.recordCount;
  if (records !== shapes.recordCount) {
    throw readFault('bad-package', 'countsDiffer', base, shapes.recordCount, records);
  }
  if (!attributes) notes.push(diagnostic('noTable'));
  if (attributes && attributes.deleted.length > 0) notes.push(diagnostic('deletedLeftOut', attributes.deleted.length));
  const prj = part('.prj');
  const spatialReference: Value<'SpatialReference'> | undefined = prj && fromWkt(decodeText(prj.bytes).text);
  if (prj && !spatialReference) notes.push(diagnostic('badProjection'));
  return {
    name,
    ...described,
    rowCount: shapes.geometry.featureOffsets.length - 1,
    columns,
    geometry: shapes.geometry,
    ...(spatialReference ? { spatialReference } : {}),
    notes: [...notes, ...shapes.notes],
  };
}
