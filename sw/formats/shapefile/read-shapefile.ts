import { XMLParser } from 'fast-xml-parser';
import type { Value } from '../../contract/index.ts';
import { diagnostic, readFault } from '../reading/diagnostic.ts';
import { plainText } from '../reading/plain-text.ts';
import { readBudget } from '../reading/read-budget.ts';
import { decodeText } from '../reading/read-text.ts';
import { type Reader, type SourceColumn, type SourceTable, stem } from '../reading/source-table.ts';
import { fromWkt } from '../reading/spatial-reference.ts';
import { unzipFile } from '../reading/unzip.ts';
import { parseCpgEncoding, readDbf } from './dbf.ts';
import { readShp } from './shp.ts';

const requested = /\.(?:shp|shx|dbf|prj|cpg|shp\.xml)$/i;

/**
 * Read all shapefiles of a zip in alphabetical order. A .dbf without a .shp is a plain table.
 *
 * @throws {Fault} `bad-package` when the zip has no shapefile or a part is damaged
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

/** Read one shapefile from its parts, which are requested by lower-case ending. */
export function readLayer(part: Part): SourceTable {
  const shp = part('.shp');
  const dbf = part('.dbf');
  const name = stem((shp ?? dbf)!.name);
  const cpg = part('.cpg');
  const encoding = cpg && parseCpgEncoding(decodeText(cpg.bytes).text);
  // Limit the cells and vertices, because fields may have no width, and an index may use one record for all rows.
  const attributes = dbf && readDbf(dbf, readBudget(dbf), encoding);
  const xml = part('.shp.xml');
  const metadata: ShapeMetadata = xml ? shapeMetadata(xml.bytes) : { aliases: new Map() };
  const described = metadata.description === undefined ? {} : { description: metadata.description };
  const notes = [...(attributes?.notes ?? [])];
  const makeColumns = (rowCount: number): SourceColumn[] =>
    (attributes?.columns ?? []).map((column) => ({
      ...column,
      alias: metadata.aliases.get(column.alias.toLowerCase()) ?? column.alias,
      values: column.values.slice(0, rowCount),
    }));
  if (!shp)
    return { name, ...described, rowCount: attributes!.rowCount, columns: makeColumns(attributes!.rowCount), notes };
  const records = attributes && attributes.rowCount + attributes.deleted.length;
  const { starts, isRepaired } = shapeRecords(shp.name, shp.bytes, part('.shx')?.bytes, records);
  if (isRepaired) notes.push(diagnostic('indexRepaired'));
  // Like GDAL, drop surplus records of either file.
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
    columns: makeColumns(paired - deleted.length),
    geometry: shapes.geometry,
    spatialReference,
    notes: [...notes, ...shapes.notes],
  };
}

const maxMetadataBytes = 8 << 20;
const maxMetadataDepth = 100;

interface ShapeMetadata {
  /** Alias of a field by its lower-case name. */
  readonly aliases: ReadonlyMap<string, string>;
  /** The abstract, without markup. */
  readonly description?: string | undefined;
}

/**
 * Read field aliases and the abstract from the metadata of a shapefile (.shp.xml, Esri and FGDC forms). Metadata is
 * optional: if the text isn't XML, declares entities or is larger than 8 MB, it's ignored.
 */
function shapeMetadata(bytes: Uint8Array): ShapeMetadata {
  const aliases = new Map<string, string>();
  let description = '';
  const collect = (name: string, value: unknown, depth: number): void => {
    if (Array.isArray(value)) for (const item of value) collect(name, item, depth);
    else if (typeof value === 'string' && (name === 'idAbs' || name === 'abstract'))
      description ||= plainText(value).replace(/\s+/g, ' ');
    else if (typeof value === 'object' && value !== null && depth < maxMetadataDepth) {
      const { attrlabl, attalias } = value as { attrlabl?: unknown; attalias?: unknown };
      // An element with children or siblings of its name isn't a string.
      const [label, alias] = [attrlabl, attalias].map((text) => (typeof text === 'string' ? text.trim() : ''));
      if (name === 'attr' && label && alias) aliases.set(label.toLowerCase(), alias);
      for (const [member, content] of Object.entries(value)) collect(member, content, depth + 1);
    }
  };
  const { text } = decodeText(bytes);
  if (bytes.length > maxMetadataBytes || /<!ENTITY/i.test(text)) return { aliases };
  try {
    collect('', new XMLParser({ ignoreAttributes: true, parseTagValue: false, processEntities: true }).parse(text), 0);
  } catch {
    // Read the rows without metadata.
  }
  return { aliases, description: description.slice(0, 500) || undefined };
}

