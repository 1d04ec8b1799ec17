import { html, Markup, type Piece } from './html.ts';

/** A link of a page. Without `href`, it stands for the current page. */
export interface PageLink {
  readonly title: string;
  readonly href?: string;
  readonly doc?: string;
}

interface FramedPage {
  readonly title: string;
  /** Title of the tab, if it differs from the heading. */
  readonly tabTitle?: string;
  readonly doc?: string | undefined;
  /** Breadcrumbs: the pages above, starting with the root of the app. */
  readonly trail: readonly PageLink[];
  /** The same content in other formats and interfaces. */
  readonly links?: readonly PageLink[];
  readonly body: Piece;
  readonly status?: number;
}

/** Return a page in the common layout: breadcrumbs, heading, description, other formats, body. */
export function framePage(page: FramedPage): Response {
  const { title, tabTitle = title, doc, trail, links = [], body, status } = page;
  return htmlPage(
    tabTitle,
    html`<nav aria-label="Breadcrumb">${trail.map((item, index) => html`${index ? ' / ' : ''}${linkTo(item)}`)}</nav>
<h1>${title}</h1>${doc ? html`<p class="soft lines">${doc}</p>` : undefined}
${links.length > 0 ? html`<nav aria-label="Formats" class="links">${links.map(linkTo)}</nav>` : undefined}${body}`,
    status,
  );
}

const linkTo = ({ title, href }: PageLink): Markup =>
  href === undefined ? html`<span aria-current="page">${title}</span>` : html`<a href="${href}">${title}</a>`;

/** Write a list of links with their descriptions. Return undefined if there are no links. */
export const linkList = (links: readonly PageLink[]): Markup | undefined =>
  links.length === 0
    ? undefined
    : html`<ul>${links.map((item) => html`<li>${linkTo(item)} <span class="soft">${item.doc}</span></li>`)}</ul>`;

/** Write a table that scrolls if it is wider than the page. */
export const table = (title: string, columns: readonly Piece[], rows: readonly (readonly Piece[])[]): Markup =>
  html`<div class="scroll" role="region" tabindex="0" aria-label="${title}"><table><thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;

/** Insert spaces into a name: `queryRelatedRecords` becomes "Query related records". */
export const splitCamelCase = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z](?![A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);

export interface Card {
  readonly title: string;
  readonly href: string;
  /** Address of an image of 640 by 360 pixels. */
  readonly image?: string;
  readonly description: string;
  readonly facts: readonly string[];
  readonly links?: readonly PageLink[];
}

/** Show catalogue entries as cards: an image, the name, two lines of the description, and facts. */
export const cards = (all: readonly Card[]): Markup => html`<ul class="cards">${all.map(card)}</ul>`;

const card = ({ title, href, image, description, facts, links = [] }: Card): Markup =>
  html`<li>${image === undefined ? undefined : html`<img src="${image}" alt="" width="640" height="360" loading="lazy">`}<h2><a href="${href}">${title}</a></h2>
<p class="clamp">${description}</p><p class="soft facts">${facts.join(' · ')}</p>${links.length > 0 ? html`<p class="links">${links.map((item) => html`<a href="${item.href}">${item.title}</a>`)}</p>` : undefined}</li>`;

interface Field {
  readonly name: string;
  readonly doc: string;
  readonly required?: boolean | undefined;
  readonly control: 'select' | 'textarea' | 'file' | 'password' | 'number' | 'text';
  /** Options of a select. */
  readonly options?: readonly string[];
  readonly value: string;
}

/** Write a labeled form field. */
export function field({ name, doc, required, control, options = [], value }: Field): Markup {
  const needed = required ? html` required` : undefined;
  const isChosen = (candidate: string) => candidate.toLowerCase() === value.trim().toLowerCase();
  const controls: Readonly<Record<Field['control'], () => Markup>> = {
    select: () =>
      html`<select name="${name}"${needed}>${options.map((option) => html`<option${isChosen(option) ? html` selected` : undefined}>${option}</option>`)}</select>`,
    textarea: () => html`<textarea rows="2" name="${name}" spellcheck="false"${needed}>
