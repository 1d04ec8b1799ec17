import type { Context } from '../../context.ts';
import type { Fault } from '../../contract/index.ts';
import { formatsOf, type RestMatch, type RestRow, type RestServer, rowsBelow } from '../../contract/rest/index.ts';
import { html, htmlPage, type Markup, withToken } from '../../pages/html.ts';
import type { ServiceRecord } from '../../store/store.ts';
import { type Given, givenText } from '../given.ts';
import { codeOf } from '../response.ts';
import { givesAny, hasForm, resourceForm } from './form.ts';
import { shownReply } from './shown.ts';
import { spaced } from './table.ts';

export { givesAny, hasForm };

/** What a page is made of beside its answer. */
interface PageRequest {
  readonly context: Context;
  readonly url: URL;
  readonly given: Given;
  /** No parameter was given. */
  readonly isBlank: boolean;
  readonly below: readonly string[];
  readonly server: RestServer;
  readonly service?: ServiceRecord | undefined;
}

/** An answer as JSON would give it, or what went wrong. */
type Outcome = { readonly reply: object } | { readonly fault: Fault };

/** Rows that a page shows of itself, before somebody submits its form. */
const fewRows = '10';

/** Let a page that is opened without parameters show few rows. */
export function firstRows(match: RestMatch, given: Given): Given {
  if (!match.row.parameters.resultRecordCount || givesAny(match, given)) return given;
  return new Map([...given, ['resultrecordcount', fewRows]]);
}

/**
 * Show a resource or operation to people: where it is, its form, its answer, and where it leads. It needs no script.
 *
 * A form that nobody has filled in yet is shown without the complaint that something is missing.
 */
export function resourcePage(request: PageRequest, match: RestMatch, outcome: Outcome): Promise<Response> {
  const { context, url, given, service, below } = request;
  const { row } = match;
  const title = titleOf(request, match);
  const isOperation = hasForm(match);
  const address = addressOf(request, below.length);
  const links = { service: addressOf(request, 0), here: address, layer: match.path.layer };
  const answer =
    'reply' in outcome
      ? shownReply(outcome.reply, links)
      : !request.isBlank
        ? html`<p class="notice" role="alert"><strong>Error ${codeOf(outcome.fault)}</strong> ${outcome.fault.message}</p>`
        : undefined;
  const body = html`<nav aria-label="Breadcrumb">${trail(request)}</nav>
<h1>${title}</h1><p class="soft">${row.doc}</p><nav aria-label="Formats" class="links">${formatLinks(request, match)}</nav>
${isOperation ? html`<div class="card">${resourceForm(match, given, address)}</div>` : undefined}
${picture(request, match)}<div id="result">${isOperation && answer ? html`<h2>Answer</h2>` : undefined}${answer}</div>${childLinks(request, match)}`;
  const page = htmlPage(service ? `${title} (${service.key})` : title, body);
  return withToken(page, url, context.base, givenText(given, 'token'));
}

/** The address of the first segments of a page, without its query. */
function addressOf({ context, service, server, below }: PageRequest, count: number): string {
  const path = below.slice(0, count).map(encodeURIComponent).join('/');
  if (!service) return `${context.base}rest/${path}`;
  const key = service.key.split('/').map(encodeURIComponent).join('/');
  return `${context.base}rest/services/${key}/${server}${path ? '/' : ''}${path}`;
}

function layerName({ service }: PageRequest, id: string): string {
  const map = service?.definition.maps[0];
  const table = map?.standaloneTables.find(({ ID }) => String(ID) === id);
  return map?.layers.find(({ LayerID }) => String(LayerID) === id)?.Name ?? table?.Name ?? id;
}

const catalogueTitles: Readonly<Record<string, string>> = {
  info: 'REST interface',
  catalogue: 'REST services',
  geometryService: 'Geometries',
};

function titleOf(request: PageRequest, { name, path }: RestMatch): string {
  const { service, below } = request;
  const last = below.at(-1);
  if (!service) return name === 'folder' ? path.folder! : (catalogueTitles[name] ?? spaced(last!));
  if (last === undefined) return service.definition.document.Title || service.key;
  if (below.length === 1 && path.layer) return layerName(request, path.layer);
  const of = path.layer ? `: ${layerName(request, path.layer)}` : '';
  return /^\d+$/.test(last) ? `Row ${last}${of}` : `${spaced(last)}${of}`;
}

