import type { Budget } from '../../contract/budget.ts';
import { reasonOf, type Value } from '../../contract/index.ts';
import { collectShapes } from '../reading/collect-shapes.ts';
import { diagnostic, readFault } from '../reading/diagnostic.ts';
import { fieldName } from '../reading/field-names.ts';
import { type ByteSource, makeFileSource } from '../reading/range-reader.ts';
import { readBudget } from '../reading/read-budget.ts';
import { type Diagnostic, ReadFault } from '../reading/read-fault.ts';
import { chordTolerance } from '../reading/shapes/chords.ts';
import { type Reader, type SourceFile, stem } from '../reading/source-table.ts';
import { fromName, fromWkid, fromWkt } from '../reading/spatial-reference.ts';
import { makePartTables } from '../reading/tables-of-parts.ts';
import { type RawColumn, toTypedColumn } from '../reading/typed-column.ts';
import { featureAt, readFlatGeobufShape, readValues } from './features.ts';
import { type FlatGeobufHeader, type FlatGeobufType, readFlatGeobufHeader } from './header.ts';

/** Bytes of the file to read at a time. */
const blockBytes = 4 * 2 ** 20;

/** Column types as a GeoPackage would declare them. */
const declaredTypes: Readonly<Record<Exclude<FlatGeobufType, 'binary'>, string>> = {
  bool: 'BOOLEAN',
  byte: 'TINYINT',
  ubyte: 'SMALLINT',
  short: 'SMALLINT',
  ushort: 'MEDIUMINT',
  int: 'INTEGER',
  uint: 'INTEGER',
  long: 'INTEGER',
  ulong: 'INTEGER',
  float: 'DOUBLE',
  double: 'DOUBLE',
  string: 'TEXT',
  json: 'TEXT',
  datetime: 'DATETIME',
};

/**
 * Read a FlatGeobuf file of version 3, with or without an index: a layer for each kind of geometry, or a plain table.
 *
 * @throws {Fault} `bad-package` when the file isn't FlatGeobuf, is damaged or ends early; `too-large` when the budget
 *   is used up
 */
export const readFlatGeobuf: Reader = async (file, onProgress, signal) => {
  const source = makeFileSource(file.bytes);
  const budget = readBudget(file);
  const header = await readHeader(file, source, budget);
  // The JavaScript library names every file L1.
  const name = header.title || header.name.replace(/^L1$/, '') || stem(file.name);
  const location = diagnostic('inFile', file.name, diagnostic('dataTable', name));
  const notes: Diagnostic[] = [];
  const binary = header.columns.filter(({ type }) => type === 'binary');
  if (binary.length > 0) notes.push(diagnostic('binaryLeftOut', binary.map(({ name }) => name).join(', ')));
  const taken = new Set<string>();
  const raws = header.columns.map(({ name, title, type }): RawColumn | undefined =>
    type === 'binary'
      ? undefined
      : {
          name: fieldName(name, taken),
          alias: title || name,
          original: name,
          declared: declaredTypes[type],
          values: [],
        },
  );
  const shapes = collectShapes(undefined);
  const reference = readReference(header);
  const options = { geometryType: header.geometryType, tolerance: chordTolerance(reference), budget };
  let rowCount = 0;
  for await (const { bytes, share } of readFeatures(file, source, header)) {
    signal?.throwIfAborted();
    const row = rowCount++;
    budget.take('cells', raws.length);
    const location = () => diagnostic('inFile', file.name, diagnostic('numberedFeature', row + 1));
    try {
      const feature = featureAt(bytes, 0);
      readValues(feature, header.columns, (number, value) => {
        const values = raws[number]?.values;
        if (!values || value instanceof Uint8Array) return;
        while (values.length < row) values.push(null);
        values[row] = typeof value === 'number' && !Number.isFinite(value) ? null : value;
      });
      shapes.add(() => readFlatGeobufShape(feature, options), String(row + 1), location);
    } catch (error) {
      if (error instanceof ReadFault) throw error;
      throw readFault('bad-package', 'damaged', location(), reasonOf(error));
    }
    if (share !== undefined) onProgress?.(share);
  }
  const present = raws.filter((raw) => raw !== undefined);
  for (const { values } of present) while (values.length < rowCount) values.push(null);
  const columns = present.map((raw) => toTypedColumn(raw, location, notes));
  const parts = shapes.finish();
  if (header.crs && !reference && parts.length > 0)
    notes.push(diagnostic('namedReferenceUnread', header.crs.codeText || `${header.crs.org} ${header.crs.code}`));
  onProgress?.(1);
  return makePartTables({ name, description: header.description.slice(0, 500) || undefined }, parts, {
    rowCount,
    columns,
    notes,
    spatialReference: reference,
  });
};

async function readHeader(file: SourceFile, source: ByteSource, budget: Budget): Promise<FlatGeobufHeader> {
  try {
    return await readFlatGeobufHeader(source, budget);
  } catch (error) {
    if (error instanceof ReadFault) throw error;
    throw readFault(
      'bad-package',
      'formatExpected',
      file.name,
      'FlatGeobuf',
      reasonOf(error).replace(/^FlatGeobuf:? /, ''),
    );
  }
}

interface FeatureBytes {
  /** Bytes of the feature, including the four bytes of its length. */
  readonly bytes: Uint8Array;
  /** Share of the file that has been read; only set once per block. */
  readonly share?: number;
}

/** Yield one feature after the other, with one block of the file in memory. */
async function* readFeatures(
  file: SourceFile,
  source: ByteSource,
  header: FlatGeobufHeader,
): AsyncGenerator<FeatureBytes> {
  const end = source.sizeBytes;
  const { featureCount } = header;
  let block = new Uint8Array();
  let blockAt = header.featuresStart;
  let count = 0;
  for (let offset = header.featuresStart; featureCount === 0 ? offset < end : count < featureCount; count++) {
    const load = async (bytes: number): Promise<void> => {
      if (offset + bytes > end)
        throw readFault('bad-package', 'featuresCut', file.name, count + 1, offset + bytes, end);
      block = await source.read(offset, Math.min(end - offset, Math.max(blockBytes, bytes)));
      blockAt = offset;
    };
    let share: number | undefined;
    if (offset + 4 > blockAt + block.length) {
      await load(4);
      share = offset / end;
    }
    const { buffer, byteOffset } = block;
    const length = 4 + new DataView(buffer, byteOffset).getUint32(offset - blockAt, true);
    if (offset + length > blockAt + block.length) await load(length);
    yield {
      bytes: block.subarray(offset - blockAt, offset - blockAt + length),
      share,
    };
    offset += length;
  }
}

/** Return the CRS. The code takes precedence over the WKT, because writers store both. */
function readReference({ crs }: FlatGeobufHeader): Value<'SpatialReference'> | undefined {
  if (!crs) return undefined;
  const isRegistered = crs.org === '' || /^(?:EPSG|ESRI)$/i.test(crs.org);
  if (isRegistered && crs.code > 0) return fromWkid(crs.code);
  return (crs.wkt ? fromWkt(crs.wkt) : undefined) ?? fromName(`${crs.org}:${crs.codeText}`);
}
