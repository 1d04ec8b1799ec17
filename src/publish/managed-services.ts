import { signal } from '@preact/signals';
import type { FaultCode } from '../../sw/contract/index.ts';
import type { TableManifest } from '../../sw/rows/manifest.ts';
import type { ServiceEdit } from '../../sw/service/apply-edit.ts';
import type { ServiceDefinition } from '../../sw/service/definition.ts';
import { readJson, writeJson } from '../../sw/service/package-json.ts';
import { base, ServiceFault, send } from '../connection/call.ts';
import { text } from '../text/text.ts';

/** A service that this page may use, also one that needs a token. */
export interface ManagedService {
  readonly key: string;
  readonly title: string;
  readonly version: number;
  readonly access: 'public' | 'private';
}

/** What stands in a table, without where. */
export type ManagedTable = Pick<TableManifest, 'fields' | 'idField' | 'shapeField' | 'geometry' | 'rowCount'> & {
  readonly attachmentCount: number;
};

/** What people may change of a service. */
export interface Managed {
  readonly key: string;
  readonly version: number;
  readonly access: 'public' | 'private';
  readonly definition: Omit<ServiceDefinition, 'tables'> & { readonly tables: Readonly<Record<string, ManagedTable>> };
}

/** Undefined until it was asked for. */
export const managedServices = signal<readonly ManagedService[] | undefined>(undefined);

/** Read the list of all services. @throws {ServiceFault} */
export async function refreshManaged(): Promise<void> {
  const { services } = await ask('services', 'admin/services');
  managedServices.value = services as unknown as readonly ManagedService[];
}

/** Read what people may change of a service. @throws {ServiceFault} `unknown-service` */
export async function readManaged(key: string): Promise<Managed> {
  const answer = await ask('definition', `${pathOf(key)}?f=definition`);
  return { ...(answer as unknown as Omit<Managed, 'key'>), key };
}

/** Change a service. @returns its key, which is another one when it was renamed. @throws {ServiceFault} and it is as before */
export async function editService(key: string, edit: ServiceEdit): Promise<string> {
  const answered = await ask('edit', pathOf(key), { method: 'PATCH', body: writeJson(edit) });
  return String(answered.key);
}

const pathOf = (key: string): string => `admin/services/${inPath(key)}`;

/** The key of a service as it stands in an address. */
export const inPath = (key: string): string => key.split('/').map(encodeURIComponent).join('/');

/** Ask the management of services, whose answers are JSON. @throws {ServiceFault} */
export async function ask(operation: string, path: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const headers = { accept: 'application/json', 'x-request-id': crypto.randomUUID() };
  return readJsonOf(operation, await send(operation, `${base}${path}`, { ...init, headers }));
}

/** Ask for a file; what is wrong comes as JSON. @throws {ServiceFault} */
export async function askFile(operation: string, path: string): Promise<Blob> {
  const headers = { 'x-request-id': crypto.randomUUID() };
  const response = await send(operation, `${base}${path}`, { headers });
  if (!response.ok) await readJsonOf(operation, response);
  return response.blob();
}

async function readJsonOf(operation: string, response: Response): Promise<Record<string, unknown>> {
  if (!/json/.test(response.headers.get('content-type') ?? ''))
    throw new ServiceFault('no-answer', text.faults.outside(response.status), operation);
  const answer = readJson(await response.text());
  const error = answer.error as { messageCode?: FaultCode; message: string } | undefined;
  if (error) throw new ServiceFault(error.messageCode ?? 'internal', error.message, operation);
  return answer;
}
