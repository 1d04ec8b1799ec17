import type { AttachedFile } from '../../../sw/formats/geopackage/attached-files.ts';
import { withText } from '../../../sw/formats/writing/reference-text.ts';
import { type Cell, getValueKind } from '../../../sw/formats/writing/rows-to-write.ts';
import type { GeometryKind } from '../../../sw/rows/manifest.ts';
import { call } from '../../connection/call.ts';
import { defineReferences, findEsriNames } from '../../state/definitions.ts';
import { worldReference } from '../../state/references.ts';
import { requested } from '../../state/requested.ts';
import { asking, plainValue, type TableSubject } from '../../state/rows.ts';
import { mapInfo } from '../../state/services.ts';
import { callsAlone } from '../../worker-calls.ts';
import { featurePages } from './read-features.ts';
import { serviceVersion } from './rows-file.ts';
import { exportText } from './text/export-text.ts';
import type { FileFormat, PlainFeature, WriteJob, WriteNotes, WriterHandlers } from './write-worker.ts';

const writer = callsAlone<WriterHandlers>(
  () => new Worker(new URL('./write-worker.ts', import.meta.url), { type: 'module', name: 'writer' }),
);

const kinds: Readonly<Record<string, GeometryKind>> = {
  gisGeometryPoint: 'point',
  gisGeometryMultipoint: 'multipoint',
  gisGeometryPolyline: 'polyline',
  gisGeometryPolygon: 'polygon',
};
/** Number of rows whose attachments are listed with one request. */
const rowsOfFiles = 100;

/**
 * Write rows with all fields to a file for other programs. It uses the layer's coordinate system if the format supports
 * it, otherwise longitude and latitude.
 *
 * @param version version of the service when the IDs were read; a file must not mix two versions
 * @param onProgress called with the number of written rows
 * @throws {Fault} like `writeFile`, whose worker is ended on abort
 * @throws {Error} if the service has changed since then, or rows no longer exist
 */
export async function dataFile(
  subject: TableSubject,
  ids: readonly number[],
  version: number | undefined,
  { format, hasFiles }: { readonly format: FileFormat; readonly hasFiles: boolean },
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<{ readonly file: Blob; readonly notes: WriteNotes }> {
  const fields = subject.fields.filter(getValueKind);
  const geometry = subject.geometryType && kinds[subject.geometryType];
  const reference = await chooseReference(subject, format);
  const job = {
    ...{ format, fields, hasFiles, name: subject.name, idField: subject.idField, geometry },
    reference: geometry && reference,
    ...(geometry && format === 'gpkg' ? await readDrawing(subject, signal) : {}),
  };
  const pages = plainPages({ ...subject, fields }, ids, reference, onProgress, signal);
  const files = readAttachedFiles(subject, hasFiles ? ids : [], signal);
  const written = await writer
    .writeFile(
      job,
      async () => (await pages.next()).value,
      async () => (await files.next()).value,
      signal,
    )
    .finally(() => void Promise.all([pages.return(undefined), files.return(undefined)]).catch(() => undefined));
  if ((await serviceVersion()) !== version) throw new Error(exportText.rowsChanged);
  return written;
}

/** Return the current drawing of the layer, including unsaved styles. */
async function readDrawing({ id }: TableSubject, signal: AbortSignal): Promise<Pick<WriteJob, 'drawing'>> {
  const { service } = asking(id);
  const { Result } = await call(
    'GetDefaultLayerDrawingDescriptions',
    service,
    {
      MapName: mapInfo.peek()?.Name ?? '',
      LayerIDs: [id],
      SymbolOutputOptions: { ConvertLabelExpressions: false },
    },
    { signal },
  );
  const described = requested.peek()?.LayerDescriptions?.find((layerDescription) => layerDescription.LayerID === id);
  const [published] = Result;
  if (published?.type !== 'FeatureLayerDrawingDescription') return {};
  const { SourceLayerID: _, ...description } = { ...published, ...described?.DrawingDescription } as typeof published;
  return { drawing: { description, hasLabels: described?.ShowLabels ?? false } };
}

/**
 * Return the layer's coordinate system if the format supports it, otherwise longitude and latitude. GeoParquet supports
 * only the latter.
 */
async function chooseReference(
  { reference }: TableSubject,
  format: FileFormat,
): Promise<NonNullable<TableSubject['reference']>> {
  await defineReferences(reference);
  for (const system of [...(format === 'parquet' ? [] : [reference]), worldReference]) {
    const written = system && withText(system, format === 'shp' ? await findEsriNames(system) : undefined);
    if (written) return written;
  }
  return worldReference;
}

async function* plainPages(
  subject: TableSubject,
  ids: readonly number[],
  reference: typeof worldReference,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): AsyncGenerator<readonly PlainFeature[]> {
  let done = 0;
  for await (const page of featurePages(subject, ids, subject.geometryType !== undefined, signal, reference)) {
    done += page.length;
    yield page.map(({ values, shape }) => ({ values: values.map(toCell), shape }));
    onProgress(done);
  }
  if (done < ids.length) throw new Error(exportText.rowsChanged);
}

function toCell(value: Parameters<typeof plainValue>[0]): Cell {
  const plain = plainValue(value);
  if (plain instanceof Date) return plain.getTime();
  if (plain instanceof Uint8Array) return null;
  return typeof plain === 'boolean' ? Number(plain) : plain;
}

async function* readAttachedFiles(
  subject: TableSubject,
  ids: readonly number[],
  signal: AbortSignal,
): AsyncGenerator<AttachedFile> {
  const { service } = asking(subject.id);
  const table = { MapName: mapInfo.peek()?.Name ?? '', TableID: subject.id };
  for (let index = 0; index < ids.length; index += rowsOfFiles) {
    const RowIDs = ids.slice(index, index + rowsOfFiles);
    const { Result: infos } = await call('QueryAttachmentInfos', service, { ...table, RowIDs }, { signal });
    for (const { AttachmentID, ParentID, Name, ContentType } of infos) {
      const request = { ...table, AttachmentIDs: [AttachmentID], TransportType: 'gisTransportTypeEmbedded' as const };
      const [attachment] = (await call('QueryAttachmentData', service, request, { signal })).Result;
      if (attachment?.Data) yield { rowId: ParentID, name: Name, contentType: ContentType, bytes: attachment.Data };
    }
  }
}
