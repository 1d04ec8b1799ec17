import type { Context } from '../context.ts';
import type { Match, routes } from '../contract/routes.ts';
import type { Account } from '../portal/index.ts';
import type { ServiceRecord } from '../store/store.ts';

/** One request on its way through the backend, let in by the gate. */
export interface Visit {
  readonly context: Context;
  readonly request: Request;
  readonly url: URL;
  readonly match: Match;
  /** Who asks: the accounts of the good tokens that the request carries. */
  readonly accounts: readonly Account[];
  /** What the path names; undefined as well where it names none, and where one that is gone is to be removed. */
  readonly service?: ServiceRecord;
}

export type ServiceVisit = Visit & { readonly service: ServiceRecord };

export type Endpoint = (visit: Visit) => Promise<Response>;
export type ServiceEndpoint = (visit: ServiceVisit) => Promise<Response>;

type Row = (typeof routes)[number];
/** The routes whose paths name a service. */
export type ServiceRoute = Extract<Row, { path: `${string}{service+}${string}` }>['name'];
