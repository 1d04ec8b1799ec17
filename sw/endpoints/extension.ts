import type { Fault } from '../contract/index.ts';
import type { ExtensionRoute, Match } from '../contract/routes.ts';
import type { RemoteStore } from '../store/open-store.ts';
import type { Endpoint, LayerAnswers, ServiceEndpoint, ServiceRoute } from './request-context.ts';
import type { Given } from './request-parameters.ts';

/** A refused request, with the parts that had been read by then. */
interface Refusal {
  readonly fault: Fault;
  readonly request: Request;
  readonly url: URL;
  readonly match: Match;
  /** Undefined if the request doesn't use REST parameters. */
  readonly parameters: Given | undefined;
}

/** The parts that an extension adds to the backend. The core names no extension and works without them. */
export interface Extension {
  /** Name of the extension and of its folders. */
  readonly name: string;
  /** Endpoints of the routes that belong to this extension. */
  readonly endpoints?: { readonly [R in ExtensionRoute]?: R extends ServiceRoute ? ServiceEndpoint : Endpoint };
  /** Additional formats of a layer's page, by the value of `f`. */
  readonly layerAnswers?: LayerAnswers;
  /** Return whether to read the query and form of a request before the gate, because they can contain a token. */
  readonly givesParameters?: (match: Match, request: Request) => boolean;
  /** Return a fault in the format that clients of the interface expect; undefined for requests to other interfaces. */
  readonly refuse?: (refusal: Refusal) => Promise<Response | undefined>;
  /** Reads tables and rasters on other servers. */
  readonly remote?: RemoteStore;
}
