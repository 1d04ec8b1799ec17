import { html, type Markup } from '../../../pages/html.ts';
import { htmlPage } from '../../../pages/page.ts';
import { typed } from '../call.ts';

/** A link of a document, as RFC 8288 has it. */
export interface Link {
  readonly href: string;
  readonly rel: string;
  readonly type: string;
  readonly title?: string;
}

/** A document with links, for programs and as a page. */
interface Document {
  readonly title: string;
  readonly links: readonly Link[];
  /** What is written as JSON; the links are in it. */
  readonly body: object;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const json = 'application/json';
export const geoJson = 'application/geo+json';

/** Answer a document as JSON, or as a page of its links. */
export function replyOf({ title, links, body, type = json, headers = {} }: Document, isPage: boolean): Response {
  if (isPage) return htmlPage(title, pageOf(title, links, body));
  const response = typed(JSON.stringify(body), `${type}${type === json ? '; charset=utf-8' : ''}`);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

const pageOf = (title: string, links: readonly Link[], body: object): Markup =>
  html`<h1>${title}</h1><ul>${links.map(
    (link) =>
      html`<li><a href="${link.href}">${link.title ?? link.rel}</a> <span class="soft">${link.type}</span></li>`,
  )}</ul><details><summary>JSON</summary><pre>${JSON.stringify(body, null, 1).slice(0, 100_000)}</pre></details>`;
