import type { Call } from '../../handlers/call.ts';
import type { MapDefinition } from '../../service/definition.ts';
import type { ServiceRecord } from '../../store/store.ts';
import type { RestFormat, RestName, RestServer, RestValues } from './contract/index.ts';

/** What a resource knows of the request beside its parameters. */
export interface RestCall extends Call {
  readonly request: Request;
  readonly server: RestServer;
  /** The default map, which is all that this interface shows of a service. */
  readonly map: MapDefinition;
  /** The segments of the path that its row names. */
  readonly path: Readonly<Record<string, string>>;
  readonly format: RestFormat;
}

/** What a resource of the catalogue knows. */
interface CatalogueCall extends Pick<Call, 'context' | 'scheduler'> {
  readonly root: string;
  readonly path: Readonly<Record<string, string>>;
  /** Those that the caller may use. */
  readonly services: () => Promise<readonly ServiceRecord[]>;
}

/** What is written as JSON, or bytes with their type. */
export type RestReply = Response | object;

export type RestResource<R extends RestName> = (call: RestCall, values: RestValues<R>) => Promise<RestReply>;
export type CatalogueResource<R extends RestName> = (call: CatalogueCall, values: RestValues<R>) => Promise<RestReply>;

/**
 * The call with a limit of one more row than the service has, for operations that cut their answers without saying so.
 * What comes in excess is to be cut off.
 */
export function withOneMore(call: RestCall): RestCall {
  const { definition } = call.service;
  const limits = { ...definition.limits, MaximumRecordCount: definition.limits.MaximumRecordCount + 1 };
  return { ...call, service: { ...call.service, definition: { ...definition, limits } } };
}

/** Cut what an operation has found beyond the limit of the service, and say so. */
export function cutAtLimit<T>({ service }: RestCall, found: readonly T[]): { results: readonly T[]; more: object } {
  const { MaximumRecordCount } = service.definition.limits;
  if (found.length <= MaximumRecordCount) return { results: found, more: {} };
  return { results: found.slice(0, MaximumRecordCount), more: { exceededTransferLimit: true } };
}

/** The version that clients derive from what they may ask. */
export const currentVersion = 11.2;

/** What clients may ask of the service as they have asked for it, or of a layer of a kind. */
export function capabilityList({ server, service }: RestCall, layerType?: string): string {
  const { capabilities } = service.definition;
  if (server === 'FeatureServer') return capabilities.includes('Query') ? 'Query' : '';
  const hasRows = layerType === undefined || layerType === 'Feature Layer' || layerType === 'Table';
  return capabilities.filter((one) => hasRows || one === 'Map').join(',');
}