function trail(request: PageRequest): Markup {
  const { context, service, server, below } = request;
  const { base } = context;
  const parts: (readonly [string, string])[] = [
    ['Soapstone', base],
    ['REST services', `${base}rest/services`],
  ];
  const { folder } = service?.definition ?? {};
  if (folder) parts.push([folder, `${base}rest/services/${encodeURIComponent(folder)}`]);
  if (service) parts.push([`${service.key.split('/').at(-1)} (${server})`, addressOf(request, 0)]);
  for (const [at, segment] of below.entries())
    if (service || (at > 0 && segment !== 'Geometry'))
      parts.push([at === 0 && service ? layerName(request, segment) : segment, addressOf(request, at + 1)]);
  return html`${parts.map(([text, address], at) => html`${at ? ' / ' : ''}${at === parts.length - 1 ? html`<span aria-current="page">${text}</span>` : html`<a href="${address}">${text}</a>`}`)}`;
}

/** The same answer in other formats; and the service elsewhere. */
function formatLinks(request: PageRequest, match: RestMatch): Markup {
  const { context, given, service, below } = request;
  const query = (format: string) => {
    const parameters = new URLSearchParams({ f: format });
    for (const [name, value] of given)
      if (typeof value === 'string' && name !== 'f' && name !== 'token') parameters.set(name, value);
    return `?${parameters}`;
  };
  const names: Readonly<Record<string, string>> = { json: 'JSON', pjson: 'JSON, indented' };
  const formats = formatsOf(match.row).filter((format) => format !== 'html');
  const links = formats.map((format) => [names[format] ?? format, query(format)]);
  if (service && below.length === 0) {
    const key = service.key.split('/').map(encodeURIComponent).join('/');
    links.push(['SOAP', `${context.base}services/${key}/MapServer`]);
    links.push(['On the map page', `${context.base}?service=${encodeURIComponent(service.key)}`]);
  }
  const explorer = new URLSearchParams({ page: 'explorer', operation: `rest:${match.name}` });
  if (service) explorer.set('service', service.key);
  links.push(['Explorer', `${context.base}?${explorer}`]);
  return html`${links.map(([text, address]) => html`<a href="${address!}">${text}</a>`)}`;
}

/** The service or layer as it is drawn now. */
function picture(request: PageRequest, { path }: RestMatch): Markup | undefined {
  const { context, service, below } = request;
  if (!service || below.length > (path.layer ? 1 : 0)) return undefined;
  const { layers } = service.definition.maps[0]!;
  if (path.layer && !layers.some(({ LayerID }) => String(LayerID) === path.layer)) return undefined;
  const key = service.key.split('/').map(encodeURIComponent).join('/');
  const layer = path.layer ? `?layer=${path.layer}` : '';
  const alt = path.layer ? layerName(request, path.layer) : service.definition.document.Title || service.key;
  return html`<img src="${context.base}services/${key}/MapServer/preview${layer}" width="640" height="360" alt="${alt}, current image">`;
}

/** Whether the service may be asked what a row needs. */
function isOffered({ service, server }: PageRequest, row: RestRow): boolean {
  const need = row.servers?.[server] ?? 'nothing';
  return !row.bytes && (need === 'nothing' || !service || service.definition.capabilities.includes(need));
}

/** The resources and operations one segment below; those by a number are linked where the answer names them. */
function childLinks(request: PageRequest, match: RestMatch): Markup | undefined {
  const { service, server, below } = request;
  const { layers = [] } = service?.definition.maps[0] ?? {};
  const layer = layers.find(({ LayerID }) => String(LayerID) === match.path.layer);
  // Groups and rasters have no rows, which is what all operations on a layer are about.
  if (layer && layer.kind !== 'feature') return undefined;
  const rows = rowsBelow(match.row, service && server).filter(([, row]) => isOffered(request, row));
  const links = rows
    .map(([, row]) => ({ doc: row.doc, segment: row.path.split('/').at(-1)! }))
    .filter(({ segment }) => !segment.startsWith('{'));
  if (links.length === 0) return undefined;
  const here = addressOf(request, below.length);
  return html`<h2>Resources and operations</h2><ul>${links.map(({ segment, doc }) => html`<li><a href="${here}/${segment}">${spaced(segment)}</a> <span class="soft">${doc}</span></li>`)}</ul>`;
}