${value}</textarea>`,
    file: () => html`<input type="file" name="${name}"${needed}>`,
    // Passwords are never written back into a page.
    password: () => html`<input type="password" name="${name}" autocomplete="off"${needed}>`,
    number: () => html`<input type="number" step="1" name="${name}" value="${value}"${needed}>`,
    text: () => html`<input name="${name}" value="${value}" spellcheck="false" autocomplete="off"${needed}>`,
  };
  return html`<label>${name}${required ? ' *' : ''}<span class="soft">${doc}</span>${controls[control]()}</label>`;
}

const style = `
:root{color-scheme:light dark;--ink:#1d2524;--soft:#5b6866;--line:#d8dedc;--paper:#fbfcfb;--card:#fff;--accent:#0b6b5d}
@media (prefers-color-scheme:dark){:root{--ink:#e6ecea;--soft:#9aa8a5;--line:#2f3a38;--paper:#131918;--card:#1a2220;--accent:#63c7b5}}
*{box-sizing:border-box}body{margin:0;font:16px/1.55 'Source Sans 3',Inter,system-ui,sans-serif;color:var(--ink);background:var(--paper)}
main{max-width:58rem;margin:0 auto;padding:1.5rem 1.25rem 4rem}a{color:var(--accent)}h1{font-size:1.7rem;line-height:1.2;margin:.6rem 0 .4rem}
h2{font-size:1.05rem;margin:2rem 0 .5rem}nav{font-size:.9rem;color:var(--soft)}
dl{display:grid;grid-template-columns:minmax(9rem,14rem) minmax(0,1fr);gap:.35rem 1.2rem;margin:0}dt{color:var(--soft);overflow-wrap:break-word}dd{margin:0;overflow-wrap:anywhere}
ul{padding-left:1.1rem;margin:.3rem 0}code{font:.88em ui-monospace,SFMono-Regular,Menlo,monospace}
table{border-collapse:collapse;width:100%;font-size:.92rem}th,td{text-align:left;padding:.4rem .6rem .4rem 0;border-bottom:1px solid var(--line);vertical-align:top}th{color:var(--soft);font-weight:600}
img{display:block;max-width:100%;height:auto;margin:1rem 0;border:1px solid var(--line);border-radius:10px;background:var(--card)}
.cards{list-style:none;padding:0;margin:1.4rem 0;display:grid;gap:1.1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,18rem),1fr))}main:has(>.cards){max-width:92rem}
.cards>li{position:relative;display:flex;flex-direction:column;gap:.35rem;max-width:32rem;margin:0;padding:0 1rem .9rem;overflow:hidden;background:var(--card);border:1px solid var(--line);border-radius:10px;box-shadow:0 1px 2px rgb(20 35 30/8%)}.cards>li:hover{border-color:var(--accent)}
.cards img{width:calc(100% + 2rem);max-width:none;margin:0 -1rem .4rem;aspect-ratio:16/9;object-fit:cover;border:0;border-bottom:1px solid var(--line);border-radius:0;background:var(--line)}.cards h2{margin:.5rem 0 0;font-size:1.15rem;line-height:1.3}.cards h2 a{text-decoration:none}.cards h2 a::after{content:'';position:absolute;inset:0}.cards p{margin:0}.cards h2:first-child{margin-top:.9rem}
.clamp{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}.cards .facts{margin-top:auto;font-size:.88rem}.cards .links{position:relative;align-self:start;font-size:.9rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1rem 1.2rem;margin:1rem 0}.soft{color:var(--soft)}
dl dl{grid-template-columns:minmax(5rem,10rem) minmax(0,1fr)}dl dl dl{display:block}dl dl dl dd{margin-bottom:.4rem}
form{display:grid;gap:.7rem;margin:.6rem 0 0;max-width:34rem}label{display:grid;gap:.2rem;font-weight:600}label .soft{font-weight:400;font-size:.88rem}
input,select,textarea,button{font:inherit;font-weight:400;padding:.42rem .6rem;border:1px solid var(--line);border-radius:6px;background:var(--paper);color:var(--ink)}textarea{min-height:5rem}
button{justify-self:start;background:var(--accent);color:var(--paper);border-color:transparent;font-weight:600;cursor:pointer}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
details{border-top:1px solid var(--line);padding:.6rem 0}summary{cursor:pointer}.notice{border-left:4px solid var(--accent);padding:.6rem .9rem;background:var(--card)}
.scroll{overflow-x:auto}.scroll table{width:max-content;min-width:100%}.scroll td{max-width:24rem;overflow-wrap:break-word}.lines{white-space:pre-line}.links{display:flex;flex-wrap:wrap;gap:.2rem .9rem}.links a{white-space:nowrap}.row{display:flex;gap:.6rem;flex-wrap:wrap}button.plain{background:none;color:var(--accent);border-color:var(--line)}
form.wide{max-width:none;margin:0;grid-template-columns:minmax(0,1fr)}.fields{display:grid;gap:0 1.2rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr))}.fields label{grid-row:span 3;grid-template-rows:subgrid;grid-template-columns:minmax(0,1fr);gap:.2rem;margin-bottom:.8rem;overflow-wrap:anywhere}form details .fields{margin:.7rem 0 .3rem}.fields input,.fields select,.fields textarea{width:100%;min-height:2.6rem;align-self:start}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:.85em ui-monospace,monospace;margin:0}img.inline{display:inline-block;vertical-align:middle;margin:0 .4rem 0 0;border:0;border-radius:0;background:#fff}
.swatch{display:inline-block;width:1.1em;height:1.1em;margin-right:.3rem;vertical-align:-.15em;border:1px solid var(--line);border-radius:3px}.legend{list-style:none;padding:0}.legend li{margin:.2rem 0}
@media (max-width:36rem){.scroll table{display:table}dl{grid-template-columns:minmax(0,1fr)}dd{margin-bottom:.5rem}table{display:block;overflow-x:auto}}
`;

/** Content security policy of backend pages: only their own style, and images of their own origin. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";

/** Return a complete HTML page in the common style, with the security headers of all backend pages. */
export function htmlPage(title: string, body: Markup, status = 200): Response {
  const text = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${new Markup(style)}</style></head><body><main>${body}</main></body></html>`;
  return new Response(text.text, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      // URLs can contain a token. With "no-referrer", forms would lack the origin that the gate checks.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-cache',
    },
  });
}

/** Return an error page. */
export const errorPage = (code: number, message: string, status = code): Response =>
  htmlPage(`Error ${code}`, html`<h1>Error ${code}</h1><p>${message}</p>`, status);

/** Add the token of a page's request to the page's links and images below the services. */
export async function withToken(
  page: Response,
  url: URL,
  base: string,
  token: string | null | undefined = url.searchParams.get('token'),
): Promise<Response> {
  if (!token) return page;
  const more = `token=${encodeURIComponent(token)}`;
  // These quotes are always markup, because other text is escaped.
  const text = (await page.text()).replace(/ (href|src)="([^"]*)"/g, (whole, name: string, address: string) =>
    address.startsWith(`${base}services`) || address.startsWith(`${base}rest/`) || address.startsWith('?')
      ? ` ${name}="${address}${address.includes('?') ? '&amp;' : '?'}${more}"`
      : whole,
  );
  return new Response(text, page);
}