/** Offsets of the records of a .shp, in the order of the table. */
interface ShapeRecords {
  /** Offsets of the record headers in bytes; 0 for a null shape without a record. */
  readonly starts: readonly number[];
  /** Whether the records were searched in the .shp, because of gaps or a broken .shx. */
  readonly isRepaired: boolean;
}

/** Bytes of the header of a .shp and a .shx. */
const headerBytes = 100;
const fileCode = 9994;
/** Null, point, line, polygon and multipoint; the last four also with heights and measures. */
const shapeTypes = new Set([0, 1, 3, 5, 8, 11, 13, 15, 18, 21, 23, 25, 28]);

/**
 * Find the records of a .shp by its index, because they may be in any order and with gaps. If the index is missing or
 * broken, search the .shp.
 *
 * @param rows number of rows in the table, if there is one; if the index has another count, a search that finds this
 *   count is preferred
 * @throws {Fault} `bad-package` when the search finds a record that is cut off
 * @see ESRI Shapefile Technical Description, 1998, "Organization of the Index File"
 */
function shapeRecords(name: string, shp: Uint8Array, shx?: Uint8Array, rows?: number): ShapeRecords {
  const listed = shx && readRecordIndex(shp, shx);
  if (listed && (rows === undefined || rows === listed.length)) return { starts: listed, isRepaired: false };
  if (!listed) {
    const { starts, hasGaps } = scanRecords(name, shp, rows);
    return { starts, isRepaired: hasGaps || shx !== undefined };
  }
  try {
    const { starts } = scanRecords(name, shp, rows);
    if (starts.length === rows) return { starts, isRepaired: true };
  } catch {
    // The index may avoid the damage that the search found.
  }
  return { starts: listed, isRepaired: false };
}

/** Return the records that an index lists; undefined if it's broken. */
function readRecordIndex(shp: Uint8Array, shx: Uint8Array): number[] | undefined {
  const [index, shapes] = [toDataView(shx), toDataView(shp)];
  if (shx.length < headerBytes || index.getInt32(0) !== fileCode || index.getInt32(24) * 2 > shx.length)
    return undefined;
  const starts: number[] = [];
  for (let offset = headerBytes; offset + 8 <= index.getInt32(24) * 2; offset += 8) {
    const start = index.getInt32(offset) * 2;
    const isNull = start === 0 && index.getInt32(offset + 4) === 0;
    if (!isNull && !(start >= headerBytes && hasShape(shapes, start))) return undefined;
    starts.push(start);
  }
  return starts;
}

const hasShape = (shapes: DataView, start: number): boolean =>
  start + 12 <= shapes.byteLength && shapeTypes.has(shapes.getInt32(start + 8, true));

/** Find records in file order and skip other bytes between them. */
function scanRecords(name: string, shp: Uint8Array, rows: number | undefined) {
  const shapes = toDataView(shp);
  const starts: number[] = [];
  const byNumber = new Map<number, number>();
  let isAfterRecord = true;
  let hasGaps = false;
  let expected = headerBytes;
  for (let offset = headerBytes; offset + 12 <= shp.length; ) {
    const [number, length, type] = [
      shapes.getInt32(offset),
      shapes.getInt32(offset + 4) * 2,
      shapes.getInt32(offset + 8, true),
    ];
    // Some writers declare a longer null shape than they write.
    const end: number = offset + 8 + (type === 0 ? 4 : length);
    const isRecord: boolean =
      length >= 4 &&
      hasShape(shapes, offset) &&
      (isAfterRecord ? number >= 0 : isPlausibleRecord(number, length, type));
    if (isRecord && isAfterRecord && end > shp.length) {
      const location = diagnostic('inFile', name, diagnostic('record', starts.length + 1));
      throw readFault('bad-package', 'bytesLeft', location, length, shp.length - offset - 8);
    }
    isAfterRecord = isRecord && end <= shp.length;
    if (isAfterRecord) {
      hasGaps ||= offset > expected;
      expected = end;
      starts.push(offset);
      byNumber.set(number, offset);
    }
    offset = isAfterRecord ? end : offset + 2;
  }
  const declared = shp.length < headerBytes ? 0 : shapes.getInt32(24) * 2;
  if (declared > shp.length)
    throw readFault('bad-package', 'recordMissing', name, declared, shp.length, starts.length + 1);
  // Some writers append a changed record at the end under the same number.
  if (starts.length === rows || byNumber.size !== rows) return { starts, hasGaps };
  return { starts: [...byNumber].sort(([a], [b]) => a - b).map(([, start]) => start), hasGaps: true };
}

/** Check whether bytes after a gap are a record, because remains of removed records may look like one. */
const isPlausibleRecord = (number: number, length: number, type: number): boolean =>
  number > 0 && (type === 0 ? length === 4 : length >= 20);

const toDataView = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
