import { streamed } from '../../body.ts';
import type { Call } from '../../handlers/call.ts';
import type { MapDefinition } from '../../service/definition.ts';
import type { OgcRow, OgcValues } from './contract/rows.ts';

/** What a request knows beside its parameters. */
export interface OgcCall extends Call {
  /** The default map, which is all that these interfaces show of a service. */
  readonly map: MapDefinition;
  /** Address of the interface, without query. */
  readonly address: string;
  /** That the request was sent with; the addresses in documents carry it on. */
  readonly token: string | undefined;
  /** Segments of the path that its row names. */
  readonly path: Readonly<Record<string, string>>;
  /** The path below the interface, with a slash in front; empty for the interface itself. */
  readonly here: string;
  /** The query as it was sent. */
  readonly query: string;
  /** Parameters that the row does not have, by names in lower case. */
  readonly others: ReadonlyMap<string, string>;
}

export type OgcResource<R extends OgcRow> = (call: OgcCall, values: OgcValues<R>) => Promise<Response>;

/** An address below the interface, with the token of the request. */
export function addressOf(
  { address, token }: OgcCall,
  below = '',
  query: Readonly<Record<string, string>> = {},
): string {
  const all = new URLSearchParams({ ...query, ...(token ? { token } : {}) }).toString();
  return `${address}${below}${all === '' ? '' : `?${all}`}`;
}

/** Answer text or bytes, not to be stored by the browser. */
export const typed = (body: BodyInit, type: string, status = 200): Response =>
  new Response(streamed(body), {
    status,
    headers: { 'content-type': type, 'cache-control': 'no-store' },
  });
