import { duplicate } from '../../contract/index.ts';
import { columnKind } from '../../rows/column-kind.ts';
import type { ArrowFileManifest, ByteRange, RemoteFile, TableManifest } from '../../rows/manifest.ts';
import {
  asObject,
  type Check,
  isAnyOf,
  isInteger,
  isListOf,
  isMatch,
  isNotBelow,
  isNumber,
  isRecordOf,
  isShape,
  isString,
  refuse,
} from './check.ts';
import { checkDomain, checkFieldValue } from './check-domain.ts';
import { isContract } from './check-value.ts';
import { isLocal } from './local-address.ts';

/** Check an extent [xmin, ymin, xmax, ymax]. */
export const isExtent: Check = (value, path) => {
  isListOf(isNumber, 4)(value, path);
  const [xmin, ymin, xmax, ymax] = value as [number, number, number, number];
  if (xmin > xmax || ymin > ymax) refuse(path, 'xmin ≤ xmax and ymin ≤ ymax', `${value}`);
};

const isCount = isInteger(0, 2 ** 31 - 1);
/** Check a plain file name: no folder, no leading dot, no `..`, no control character, and not `service.json`. */
export const isFileName = isMatch(/^(?!\.)(?!service\.json$)(?!.*\.\.)[^/\\:\p{Cc}]{1,200}$/u, 'a file name');
export const mimeType = /^[\w.+-]+\/[\w.+-]+(;[ \w.=+"-]*)?$/;
export const isRange = isListOf(isInteger(0), 2);
const arrowFile = { file: isFileName, schema: isRange, batches: isListOf(isRange) };
const isStatistic: Check = (value, path) => {
  if (typeof value !== 'string') isNumber(value, path);
};

const rowFile = {
  id: isInteger(-(2 ** 31), 2 ** 31 - 1),
  parentId: isInteger(-(2 ** 31), 2 ** 31 - 1),
  name: isString,
  contentType: isMatch(mimeType, 'a MIME type'),
  range: isRange,
};
const isRowFiles = isShape({ file: isFileName, entries: isListOf(isShape(rowFile)) });
const isAttachments = isShape({
  'file?': isFileName,
  entries: isListOf(isShape({ ...rowFile, 'file?': isFileName })),
});

/** Return a check for remote files in one of these formats. */
export const isRemote =
  (...formats: readonly RemoteFile['format'][]): Check =>
  (value, path) => {
    const file = { address: isString, sizeBytes: isInteger(1), version: isString };
    isShape({
      format: isAnyOf(...formats),
      ...file,
      'overviews?': isShape(file),
      'tiles?': isShape({ layer: isString }),
    })(value, path);
    const { address, overviews } = value as RemoteFile;
    checkAddress(address, `${path}.address`);
    if (overviews) checkAddress(overviews.address, `${path}.overviews.address`);
  };

function checkAddress(address: string, path: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (!isPlain && !isLocal(address)) refuse(path, 'an http or https URL without a password', address);
}

const isManifest = isShape({
  fields: isListOf(isContract('Field')),
  idField: isString,
  'shapeField?': isString,
  'geometry?': isAnyOf('point', 'multipoint', 'polyline', 'polygon'),
  'spatialReference?': isContract('SpatialReference'),
  'extent?': isExtent,
  rowCount: isCount,
  batches: isListOf(
    isShape({
      firstRow: isCount,
      rowCount: isInteger(1, 2 ** 31 - 1),
      'extent?': isExtent,
      statistics: isRecordOf(isShape({ 'min?': isStatistic, 'max?': isStatistic, nullCount: isCount })),
    }),
  ),
  attributes: isShape(arrowFile),
  levels: isListOf(isShape({ ...arrowFile, resolution: isNotBelow(0), vertexCount: isInteger(0) })),
  'index?': isFileName,
  'attachments?': isAttachments,
  'rasterFields?': isRecordOf(isRowFiles),
  'remote?': isRemote('flatgeobuf', 'geoparquet', 'pmtiles'),
});

/** Check the manifest of a table: its structure, and that its parts are consistent. */
export const isTable: Check = (value, path) => {
  isManifest(asObject(value, path), path);
  const manifest = value as TableManifest;
  checkFields(manifest, path);
  if (manifest.remote) return checkRemote(manifest, path);
  checkBatches(manifest, path);
  checkRowFiles(manifest, path);
  checkArrowFile(manifest.attributes, manifest.batches.length, `${path}.attributes`);
  manifest.levels.forEach((level, i) => {
    checkArrowFile(level, manifest.batches.length, `${path}.levels[${i}]`);
    const isAscending = i === 0 ? level.resolution === 0 : level.resolution > manifest.levels[i - 1]!.resolution;
    if (!isAscending)
      refuse(`${path}.levels[${i}].resolution`, i === 0 ? '0' : 'an ascending number', level.resolution);
  });
};

function checkFields({ fields, idField, shapeField, geometry, levels }: TableManifest, path: string): void {
  const names = new Set<string>();
  fields.forEach((field, i) => {
    const fieldPath = `${path}.fields[${i}]`;
    // Refuses types that can't be stored.
    columnKind(field);
    checkDomain(field.Domain, field, `${fieldPath}.Domain`);
    checkFieldValue(field.DefaultValue, field, `${fieldPath}.DefaultValue`);
    const isShapeField = field.Type === 'gisFieldTypeGeometry';
    if (isShapeField !== (shapeField !== undefined && i === 1))
      refuse(fieldPath, 'the geometry field in second place', field.Name);
    if (isShapeField && field.Name !== shapeField) refuse(fieldPath, `"${shapeField}"`, field.Name);
    if ((field.Type === 'gisFieldTypeOID') !== (i === 0))
      refuse(`${fieldPath}.Type`, i === 0 ? 'gisFieldTypeOID' : 'an attribute type', field.Type);
    if (names.has(field.Name.toLowerCase())) throw duplicate(`${fieldPath}.Name`, 'name', field.Name, 'bad-package');
    names.add(field.Name.toLowerCase());
  });
  if (fields[0]?.Name !== idField) refuse(`${path}.idField`, `"${fields[0]?.Name}"`, idField);
  if (shapeField !== undefined && fields[1]?.Name !== shapeField)
    refuse(`${path}.fields[1]`, shapeField, fields[1]?.Name);
  if ((geometry !== undefined) !== (shapeField !== undefined))
    refuse(`${path}.geometry`, 'a geometry if and only if there is a geometry field', geometry);
  if (levels.length > 0 !== (geometry !== undefined))
    refuse(`${path}.levels`, 'levels if and only if there is a geometry', levels);
}

/**
 * Check that raster fields and their images match, that attachment IDs are unique, and that each row has at most one
 * image per field.
 */
function checkRowFiles({ fields, attachments, rasterFields = {} }: TableManifest, path: string): void {
  const isUnique = (values: readonly number[], entriesPath: string): void => {
    const seen = new Set<number>();
    const twice = values.find((value) => seen.size === seen.add(value).size);
    if (twice !== undefined) throw duplicate(entriesPath, 'value', twice, 'bad-package');
  };
  if (attachments) {
    isUnique(
      attachments.entries.map(({ id }) => id),
      `${path}.attachments.entries: id`,
    );
    if (attachments.file === undefined && attachments.entries.some(({ file }) => file === undefined))
      refuse(`${path}.attachments.file`, 'a file', undefined);
  }
  for (const { Name, Type } of fields) {
    if ((Type === 'gisFieldTypeRaster') !== Object.hasOwn(rasterFields, Name))
      refuse(`${path}.rasterFields.${Name}`, 'images for raster fields only', Type);
  }
  for (const [name, { entries }] of Object.entries(rasterFields)) {
    const fieldPath = `${path}.rasterFields.${name}`;
    if (!fields.some((field) => field.Name === name)) refuse(fieldPath, 'a raster field', name);
    isUnique(
      entries.map(({ parentId }) => parentId),
      `${fieldPath}.entries: parentId`,
    );
  }
}

function checkBatches({ batches, rowCount, extent, index, fields }: TableManifest, path: string): void {
  let next = 0;
  const columns = fields.filter((field) => columnKind(field) !== undefined);
  batches.forEach((batch, i) => {
    const batchPath = `${path}.batches[${i}]`;
    if (batch.firstRow !== next) refuse(`${batchPath}.firstRow`, String(next), batch.firstRow);
    next += batch.rowCount;
    for (const { Name } of columns) {
      if (!Object.hasOwn(batch.statistics, Name)) refuse(`${batchPath}.statistics.${Name}`, 'statistics', undefined);
    }
    if (batch.extent && !extent) refuse(`${path}.extent`, 'an extent like the batches', extent);
  });
  if (next !== rowCount) refuse(`${path}.rowCount`, `${next} (the sum of the batches)`, rowCount);
  if ((extent !== undefined) !== (index !== undefined))
    refuse(`${path}.index`, 'an index if and only if there is an extent', index);
}

function checkArrowFile(file: ArrowFileManifest, batchCount: number, path: string): void {
  if (file.batches.length !== batchCount) refuse(`${path}.batches`, `a list of ${batchCount}`, file.batches);
  let end = 0;
  for (const [offset, length] of [file.schema, ...file.batches]) {
    if (offset < end) refuse(`${path}.batches`, `a byte range from byte ${end}`, offset);
    end = offset + length;
  }
}

/** Check a table with remote rows: it must not have any files in the package. */
function checkRemote(manifest: TableManifest, path: string): void {
  if (!manifest.geometry || !manifest.extent) refuse(`${path}.remote`, 'a geometry with an extent', manifest.geometry);
  for (const name of ['batches', 'index', 'attachments', 'rasterFields'] as const) {
    const value = manifest[name];
    if (Array.isArray(value) ? value.length > 0 : value !== undefined) refuse(`${path}.${name}`, 'nothing', value);
  }
  const { format, tiles } = manifest.remote!;
  if ((format === 'pmtiles') !== (tiles !== undefined))
    refuse(`${path}.remote.tiles`, 'a layer name for tile archives only', tiles);
  if (manifest.levels.length !== 1) refuse(`${path}.levels`, 'one level', manifest.levels.length);
}

/** Return the files a table refers to, with the minimum size of each in bytes. */
export function* listTableFiles(manifest: TableManifest): Generator<readonly [file: string, minimumBytes: number]> {
  if (manifest.remote) return;
  const end = (ranges: readonly ByteRange[]): number =>
    ranges.reduce((max, [offset, length]) => Math.max(max, offset + length), 0);
  for (const arrow of [manifest.attributes, ...manifest.levels]) {
    yield [arrow.file, end([arrow.schema, ...arrow.batches.slice(-1)])];
  }
  if (manifest.index !== undefined) yield [manifest.index, 8];
  const { attachments, rasterFields = {} } = manifest;
  for (const { file, range } of attachments?.entries ?? []) if (file !== undefined) yield [file, end([range])];
  const joined = {
    file: attachments?.file,
    entries: attachments?.entries.filter(({ file }) => file === undefined) ?? [],
  };
  for (const { file, entries } of [joined, ...Object.values(rasterFields)])
    if (file !== undefined) yield [file, end(entries.map(({ range }) => range))];
}
