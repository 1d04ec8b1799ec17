import type { IncomingMessage } from 'node:http';
import type { Client } from './client.ts';

/** Origins and host names that may send requests, in addition to programs on this machine under its usual names. */
export interface GatePolicy {
  readonly port: number;
  /** Host names of this machine for other machines, in lower case, with any port. */
  readonly allowedHosts: readonly string[];
  /** Origins whose pages may send requests, such as `http://localhost:5173`. */
  readonly allowedOrigins: readonly string[];
}

export interface Refusal {
  readonly status: number;
  readonly message: string;
}

/** The parts of a request that the gate checks. */
export type Facts = Pick<IncomingMessage, 'headers' | 'method' | 'url'> & Client;

/**
 * Return the refusal if the `Host` header has a foreign name; otherwise undefined.
 *
 * In DNS rebinding, a web page makes its own name resolve to this machine. The browser treats it as the same origin, so
 * no other check would refuse it.
 */
export function foreignHost({ host, origin }: Facts, { port, allowedHosts }: GatePolicy): Refusal | undefined {
  const defaultPort = origin.startsWith('https:') ? '443' : '80';
  const [, name = '', requestedPort = defaultPort] = /^(\[[0-9a-f:]+\]|[^:]*)(?::(\d+))?$/.exec(host) ?? [];
  const isOwn = name === '127.0.0.1' || name === '[::1]' || name === 'localhost' || name.endsWith('.localhost');
  if ((isOwn && requestedPort === String(port)) || allowedHosts.includes(name)) return undefined;
  return {
    status: 403,
    message: `Host: expected localhost:${port}, found "${host.slice(0, 80)}". Start with --allowed-host NAME to allow another name.`,
  };
}

/** The origin of a page whose browser doesn't reveal it. */
const unnamed = 'another site';

/**
 * Return the origin of the foreign page that a request comes from; undefined for programs and for this server's pages.
 *
 * Requests for images and scripts have no `Origin`. For them, browsers send `Sec-Fetch-Site` and the page in `Referer`.
 * To an address without TLS on another computer, they only send `Referer`.
 *
 * Programs may also send a `Referer`, if their token is bound to one. So a request with a token isn't treated as
 * foreign.
 */
function foreignOrigin({ headers, url, origin: localOrigin }: Facts): string | undefined {
  const { origin, referer = '', authorization = '' } = headers;
  if (origin !== undefined) return origin === localOrigin ? undefined : origin;
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return undefined;
  const from = /^https?:/i.test(referer) && URL.canParse(referer) ? new URL(referer).origin : localOrigin;
  if (site !== undefined) return from === localOrigin ? unnamed : from;
  if (from === localOrigin) return undefined;
  return /^Bearer /i.test(authorization) || parseQuery(url).has('token') ? undefined : from;
}

/** Return the parameters of an address by lower-case name. */
const parseQuery = (url = ''): Map<string, string> =>
  new Map([...new URLSearchParams(url.replace(/^[^?]*/, ''))].map(([name, value]) => [name.toLowerCase(), value]));

/**
 * Return the refusal if a request comes from a page of another site; otherwise undefined. Programs send no `Origin`.
 * For pages of other sites, the browser sends headers that reveal them, whatever method and content type they use.
 */
export function foreignPage(facts: Facts, { allowedOrigins }: GatePolicy): Refusal | undefined {
  const foreign = foreignOrigin(facts);
  if (foreign === undefined || allowedOrigins.includes(foreign)) return undefined;
  return {
    status: 403,
    message: `Pages of ${foreign} may not ask. Start with --allow-origin ORIGIN to allow them.`,
  };
}

/** Return headers for the pages that may read the answer: those of an allowed origin, otherwise only this server's. */
export function readerHeaders(facts: Facts, policy: GatePolicy): [string, string][] {
  const foreign = foreignOrigin(facts);
  const isAllowed = foreign !== undefined && policy.allowedOrigins.includes(foreign);
  return [
    ['cross-origin-resource-policy', isAllowed ? 'cross-origin' : 'same-origin'],
    ...(isAllowed ? corsHeaders(facts, policy) : []),
  ];
}

/** Return the CORS headers for a page of an allowed origin; none for programs. */
function corsHeaders({ headers }: Facts, { allowedOrigins }: GatePolicy): [string, string][] {
  const { origin } = headers;
  if (origin === undefined || !allowedOrigins.includes(origin)) return [];
  return [
    ['access-control-allow-origin', origin],
    ['access-control-expose-headers', '*'],
    ['vary', 'origin'],
  ];
}

/** Return the headers of a CORS preflight answer; undefined for other requests. */
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
