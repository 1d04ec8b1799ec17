import type { Fault } from '../contract/index.ts';
import type { ExtensionRoute, Match } from '../contract/routes.ts';
import type { RemoteStore } from '../store/open-store.ts';
import type { Given } from './given.ts';
import type { Endpoint, LayerAnswers, ServiceEndpoint, ServiceRoute } from './request-context.ts';

/** A request that is refused, as far as it was read. */
interface Refusal {
  readonly fault: Fault;
  readonly request: Request;
  readonly url: URL;
  readonly match: Match;
  /** Undefined where the request gives nothing as REST does. */
  readonly given: Given | undefined;
}

/** What an extension adds to the backend. The core knows none of them by name, and goes on without any. */
export interface Extension {
  /** That of its folders. */
  readonly name: string;
  /** Answers at the addresses that the table of the routes gives to this extension. */
  readonly endpoints?: { readonly [R in ExtensionRoute]?: R extends ServiceRoute ? ServiceEndpoint : Endpoint };
  /** More answers about a layer, by the value of `f` in the address of its page. */
  readonly layerAnswers?: LayerAnswers;
  /** Whether query and form of a request are read before the gate, since a token may be among them. */
  readonly givesParameters?: (match: Match, request: Request) => boolean;
  /** Answers a fault in the form that clients of the interface read; undefined for requests of others. */
  readonly refuse?: (refusal: Refusal) => Promise<Response | undefined>;
  /** Reads tables and rasters that stay on other servers. */
  readonly remote?: RemoteStore;
}
