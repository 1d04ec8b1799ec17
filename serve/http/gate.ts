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
type Facts = Pick<IncomingMessage, 'headers' | 'method' | 'url'>;

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

/** Stands for the origin of a page whose browser does not say which it is. */
const unnamed = 'another site';

/**
 * Return the origin of the page of another site that a request comes from; undefined for programs and for our own pages.
 *
 * Images and scripts are requested without `Origin`; there the browser says in `Sec-Fetch-Site` that their page is another one,
 * and in `Referer` which. To an address without TLS that is not this computer it sends the `Referer` alone. Programs may send one
 * for tokens that are bound to it: what carries a token comes from no page that does not know it.
 */
function foreignOrigin({ headers, url }: Facts): string | undefined {
  const { origin, host, referer = '', authorization = '' } = headers;
  const own = `http://${host}`;
  if (origin !== undefined) return origin === own ? undefined : origin;
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return undefined;
  const from = /^https?:/i.test(referer) && URL.canParse(referer) ? new URL(referer).origin : own;
  if (site !== undefined) return from === own ? unnamed : from;
  const hasToken =
    /^Bearer /i.test(authorization) || headers['x-soapstone-token'] !== undefined || queryOf(url).has('token');
  return from === own || hasToken ? undefined : from;
}

/** Parameters of the address, by their names in lower case. */
const queryOf = (url = ''): Map<string, string> =>
  new Map([...new URLSearchParams(url.replace(/^[^?]*/, ''))].map(([name, value]) => [name.toLowerCase(), value]));

/**
 * Say why a request for the maps is refused, or nothing. Programs send no `Origin`; pages of other sites do, or their browser
 * says that they are of another site, whatever method and content type they choose.
 */
export function foreignPage(facts: Facts, { allowedOrigins }: GatePolicy): Refusal | undefined {
  if (facts.headers[relayedHeader] !== undefined)
    return { status: 508, message: 'The request has gone through this program already: no worker controls the page.' };
  // Browsers send a password that was typed once with the scripts of every page.
  if (/^Basic /i.test(facts.headers.authorization ?? '') && queryOf(facts.url).has('callback'))
    return { status: 403, message: `JSONP isn't answered with a basic authorization. Send the token in a header.` };
  const foreign = foreignOrigin(facts);
  if (foreign === undefined || allowedOrigins.includes(foreign)) return undefined;
  return {
    status: 403,
    message: `Pages of ${foreign} may not ask. Start with --allow-origin ORIGIN to allow them.`,
  };
}

/** Headers that say which pages may read the answer: those of an allowed origin, otherwise our own. */
export function readerHeaders(facts: Facts, policy: GatePolicy): [string, string][] {
  const foreign = foreignOrigin(facts);
  const isAllowed = foreign !== undefined && policy.allowedOrigins.includes(foreign);
  return [
    ['cross-origin-resource-policy', isAllowed ? 'cross-origin' : 'same-origin'],
    ...(isAllowed ? corsHeaders(facts, policy) : []),
  ];
}

/** Headers that let scripts of a page of an allowed origin read the answer; none for programs. */
function corsHeaders({ headers }: Facts, { allowedOrigins }: GatePolicy): [string, string][] {
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
