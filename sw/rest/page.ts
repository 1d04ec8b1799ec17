import type { RestMatch } from '../contract/rest/index.ts';
import { html, htmlPage } from '../pages/html.ts';
import { valueList } from '../pages/value-list.ts';

/** Show an answer to people. */
export function resourcePage({ url }: { readonly url: URL }, { row }: RestMatch, reply: object): Response {
  const asJson = new URLSearchParams(url.searchParams);
  asJson.set('f', 'pjson');
  return htmlPage(
    row.doc,
    html`<h1>${url.pathname.split('/').slice(-2).join('/')}</h1><p class="soft">${row.doc} As data: <a href="?${String(asJson)}">JSON</a></p><div class="card">${valueList(reply)}</div>`,
  );
}
