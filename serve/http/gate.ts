import type { IncomingMessage } from 'node:http';
import { relayedHeader } from '../../sw/contract/relayed.ts';

/** Who may ask, beside programs of this machine under its usual names. */
export interface GatePolicy {
  readonly port: number;
  /** Names of this machine, in lower case, under which others reach it; any port. */
  readonly allowedHosts: readonly string[];
  /** Origins whose pages may ask, such as `http://localhost:5173`. */
  readonly allowedOrigins: readonly string[];
}

export interface Refusal {
  readonly status: number;
  readonly message: string;
}

/** What the gate looks at. */
type Facts = Pick<IncomingMessage, 'headers' | 'method'>;

/**
 * Say why the name in the `Host` header is not ours, or nothing. A web page whose name was made to point at this machine
 * (DNS rebinding) is of the same origin to the browser, so that nothing else would keep it out.
 */
export function foreignHost({ headers }: Facts, { port, allowedHosts }: GatePolicy): Refusal | undefined {
  const found = (headers.host ?? '').toLowerCase();
  const [, name = '', foundPort = '80'] = /^(\[[0-9a-f:]+\]|[^:]*)(?::(\d+))?$/.exec(found) ?? [];
  const isOwn = name === '127.0.0.1' || name === '[::1]' || name === 'localhost' || name.endsWith('.localhost');
  if ((isOwn && foundPort === String(port)) || allowedHosts.includes(name)) return undefined;
  return {
    status: 403,
    message: `Host: localhost:${port} expected, "${found.slice(0, 80)}" found. Start with --allowed-host NAME to allow another name.`,
  };
}

/**
 * Say why a request for the maps is refused, or nothing. Programs send no `Origin`; pages of other sites do, or their browser
 * says that they are of another site, whatever method and content type they choose.
 */
export function foreignPage({ headers }: Facts, { allowedOrigins }: GatePolicy): Refusal | undefined {
  if (headers[relayedHeader] !== undefined)
    return { status: 508, message: 'The request has gone through this program already: no worker controls the page.' };
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  const isForeign = origin !== undefined ? origin !== `http://${host}` : site === 'cross-site' || site === 'same-site';
  if (!isForeign || (origin !== undefined && allowedOrigins.includes(origin))) return undefined;
  return {
    status: 403,
    message: `Pages of ${origin ?? 'another site'} may not ask. Start with --allow-origin ORIGIN to allow them.`,
  };
}

/** Headers that let a page of an allowed origin read the answer; none for programs. */
export function corsHeaders({ headers }: Facts, { allowedOrigins }: GatePolicy): [string, string][] {
  const { origin } = headers;
  if (origin === undefined || !allowedOrigins.includes(origin)) return [];
  return [
    ['access-control-allow-origin', origin],
    ['access-control-expose-headers', '*'],
    ['vary', 'origin'],
  ];
}

/** What a browser is answered that asks before it sends; undefined for every other request. */
export function preflightHeaders(facts: Facts, policy: GatePolicy): [string, string][] | undefined {
  if (facts.method !== 'OPTIONS' || facts.headers['access-control-request-method'] === undefined) return undefined;
  const cors = corsHeaders(facts, policy);
  if (cors.length === 0) return undefined;
  return [
    ...cors,
    ['access-control-allow-methods', 'GET, HEAD, POST, PATCH, DELETE'],
    ['access-control-allow-headers', facts.headers['access-control-request-headers'] ?? '*'],
    ['access-control-max-age', '600'],
  ];
}
