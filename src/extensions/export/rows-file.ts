import { kmlEnd, kmlHead, kmlName, placemarkWriter } from '../../../sw/formats/kml/write-kml.ts';
import { writeStoredZip } from '../../../sw/formats/zip/stored-zip.ts';
import { deflate } from '../../../sw/formats/zip/zip-files.ts';
import { catalogue } from '../../connection/catalogue.ts';
import { csvCell } from '../../parts/value-text.ts';
import type { TableSubject } from '../../state/rows.ts';
import { currentKey } from '../../state/services.ts';
import { type Feature, featurePages } from './read-features.ts';
import { exportText } from './text/export-text.ts';
import { csvHead, geoJsonShape, jsonValue, locationCells } from './write-rows.ts';

export type TextFormat = 'geojson' | 'csv' | 'kmz';

/**
 * Return the version of the open service, which increases with every change; undefined if it isn't in the catalogue.
 */
export async function serviceVersion(): Promise<number | undefined> {
  const key = currentKey.peek();
  return (await catalogue()).find(({ name }) => name === key)?.version;
}

/** Start, separator and end of a file of rows, and the writer of a row. */
interface RowWriter {
  readonly type: string;
  readonly withShape: boolean;
  readonly head: string;
  readonly between: string;
  readonly end: string;
  row(feature: Feature): string;
}

/**
 * Write rows with all fields to a file, in order and page by page. Written parts are stored by the browser, not in
 * memory.
 *
 * @param version version of the service when the IDs were read; a file must not mix two versions
 * @param onProgress called with the number of written rows
 * @throws {Error} if the service has changed since then, or rows no longer exist
 */
export async function rowsFile(
  subject: TableSubject,
  ids: readonly number[],
  version: number | undefined,
  format: TextFormat,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const writer = writers[format](subject);
  const texts = rowTexts(subject, ids, writer, onProgress, signal);
  const file = format === 'kmz' ? await toKmz(texts) : await toBlob(texts);
  if ((await serviceVersion()) !== version) throw new Error(exportText.rowsChanged);
  return new Blob([file], { type: writer.type });
}

async function* rowTexts(
  subject: TableSubject,
  ids: readonly number[],
  writer: RowWriter,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield writer.head;
  let done = 0;
  for await (const page of featurePages(subject, ids, writer.withShape, signal)) {
    if (page.length === 0) continue;
    yield (done > 0 ? writer.between : '') + page.map((feature) => writer.row(feature)).join(writer.between);
    done += page.length;
    onProgress(done);
  }
  if (done < ids.length) throw new Error(exportText.rowsChanged);
  yield writer.end;
}

/** Size of a chunk in characters. It is large, because even a short chunk takes milliseconds to write. */
const partChars = 2 ** 21;

async function toBlob(texts: AsyncIterable<string>): Promise<Blob> {
  const parts: Blob[] = [];
  let pending: string[] = [];
  let pendingChars = 0;
  const put = () => {
    parts.push(new Blob(pending));
    pending = [];
    pendingChars = 0;
  };
  for await (const text of texts) {
    pending.push(text);
    pendingChars += text.length;
    if (pendingChars > partChars) put();
  }
  put();
  return new Blob(parts);
}

async function toKmz(texts: AsyncIterable<string>): Promise<Blob> {
  return writeStoredZip([{ name: kmlName, ...(await deflate(texts)) }]);
}

const writers: Readonly<Record<TextFormat, (subject: TableSubject) => RowWriter>> = {
  geojson: ({ fields, geometryType }) => ({
    type: 'application/geo+json',
    withShape: geometryType !== undefined,
    head: '{"type":"FeatureCollection","features":[\n',
    between: ',\n',
    end: '\n]}\n',
    row({ id, values, shape }) {
      const properties = Object.fromEntries(fields.map(({ Name }, index) => [Name, jsonValue(values[index])]));
      return JSON.stringify({ type: 'Feature', id, properties, geometry: geoJsonShape(shape) });
    },
  }),
  csv({ fields, geometryType }) {
    const isPoint = geometryType === 'gisGeometryPoint';
    const names = fields.map(({ Name }) => Name);
    return {
      type: 'text/csv',
      withShape: isPoint,
      head: `\u{feff}${csvHead(names, isPoint)}\r\n`,
      between: '',
      end: '',
      row({ values, shape }) {
        const cells = values.map(csvCell);
        if (isPoint) cells.push(...locationCells(shape));
        return `${cells.join(',')}\r\n`;
      },
    };
  },
  kmz({ name, fields, displayField }) {
    const write = placemarkWriter(fields, displayField);
    return {
      type: 'application/vnd.google-earth.kmz',
      withShape: true,
      head: kmlHead(name),
      between: '\n',
      end: kmlEnd,
      row: ({ values, shape }) => write(values, shape),
    };
  },
};
