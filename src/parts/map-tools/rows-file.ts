import type { Value } from '../../../sw/contract/index.ts';
import { call } from '../../call.ts';
import { worldReference } from '../../state/references.ts';
import { asking, filterOf, readRows, rowLimit, type TableSubject } from '../../state/rows.ts';
import { csvCell, csvHead, geoJsonShape, jsonValue, placeCells } from './write-rows.ts';

export type RowFormat = 'geojson' | 'csv' | 'kmz';

/** Rows of one question at most; where the service returns fewer at once, more are asked. */
const mostRows = 1000;

/**
 * Write rows with all their fields to a file, in their order, page by page.
 *
 * @param onProgress told how many rows are done
 */
export async function rowsFile(
  subject: TableSubject,
  ids: readonly number[],
  format: RowFormat,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  if (format === 'kmz') return kmzFile(subject, ids, onProgress, signal);
  const parts: string[] = [];
  const isGeoJson = format === 'geojson';
  const isPoint = subject.geometryType === 'gisGeometryPoint';
  const withShape = isGeoJson ? subject.geometryType !== undefined : isPoint;
  const pageRows = Math.min(mostRows, await rowLimit(signal));
  for (let at = 0; at < ids.length; at += pageRows) {
    const options = withShape ? { withShape, reference: worldReference } : {};
    const { fields, rows } = await readRows(subject, ids.slice(at, at + pageRows), options, signal);
    const shapeAt = fields.findIndex(({ Type }) => Type === 'gisFieldTypeGeometry');
    const plain = fields.flatMap((field, index) => (index === shapeAt ? [] : [{ field, index }]));
    if (!isGeoJson && at === 0)
      parts.push(
        `\u{feff}${csvHead(
          plain.map(({ field }) => field.Name),
          isPoint,
        )}\r\n`,
      );
    for (const { id, values } of rows) {
      if (isGeoJson) {
        const properties = Object.fromEntries(plain.map(({ field, index }) => [field.Name, jsonValue(values[index])]));
        const geometry = shapeAt < 0 ? null : geoJsonShape(values[shapeAt] as Value<'Geometry'> | null);
        parts.push(`${parts.length > 0 ? ',\n' : ''}${JSON.stringify({ type: 'Feature', id, properties, geometry })}`);
      } else {
        const place = isPoint ? placeCells(values[shapeAt] as Value<'Geometry'> | null) : [];
        parts.push(`${[...plain.map(({ index }) => csvCell(values[index])), ...place].join(',')}\r\n`);
      }
    }
    onProgress(Math.min(ids.length, at + pageRows));
  }
  return isGeoJson
    ? new Blob(['{"type":"FeatureCollection","features":[\n', ...parts, '\n]}\n'], { type: 'application/geo+json' })
    : new Blob(parts, { type: 'text/csv' });
}

/** The server writes a KMZ for each page; their placemarks come into one. */
async function kmzFile(
  subject: TableSubject,
  ids: readonly number[],
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const { strFromU8, strToU8, unzipSync, zipSync } = await import('fflate');
  const { service, ...table } = asking(subject.id, true);
  let first: { readonly files: Record<string, Uint8Array>; readonly name: string; readonly kml: string } | undefined;
  const placemarks: string[] = [];
  const pageRows = Math.min(mostRows, await rowLimit(signal));
  for (let at = 0; at < ids.length; at += pageRows) {
    const QueryFilter = filterOf({ where: '' }, { ids: ids.slice(at, at + pageRows) });
    const request = { ...table, QueryFilter, QueryResultOptions: { Format: 'gisQueryResultKMLAsMime' as const } };
    const { Result } = await call('QueryData', service, request, { signal });
    const files = unzipSync(Result.MimeData!);
    const name = Object.keys(files).find((one) => one.endsWith('.kml'))!;
    const kml = strFromU8(files[name]!);
    first ??= { files, name, kml };
    const [from, to] = placemarksOf(kml);
    placemarks.push(kml.slice(from, to));
    onProgress(Math.min(ids.length, at + pageRows));
  }
  if (!first) throw new Error('no rows');
  const [from, to] = placemarksOf(first.kml);
  const whole = first.kml.slice(0, from) + placemarks.join('\n') + first.kml.slice(to);
  const zipped = zipSync({ ...first.files, [first.name]: strToU8(whole) }) as Uint8Array<ArrayBuffer>;
  return new Blob([zipped], { type: 'application/vnd.google-earth.kmz' });
}

/** Where the placemarks of a KML begin and end. */
function placemarksOf(kml: string): readonly [number, number] {
  const from = kml.search(/<Placemark[\s>]/);
  const end = kml.lastIndexOf('</Placemark>');
  return from < 0 || end < 0 ? [0, 0] : [from, end + '</Placemark>'.length];
}
