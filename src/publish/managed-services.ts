import { signal } from '@preact/signals';
import type { TableManifest } from '../../sw/rows/manifest.ts';
import type { ServiceEdit } from '../../sw/service/apply-edit.ts';
import type { ServiceDefinition } from '../../sw/service/definition.ts';
import { readJson, writeJson } from '../../sw/service/package-json.ts';
import { askJson, inPath } from '../connection/call.ts';

/** A service that the user can manage, including private ones. */
export interface ManagedService {
  readonly key: string;
  readonly title: string;
  readonly version: number;
  readonly access: 'public' | 'private';
}

/** A stored table without its file paths. */
export type ManagedTable = Pick<
  TableManifest,
  'fields' | 'idField' | 'shapeField' | 'geometry' | 'spatialReference' | 'rowCount' | 'remote'
> & {
  readonly attachmentCount: number;
};

/** The editable parts of a service. */
export interface Managed {
  readonly key: string;
  readonly version: number;
  readonly access: 'public' | 'private';
  readonly definition: Omit<ServiceDefinition, 'tables'> & { readonly tables: Readonly<Record<string, ManagedTable>> };
}

/** Undefined until loaded. */
export const managedServices = signal<readonly ManagedService[] | undefined>(undefined);

/** Read the list of all services. @throws {ServiceFault} */
export async function refreshManaged(): Promise<void> {
  managedServices.value = (await askJson<{ services: ManagedService[] }>('services', 'admin/services')).services;
}

/** Read the editable parts of a service. @throws {ServiceFault} `unknown-service` */
export async function readManaged(key: string): Promise<Managed> {
  const path = `${servicePath(key)}?f=definition`;
  return { ...(await askJson<Omit<Managed, 'key'>>('definition', path, {}, readJson)), key };
}

/**
 * Change a service.
 *
 * @returns its key, which changes with the name
 * @throws {ServiceFault} if it fails; the service is then unchanged
 */
export async function editService(key: string, edit: ServiceEdit): Promise<string> {
  return (await askJson<{ key: string }>('edit', servicePath(key), { method: 'PATCH', body: writeJson(edit) })).key;
}

const servicePath = (key: string): string => `admin/services/${inPath(key)}`;
