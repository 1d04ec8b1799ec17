import type { Call } from '../../handlers/call.ts';
import type { MapDefinition } from '../../service/definition.ts';
import type { ServiceRecord } from '../../store/store.ts';
import type { RestFormat, RestName, RestServer, RestValues } from './contract/index.ts';

/** The context in which a resource of a service answers a request. */
export interface RestCall extends Call {
  readonly request: Request;
  readonly server: RestServer;
  /** The default map, the only map of a service that this interface publishes. */
  readonly map: MapDefinition;
  /** Path segments by the placeholder names of the row. */
  readonly path: Readonly<Record<string, string>>;
  readonly format: RestFormat;
}

/** The context in which a resource of the catalogue answers a request. */
interface CatalogueCall extends Pick<Call, 'context' | 'scheduler'> {
  readonly root: string;
  readonly path: Readonly<Record<string, string>>;
  /** Return the services that the caller may use. */
  readonly services: () => Promise<readonly ServiceRecord[]>;
}

/** An object to write as JSON, or a response that is ready to send. */
export type RestReply = Response | object;

export type RestResource<R extends RestName> = (call: RestCall, values: RestValues<R>) => Promise<RestReply>;
export type CatalogueResource<R extends RestName> = (call: CatalogueCall, values: RestValues<R>) => Promise<RestReply>;

/**
 * Return the call with a limit of one more row than the service allows.
 *
 * Some operations cut their results silently. The extra row shows that there are more; `cutAtLimit` removes it.
 */
export function withOneMore(call: RestCall): RestCall {
  const { definition } = call.service;
  const limits = { ...definition.limits, MaximumRecordCount: definition.limits.MaximumRecordCount + 1 };
  return { ...call, service: { ...call.service, definition: { ...definition, limits } } };
}

/** Cut results at the record limit of the service. If any were cut, `more` sets `exceededTransferLimit`. */
export function cutAtLimit<T>({ service }: RestCall, rows: readonly T[]): { results: readonly T[]; more: object } {
  const { MaximumRecordCount } = service.definition.limits;
  if (rows.length <= MaximumRecordCount) return { results: rows, more: {} };
  return { results: rows.slice(0, MaximumRecordCount), more: { exceededTransferLimit: true } };
}

/** The version from which clients derive the requests that the server supports. */
export const currentVersion = 11.2;

/** Return the comma-separated capabilities of the service, or of a layer of the given type. */
export function capabilityList({ server, service }: RestCall, layerType?: string): string {
  const { capabilities } = service.definition;
  if (server === 'FeatureServer') return capabilities.includes('Query') ? 'Query' : '';
  const hasRows = layerType === undefined || layerType === 'Feature Layer' || layerType === 'Table';
  return capabilities.filter((capability) => hasRows || capability === 'Map').join(',');
}
