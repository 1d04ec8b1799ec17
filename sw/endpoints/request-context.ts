import type { Context } from '../context.ts';
import type { Match, routes } from '../contract/routes.ts';
import type { Account } from '../portal/index.ts';
import type { LayerDefinition } from '../service/definition.ts';
import type { ServiceRecord } from '../store/store.ts';

/** Arguments of an endpoint: a request that the gate has admitted. */
export interface RequestContext {
  readonly context: Context;
  readonly request: Request;
  readonly url: URL;
  readonly match: Match;
  /** Query and form parameters of a request to the REST interface, with lower-case names. */
  readonly given?: ReadonlyMap<string, string | File>;
  /** Accounts of the request's valid tokens. */
  readonly accounts: readonly Account[];
  /** The service in the path. Undefined if the path has none, or for the removal of a service that no longer exists. */
  readonly service?: ServiceRecord;
  /** Formats of layer pages that extensions add. */
  readonly layerAnswers?: LayerAnswers;
}

/** Answers about a layer, by the value of `f`. */
export type LayerAnswers = Readonly<
  Record<string, (requestContext: ServiceRequestContext, layer: LayerDefinition) => Promise<Response>>
>;

export type ServiceRequestContext = RequestContext & { readonly service: ServiceRecord };

export type Endpoint = (requestContext: RequestContext) => Promise<Response>;
export type ServiceEndpoint = (requestContext: ServiceRequestContext) => Promise<Response>;

type Row = (typeof routes)[number];
/** Routes with a service in their path. */
export type ServiceRoute = Extract<Row, { path: `${string}{service+}${string}` }>['name'];
