import type { Context } from '../context.ts';
import type { Match, routes } from '../contract/routes.ts';
import type { Account } from '../portal/index.ts';
import type { LayerDefinition } from '../service/definition.ts';
import type { ServiceRecord } from '../store/store.ts';

/** What an endpoint is given: a request that the gate has admitted. */
export interface RequestContext {
  readonly context: Context;
  readonly request: Request;
  readonly url: URL;
  readonly match: Match;
  /** Query and form of a request to the REST interface, by names in lower case. */
  readonly given?: ReadonlyMap<string, string | File>;
  /** The accounts of the valid tokens of the request. */
  readonly accounts: readonly Account[];
  /** The service in the path; undefined where the path names none, and when one is removed that is gone already. */
  readonly service?: ServiceRecord;
  /** What extensions answer about a layer; none where absent. */
  readonly layerAnswers?: LayerAnswers;
}

/** Answers about a layer, by the value of `f` in the address of its page. */
export type LayerAnswers = Readonly<
  Record<string, (requestContext: ServiceRequestContext, layer: LayerDefinition) => Promise<Response>>
>;

export type ServiceRequestContext = RequestContext & { readonly service: ServiceRecord };

export type Endpoint = (requestContext: RequestContext) => Promise<Response>;
export type ServiceEndpoint = (requestContext: ServiceRequestContext) => Promise<Response>;

type Row = (typeof routes)[number];
/** The routes whose paths name a service. */
export type ServiceRoute = Extract<Row, { path: `${string}{service+}${string}` }>['name'];
