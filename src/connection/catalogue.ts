import type { Value } from '../../sw/contract/index.ts';
import type { ServiceSummary } from '../../sw/service/service-summary.ts';
import { isServed } from '../host.ts';
import { text } from '../text/text.ts';
import { askFile, askJson, inPath, ServiceFault } from './call.ts';
import { bearers } from './sessions.ts';

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

/** Publish a package with its access settings. If one part fails, nothing is published. @throws {ServiceFault} */
export function publishPackage(body: Blob, access: Access): Promise<Published> {
  const path = `admin/services${access === 'private' ? '?access=private' : ''}`;
  return askJson<Published>('publish', path, { method: 'POST', body });
}

/** Return who can access a service. @throws {ServiceFault} */
export async function readAccess(key: string): Promise<Access> {
  return (await askJson<{ access: Access }>('definition', `admin/services/${inPath(key)}?f=definition`)).access;
}

/** Fetch a service as a package, which can be published again on any server. @throws {ServiceFault} */
export async function fetchPackage(key: string): Promise<Blob> {
  return askZip('package', `admin/services/${inPath(key)}?f=package`);
}

/** Fetch a backup of everything stored in this browser, optionally with tiles. @throws {ServiceFault} */
export const fetchBackup = (hasTiles: boolean): Promise<Blob> =>
  askZip('backup', `admin/backup${hasTiles ? '' : '?tiles=false'}`);

/** Restore a backup, or only its services and maps. If one part fails, nothing is restored. @throws {ServiceFault} */
export const restoreBackup = (body: Blob, content: 'all' | 'maps' = 'all'): Promise<{ readonly services: number }> =>
  askJson('restore', `admin/restore${content === 'maps' ? '?only=maps' : ''}`, { method: 'POST', body });

/** Reset the storage to its initial state. @throws {ServiceFault} */
export const resetStorage = (): Promise<unknown> => askJson('reset', 'admin/reset', { method: 'POST' });

/** Changes to a published layer or table; `null` removes an optional property. */
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

/** Change layers of a published service without changing its data. @throws {ServiceFault} and nothing is changed */
export async function editLayers(
  key: string,
  map: string | undefined,
  layers: readonly LayerChange[],
): Promise<Published> {
  // Few visitors change anything, so the writer of bytes and dates is loaded on demand.
  const { writeJson } = await import('../../sw/service/package-json.ts');
  return askJson('edit', `admin/services/${inPath(key)}`, { method: 'PATCH', body: writeJson({ map, layers }) });
}

/** Delete a service. A service that doesn't exist counts as deleted. @throws {ServiceFault} */
export async function removeService(key: string): Promise<void> {
  await askJson('remove', `admin/services/${inPath(key)}`, { method: 'DELETE' });
}

export interface StorageState {
  readonly usedBytes: number;
  /** 0 if the browser doesn't report it. */
  readonly quotaBytes: number;
  readonly persisted: boolean;
}

/** Return the free bytes of the server; undefined if the server doesn't report them to this user. */
export async function readFreeBytes(): Promise<number | undefined> {
  if (!bearers()) return undefined;
  return (await askJson<{ freeBytes?: number }>('storage', 'admin/storage')).freeBytes;
}

/**
 * Return the state of the browser's storage; undefined if the browser doesn't report it, or if the maps aren't in the
 * browser.
 */
export async function storage(): Promise<StorageState | undefined> {
  if (isServed) return undefined;
  if (!navigator.storage?.estimate) return undefined;
  const [estimate, persisted] = await Promise.all([
    navigator.storage.estimate(),
    navigator.storage.persisted?.() ?? Promise.resolve(false),
  ]);
  return { usedBytes: estimate.usage ?? 0, quotaBytes: estimate.quota ?? 0, persisted };
}

/** Request a ZIP file. A web host may answer such a URL with an HTML page, which is rejected. */
async function askZip(operation: string, path: string): Promise<Blob> {
  const file = await askFile(operation, path);
  if (/zip/.test(file.type)) return file;
  throw new ServiceFault('no-answer', text.faults.unreadable, operation);
}
