import type { Context } from '../context.ts';
import type { Match } from '../routes.ts';

/** One request on its way through the backend. */
export interface Visit {
  readonly context: Context;
  readonly request: Request;
  readonly url: URL;
  readonly match: Match;
}

export type Endpoint = (visit: Visit) => Promise<Response>;
