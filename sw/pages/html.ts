/** Text that is markup already; everything else is escaped when it is put into a template. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Piece = string | number | Markup | readonly Piece[] | undefined;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const render = (piece: Piece): string => {
  if (piece === undefined) return '';
  if (piece instanceof Markup) return piece.text;
  if (Array.isArray(piece)) return piece.map(render).join('');
  return String(piece).replace(/[&<>"']/g, (character) => escapes[character]!);
};

/** Write HTML; what is put in is escaped unless it is markup made by this function. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Markup {
  return new Markup(strings.reduce((text, string, index) => text + render(pieces[index - 1]) + string));
}

const style = `
:root{color-scheme:light dark;--ink:#1d2524;--soft:#5b6866;--line:#d8dedc;--paper:#fbfcfb;--card:#fff;--accent:#0b6b5d}
@media (prefers-color-scheme:dark){:root{--ink:#e6ecea;--soft:#9aa8a5;--line:#2f3a38;--paper:#131918;--card:#1a2220;--accent:#63c7b5}}
*{box-sizing:border-box}body{margin:0;font:16px/1.55 'Source Sans 3',Inter,system-ui,sans-serif;color:var(--ink);background:var(--paper)}
main{max-width:58rem;margin:0 auto;padding:1.5rem 1.25rem 4rem}a{color:var(--accent)}h1{font-size:1.7rem;line-height:1.2;margin:.6rem 0 .4rem}
h2{font-size:1.05rem;margin:2rem 0 .5rem}nav{font-size:.9rem;color:var(--soft)}nav a{margin-right:.35rem}
dl{display:grid;grid-template-columns:minmax(9rem,14rem) minmax(0,1fr);gap:.35rem 1.2rem;margin:0}dt{color:var(--soft);overflow-wrap:anywhere}dd{margin:0;overflow-wrap:anywhere}
ul{padding-left:1.1rem;margin:.3rem 0}code{font:.88em ui-monospace,SFMono-Regular,Menlo,monospace}
table{border-collapse:collapse;width:100%;font-size:.92rem}th,td{text-align:left;padding:.4rem .6rem .4rem 0;border-bottom:1px solid var(--line);vertical-align:top}th{color:var(--soft);font-weight:600}
img{display:block;max-width:100%;height:auto;margin:1rem 0;border:1px solid var(--line);border-radius:10px;background:var(--card)}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1rem 1.2rem;margin:1rem 0}.soft{color:var(--soft)}
dl dl{grid-template-columns:minmax(5rem,10rem) minmax(0,1fr)}dl dl dl{display:block}dl dl dl dd{margin-bottom:.4rem}
form{display:grid;gap:.7rem;margin:.6rem 0 0;max-width:34rem}label{display:grid;gap:.2rem;font-weight:600}label .soft{font-weight:400;font-size:.88rem}
input,select,textarea,button{font:inherit;font-weight:400;padding:.42rem .6rem;border:1px solid var(--line);border-radius:6px;background:var(--paper);color:var(--ink)}textarea{min-height:5rem}
button{justify-self:start;background:var(--accent);color:var(--paper);border-color:transparent;font-weight:600;cursor:pointer}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
details{border-top:1px solid var(--line);padding:.6rem 0}summary{cursor:pointer}.notice{border-left:4px solid var(--accent);padding:.6rem .9rem;background:var(--card)}
.scroll{overflow-x:auto}.scroll table{width:max-content;min-width:100%}.scroll td{max-width:24rem;overflow-wrap:anywhere}.lines{white-space:pre-line}.links a{margin-right:.9rem}.row{display:flex;gap:.6rem;flex-wrap:wrap}button.plain{background:none;color:var(--accent);border-color:var(--line)}
form.wide{max-width:none;margin:0;grid-template-columns:minmax(0,1fr)}.fields{display:grid;gap:0 1.2rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr))}.fields label{grid-row:span 3;grid-template-rows:subgrid;grid-template-columns:minmax(0,1fr);gap:.2rem;margin-bottom:.8rem;overflow-wrap:anywhere}form details .fields{margin:.7rem 0 .3rem}.fields input,.fields select,.fields textarea{width:100%;min-height:2.6rem;align-self:start}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:.85em ui-monospace,monospace;margin:0}img.inline{display:inline-block;vertical-align:middle;margin:0 .4rem 0 0;border:0;border-radius:0;background:#fff}
.swatch{display:inline-block;width:1.1em;height:1.1em;margin-right:.3rem;vertical-align:-.15em;border:1px solid var(--line);border-radius:3px}.legend{list-style:none;padding:0}.legend li{margin:.2rem 0}
@media (max-width:36rem){.scroll table{display:table}dl{grid-template-columns:minmax(0,1fr)}dd{margin-bottom:.5rem}table{display:block;overflow-x:auto}}
`;

/** What a page made by the backend may load: nothing but its own style and pictures of its own origin. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";

/** Answer a whole page in the style of the directory, with the security headers every page of the backend has. */
export function htmlPage(title: string, body: Markup, status = 200): Response {
  const text = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${new Markup(style)}</style></head><body><main>${body}</main></body></html>`;
  return new Response(text.text, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      // Addresses may carry a token; with "no-referrer" forms would come without the origin they are checked by.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-cache',
    },
  });
}

/** Let links and pictures of a page that stay within the services carry the token that it was requested with. */
export async function withToken(
  page: Response,
  url: URL,
  base: string,
  token: string | null | undefined = url.searchParams.get('token'),
): Promise<Response> {
  if (!token) return page;
  const more = `token=${encodeURIComponent(token)}`;
  // Quotes here are of our own markup: in other text they are escaped.
  const text = (await page.text()).replace(/ (href|src)="([^"]*)"/g, (whole, name: string, address: string) =>
    address.startsWith(`${base}services`) || address.startsWith(`${base}rest/`) || address.startsWith('?')
      ? ` ${name}="${address}${address.includes('?') ? '&amp;' : '?'}${more}"`
      : whole,
  );
  return new Response(text, page);
}
