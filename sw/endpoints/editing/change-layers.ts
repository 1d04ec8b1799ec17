import type { Context } from '../../context.ts';
import { badValue, Fault, wrongValue } from '../../contract/index.ts';
import { servicePublished } from '../../portal/index.ts';
import { checkDefinition } from '../../service/check-definition.ts';
import type { ServiceDefinition } from '../../service/definition.ts';
import { addLayers, type LayersChange, replaceLayer } from '../../service/layers/change-layers.ts';
import { fileNames } from '../../service/layers/file-names.ts';
import { type ServicePackage, unpackService } from '../../service/package.ts';
import { withTimesOfRows } from '../../service/package-times.ts';
import type { ServiceRecord } from '../../store/store.ts';
import { dropSources } from '../drop-sources.ts';
import { jsonResponse } from '../error-response.ts';
import { unknownServiceFault } from '../gate.ts';
import type { ServiceEndpoint } from '../request-context.ts';

/**
 * Maximum size of a package, because an exported service must be readable again. Split larger data into several
 * services.
 */
const maxPackageBytes = 1024 ** 3;

/**
 * Read the package in the body of a request.
 *
 * @throws {Fault} `too-large` above 1 GiB, and as `unpackService`
 */
export async function readPackage(request: Request): Promise<ServicePackage> {
  const body = await request.blob();
  if (body.size <= maxPackageBytes) return unpackService(body);
  throw wrongValue('too-large', 'Package', `at most ${maxPackageBytes} bytes`, `${body.size}`);
}

/**
 * Add layers to a service, or replace the data of one layer or table, from the package in the body.
 *
 * The query is `?version=7&id=0a1b2c3d4e5f&position=top` to add layers or `…&layer=2` to replace data by the package's
 * only layer. `version` is the version that the caller has read. `id` is new for every change, so that a repeated
 * request does nothing. The files of the other layers don't change.
 *
 * @throws {Fault} `bad-value`, `bad-package` or `too-large` for an invalid query or package, `unknown-layer` for an ID
 *   that the map lacks, `conflict` when the service has changed meanwhile, `no-space` when the storage is full; the
 *   service is then unchanged
 */
export const answerLayers: ServiceEndpoint = async ({ context, request, service, url }) => {
  const { key } = service;
  const change = readChange(url);
  const { mark, version } = change;
  const done = (record: ServiceRecord) =>
    jsonResponse({ success: true, key, version: record.version, bytes: record.bytes }, url);
  if (namesIn(service.definition).some((name) => name.startsWith(`${mark}-`))) return done(service);
  if (service.version !== version) throw serviceChangedFault(key);
  const unpacked = await readPackage(request);
  const definition = await withTimesOfRows(unpacked, context.yieldNow);
  const edit = change.apply(service, { definition, files: unpacked.files });
  checkDefinition(edit.definition);
  let bytes = service.bytes;
  for (const blob of edit.written.values()) bytes += blob.size;
  if (bytes > maxPackageBytes) throw wrongValue('too-large', 'Service', `at most ${maxPackageBytes} bytes`, `${bytes}`);
  const record = await context.store.editFiles(service, edit);
  if (!record) throw (await context.store.service(key)) ? serviceChangedFault(key) : unknownServiceFault(context, key);
  await servicePublished(context, record);
  await dropSources(context, service.definition, record.definition);
  if (change.movesIds) await forgetLayerTiles(context, key);
  return done(record);
};

/**
 * List the names of files, tables and rasters. Names added by a change start with its mark, which shows whether the
 * change was already made.
 */
const namesIn = (definition: ServiceDefinition): string[] => [
  ...fileNames(definition),
  ...Object.keys(definition.tables),
  ...Object.keys(definition.rasters ?? {}),
];

/** Remove caches of single layers, because their tiles are stored by layer ID and the IDs have changed. */
async function forgetLayerTiles({ store: { tiles } }: Context, key: string): Promise<void> {
  for (const { map, settings } of await tiles.caches(key))
    if (settings.kind === 'layers') await tiles.removeCache(key, map);
}

const serviceChangedFault = (key: string): Fault =>
  new Fault('conflict', `Service "${key}" has changed since it was read. Read it again.`);

type Apply = (service: ServiceRecord, added: ServicePackage) => LayersChange;

function readChange({ searchParams }: URL): {
  mark: string;
  version: number;
  movesIds: boolean;
  apply: Apply;
} {
  const number = (name: string): number => {
    const text = searchParams.get(name) ?? '';
    if (!/^\d{1,9}$/.test(text)) throw badValue(name, 'a whole number', text);
    return Number(text);
  };
  const mark = searchParams.get('id') ?? '';
  if (!/^[0-9a-f]{12}$/.test(mark)) throw badValue('id', '12 hexadecimal digits', mark);
  const version = number('version');
  if (searchParams.has('layer')) {
    const layer = number('layer');
    const apply: Apply = ({ definition }, fresh) => replaceLayer(definition, layer, fresh, mark);
    return { mark, version, movesIds: false, apply };
  }
  const position = searchParams.get('position') ?? 'bottom';
  if (position !== 'bottom' && position !== 'top') throw badValue('position', `"bottom" or "top"`, position);
  const apply: Apply = ({ definition }, added) => addLayers(definition, added, position, mark);
  return { mark, version, movesIds: position === 'top', apply };
}
