import type { Value } from '../../sw/contract/index.ts';
import type { ServiceSummary } from '../../sw/service/service-summary.ts';
import { text } from '../text/text.ts';
import { askFile, askJson, inPath, ServiceFault } from './call.ts';

interface Published {
  readonly key: string;
  readonly version: number;
  readonly bytes: number;
}

/** List the services of this browser. @throws {ServiceFault} */
export async function catalogue(): Promise<ServiceSummary[]> {
  const { services } = await askJson<{ services: ServiceSummary[] }>('catalogue', 'services?f=json');
  return services;
}

export type Access = 'public' | 'private';

/** Hand a finished package to the server: all of it is published, with its rights, or nothing. @throws {ServiceFault} */
export function publishPackage(body: Blob, access: Access): Promise<Published> {
  const path = `admin/services${access === 'private' ? '?access=private' : ''}`;
  return askJson<Published>('publish', path, { method: 'POST', body });
}

/** Tell who may use a service. @throws {ServiceFault} */
export async function accessOf(key: string): Promise<Access> {
  return (await askJson<{ access: Access }>('definition', `admin/services/${inPath(key)}?f=definition`)).access;
}

/** Fetch everything of a service as one file, which publishes it again, here or elsewhere. @throws {ServiceFault} */
export async function fetchPackage(key: string): Promise<Blob> {
  return askZip('package', `admin/services/${inPath(key)}?f=package`);
}

/** Fetch everything that is stored in this browser as one file, tiles only where they are wanted. @throws {ServiceFault} */
export const fetchBackup = (hasTiles: boolean): Promise<Blob> =>
  askZip('backup', `admin/backup${hasTiles ? '' : '?tiles=false'}`);

/** Put everything back as a backup has it, or only its services and maps: all of it or nothing. @throws {ServiceFault} */
export const restoreBackup = (body: Blob, content: 'all' | 'maps' = 'all'): Promise<{ readonly services: number }> =>
  askJson('restore', `admin/restore${content === 'maps' ? '?only=maps' : ''}`, { method: 'POST', body });

/** Empty the storage, as on the first day. @throws {ServiceFault} */
export const resetStorage = (): Promise<unknown> => askJson('reset', 'admin/reset', { method: 'POST' });

/** What may be changed of a published layer or table; `null` takes an optional part away. */
interface LayerChange {
  readonly LayerID: number;
  readonly Name?: string;
  readonly Description?: string;
  readonly Visible?: boolean;
  readonly ShowLabels?: boolean;
  readonly MinScale?: number;
  readonly MaxScale?: number;
  readonly DefinitionExpression?: string;
  readonly drawing?: Value<'FeatureLayerDrawingDescription'> | null;
  readonly rasterDrawing?: Value<'RasterLayerDrawingDescription'> | null;
}

/** Change layers of a published service; its data stay. @throws {ServiceFault} and then it is as before */
export async function editLayers(
  key: string,
  map: string | undefined,
  layers: readonly LayerChange[],
): Promise<Published> {
  // Few visitors change anything, so what writes bytes and dates is loaded when it is needed.
  const { writeJson } = await import('../../sw/service/package-json.ts');
  return askJson('edit', `admin/services/${inPath(key)}`, { method: 'PATCH', body: writeJson({ map, layers }) });
}

/** Delete a service; one that is gone already counts as deleted. @throws {ServiceFault} */
export async function removeService(key: string): Promise<void> {
  await askJson('remove', `admin/services/${inPath(key)}`, { method: 'DELETE' });
}

export interface StorageState {
  readonly usedBytes: number;
  /** 0 when the browser does not say. */
  readonly quotaBytes: number;
  readonly persisted: boolean;
}

/** Ask the browser what is stored here; undefined where it does not tell. */
export async function storage(): Promise<StorageState | undefined> {
  if (!navigator.storage?.estimate) return undefined;
  const [estimate, persisted] = await Promise.all([
    navigator.storage.estimate(),
    navigator.storage.persisted?.() ?? Promise.resolve(false),
  ]);
  return { usedBytes: estimate.usage ?? 0, quotaBytes: estimate.quota ?? 0, persisted };
}

/** A web host may answer such an address with a page of its own. */
async function askZip(operation: string, path: string): Promise<Blob> {
  const file = await askFile(operation, path);
  if (/zip/.test(file.type)) return file;
  throw new ServiceFault('no-answer', text.faults.unreadable, operation);
}
