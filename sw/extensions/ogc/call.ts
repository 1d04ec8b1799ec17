import { toBodyStream } from '../../body.ts';
import type { Call } from '../../handlers/call.ts';
import { html, type Markup } from '../../pages/html.ts';
import { htmlPage } from '../../pages/page.ts';
import type { MapDefinition } from '../../service/definition.ts';
import type { OgcRow, OgcValues } from './contract/rows.ts';

/** The context in which a resource answers a request. */
export interface OgcCall extends Call {
  /** The default map, the only map of a service that these interfaces publish. */
  readonly map: MapDefinition;
  /** Address of the interface, without a query. */
  readonly address: string;
  /** The token of the request, which links in documents repeat. */
  readonly token: string | undefined;
  /** Path segments by the placeholder names of the row. */
  readonly path: Readonly<Record<string, string>>;
  /** The path below the interface, with a leading slash; empty for the interface itself. */
  readonly here: string;
  /** The query as sent. */
  readonly query: string;
  /** Parameters that the row doesn't define, by lower-case name. */
  readonly others: ReadonlyMap<string, string>;
}

export type OgcResource<R extends OgcRow> = (call: OgcCall, values: OgcValues<R>) => Promise<Response>;

/** Return an address below the interface, with the token of the request. */
export function ogcAddress(
  { address, token }: OgcCall,
  below = '',
  query: Readonly<Record<string, string>> = {},
): string {
  const all = new URLSearchParams({ ...query, ...(token ? { token } : {}) }).toString();
  return `${address}${below}${all === '' ? '' : `?${all}`}`;
}

/** Return a response with text or bytes that browsers must not cache. */
export const typedResponse = (body: BodyInit, type: string, status = 200): Response =>
  new Response(toBodyStream(body), {
    status,
    headers: { 'content-type': type, 'cache-control': 'no-store' },
  });

/** A link in a document (RFC 8288). */
export interface Link {
  readonly href: string;
  readonly rel: string;
  readonly type: string;
  readonly title?: string;
}

/** A document with links, which is sent as JSON or as a page. */
interface Document {
  readonly title: string;
  readonly links: readonly Link[];
  /** The JSON content, including the links. */
  readonly body: object;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const json = 'application/json';
export const geoJson = 'application/geo+json';

/** Return a document as JSON, or as an HTML page with its links. */
export function documentResponse(
  { title, links, body, type = json, headers = {} }: Document,
  isPage: boolean,
): Response {
  if (isPage) return htmlPage(title, documentPage(title, links, body));
  const response = typedResponse(JSON.stringify(body), `${type}${type === json ? '; charset=utf-8' : ''}`);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

const documentPage = (title: string, links: readonly Link[], body: object): Markup =>
  html`<h1>${title}</h1><ul>${links.map(
    (link) =>
      html`<li><a href="${link.href}">${link.title ?? link.rel}</a> <span class="soft">${link.type}</span></li>`,
  )}</ul><details><summary>JSON</summary><pre>${JSON.stringify(body, null, 1).slice(0, 100_000)}</pre></details>`;
