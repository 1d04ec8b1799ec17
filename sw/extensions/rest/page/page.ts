import type { Context } from '../../../context.ts';
import type { Fault } from '../../../contract/index.ts';
import { listParameterChoices } from '../../../contract/parameter.ts';
import { type Given, textParameter } from '../../../endpoints/request-parameters.ts';
import { html, type Markup } from '../../../pages/html.ts';
import { cards, field, framePage, linkList, type PageLink, splitCamelCase, withToken } from '../../../pages/page.ts';
import { restAddress, serviceAddress, serviceCard } from '../../../pages/service-card.ts';
import type { ServiceRecord } from '../../../store/store.ts';
import {
  listRestFormats,
  type RestMatch,
  type RestParameter,
  type RestRow,
  type RestServer,
  rowsBelow,
} from '../contract/index.ts';
import { restErrorCode } from '../response.ts';
import { renderReply } from './shown.ts';

/** Number of form fields that are always visible. Later fields are collapsed, unless required or set. */
const firstFields = 8;

type Parameter = readonly [name: string, RestParameter];

/** List the parameters that a form shows: all except unsupported ones. */
const listFormFields = ({ row }: RestMatch): Parameter[] =>
  Object.entries(row.parameters).filter(([, { kind }]) => kind !== 'unused');

/** Check whether a row has any parameters to fill in. */
const hasForm = (match: RestMatch): boolean => listFormFields(match).length > 0;

/** Return the text given for a parameter, by its name or an alias. */
const parameterValue = (parameters: Given, [name, { aliases = [] }]: Parameter): string | undefined =>
  [name, ...aliases].map((alias) => textParameter(parameters, alias)).find((text) => text !== undefined);

/** Check whether a request gives any parameter of a row. */
const givesAny = (match: RestMatch, requestParameters: Given): boolean =>
  listFormFields(match).some((parameter) => parameterValue(requestParameters, parameter) !== undefined);

/** Create the form of a row from its parameters. It works without scripts. */
function resourceForm(match: RestMatch, requestParameters: Given, address: string): Markup {
  const fields = listFormFields(match);
  const isSet = (parameter: Parameter) => parameterValue(requestParameters, parameter) !== undefined;
  const isFirst = (parameter: Parameter) => parameter[1].required || fields.indexOf(parameter) < firstFields;
  const first = fields.filter(isFirst);
  const others = fields.filter((parameter) => !isFirst(parameter));
  const shown = (parameter: Parameter) => makeFormField(parameter, parameterValue(requestParameters, parameter));
  const token = textParameter(requestParameters, 'token');
  const more = html`<details${others.some(isSet) ? html` open` : undefined}><summary>${others.length} more parameters</summary><div class="fields">${others.map(shown)}</div></details>`;
  return html`<form class="wide" method="get" action="${address}#result">${token === undefined ? undefined : html`<input type="hidden" name="token" value="${token}">`}
<div class="fields">${first.map(shown)}<label>Format<span class="soft">of the response</span><select name="f">${listRestFormats(match.row).map((format) => html`<option>${format}</option>`)}</select></label></div>
${others.length > 0 ? more : undefined}<div class="row"><button>Send (GET)</button><button class="plain" formmethod="post">Send (POST)</button></div></form>`;
}

function makeFormField([name, parameter]: Parameter, fieldValue: string | undefined): Markup {
  const { kind, doc, required } = parameter;
  const value = fieldValue ?? parameter.default ?? '';
  const choices = kind === 'boolean' ? ['true', 'false'] : listParameterChoices(parameter);
  if (choices.length > 0) {
    return field({ name, doc, required, control: 'select', options: value === '' ? ['', ...choices] : choices, value });
  }
  const isLong = kind === 'json' || kind === 'layerTexts' || kind === 'geometry';
  return field({ name, doc, required, control: isLong ? 'textarea' : 'text', value });
}

export { givesAny, hasForm };

/** Request of a page, next to its response. */
interface PageRequest {
  readonly context: Context;
  readonly url: URL;
  readonly given: Given;
  /** The request gives no parameters. */
  readonly isBlank: boolean;
  readonly below: readonly string[];
  readonly server: RestServer;
  readonly service?: ServiceRecord | undefined;
}

/** The response that JSON would contain, or a fault. */
type Outcome = { readonly reply: object } | { readonly fault: Fault };

/** Number of rows on a page before its form is submitted. */
const fewRows = '10';

/** Limit the rows of a page that was opened without parameters. */
export function firstRows(match: RestMatch, requestParameters: Given): Given {
  if (!match.row.parameters.resultRecordCount || givesAny(match, requestParameters)) return requestParameters;
  return new Map([...requestParameters, ['resultrecordcount', fewRows]]);
}

/**
 * Show a resource or operation as a page: breadcrumbs, form, response and links. It works without scripts.
 *
 * If the request has no parameters, don't show a fault, because the user hasn't filled in the form yet.
 */
export async function resourcePage(request: PageRequest, match: RestMatch, outcome: Outcome): Promise<Response> {
  const { context, url, given, service, below } = request;
  const { row } = match;
  const title = pageTitle(request, match);
  const isOperation = hasForm(match);
  const address = pageAddress(request, below.length);
  const links = { service: pageAddress(request, 0), here: address, layer: match.path.layer };
  const answer =
    'reply' in outcome
      ? ((await serviceCards(request, outcome.reply)) ?? renderReply(outcome.reply, links))
      : !request.isBlank
        ? html`<p class="notice" role="alert"><strong>Error ${restErrorCode(outcome.fault)}</strong> ${outcome.fault.message}</p>`
        : undefined;
  const result = isOperation ? html`<div id="result">${answer && html`<h2>Answer</h2>`}${answer}</div>` : answer;
  const page = framePage({
    title,
    tabTitle: service ? `${title} (${service.key})` : title,
    doc: row.doc,
    trail: trail(request),
    links: formatLinks(request, match),
    body: html`${isOperation ? html`<div class="card">${resourceForm(match, given, address)}</div>` : undefined}${image(request, match)}${result}${childLinks(request, match)}`,
  });
  return withToken(page, url, context.base, textParameter(given, 'token'));
}

/** Show the services of a catalogue as cards with links to their interfaces; undefined for other responses. */
async function serviceCards({ context, service }: PageRequest, reply: object): Promise<Markup | undefined> {
  if (service || !('services' in reply)) return undefined;
  const { folders, services } = reply as Readonly<{
    folders: readonly string[];
    services: readonly { readonly name: string; readonly type: string }[];
  }>;
  const { base } = context;
  const stored = (await context.store.services()).filter(({ key }) => services.some(({ name }) => name === key));
  const list = stored.map((item) => {
    const types = services.filter(({ name }) => name === item.key);
    const interfaces = types.map(({ type }) => ({ title: type, href: restAddress(item, base, type) }));
    return serviceCard(item, base, restAddress(item, base), interfaces);
  });
  const folderLinks = folders.map((title) => ({
    title,
    href: `${base}rest/services/${encodeURIComponent(title)}`,
    doc: 'folder',
  }));
  return html`${linkList(folderLinks)}${list.length > 0 ? cards(list) : html`<p class="soft">No service is published yet.</p>`}`;
}

/** Return the address of the first `count` path segments of a page, without a query. */
function pageAddress({ context, service, server, below }: PageRequest, count: number): string {
  const path = below.slice(0, count).map(encodeURIComponent).join('/');
  if (!service) return `${context.base}rest/${path}`;
  return `${restAddress(service, context.base, server)}${path ? '/' : ''}${path}`;
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

function pageTitle(request: PageRequest, { name, path }: RestMatch): string {
  const { service, below } = request;
  const last = below.at(-1);
  if (!service) return name === 'folder' ? path.folder! : (catalogueTitles[name] ?? splitCamelCase(last!));
  if (last === undefined) return service.definition.document.Title || service.key;
  if (below.length === 1 && path.layer) return layerName(request, path.layer);
  const of = path.layer ? `: ${layerName(request, path.layer)}` : '';
  return /^\d+$/.test(last) ? `Row ${last}${of}` : `${splitCamelCase(last)}${of}`;
}

function trail(request: PageRequest): PageLink[] {
  const { context, service, server, below } = request;
  const { base } = context;
  const parts: PageLink[] = [
    { title: 'Soapstone', href: base },
    { title: 'REST services', href: `${base}rest/services` },
  ];
  const { folder } = service?.definition ?? {};
  if (folder) parts.push({ title: folder, href: `${base}rest/services/${encodeURIComponent(folder)}` });
  if (service) parts.push({ title: `${service.key.split('/').at(-1)} (${server})`, href: pageAddress(request, 0) });
  for (const [index, segment] of below.entries())
    if (service || (index > 0 && segment !== 'Geometry')) {
      const title = index === 0 && service ? layerName(request, segment) : segment;
      parts.push({ title, href: pageAddress(request, index + 1) });
    }
  return parts.map(({ title, href }, index) => (index === parts.length - 1 ? { title } : { title, href: href! }));
}

/** List links to the response in other formats, and to the service in other interfaces. */
function formatLinks(request: PageRequest, match: RestMatch): PageLink[] {
  const { context, given, service, below } = request;
  const query = (format: string) => {
    const parameters = new URLSearchParams({ f: format });
    for (const [name, value] of given)
      if (typeof value === 'string' && name !== 'f' && name !== 'token') parameters.set(name, value);
    return `?${parameters}`;
  };
  const names: Readonly<Record<string, string>> = { json: 'JSON', pjson: 'JSON, indented' };
  const formats = listRestFormats(match.row).filter((format) => format !== 'html');
  const links = formats.map((format) => ({ title: names[format] ?? format, href: query(format) }));
  if (service && below.length === 0) {
    links.push({ title: 'SOAP', href: serviceAddress(service, context.base) });
    links.push({ title: 'Open the map', href: `${context.base}?service=${encodeURIComponent(service.key)}` });
  }
  const explorer = new URLSearchParams({ page: 'explorer', operation: `rest:${match.name}` });
  if (service) explorer.set('service', service.key);
  links.push({ title: 'Explorer', href: `${context.base}?${explorer}` });
  if (match.name === 'catalogue')
    links.push(
      { title: 'SOAP services', href: `${context.base}services` },
      { title: 'Portals', href: `${context.base}portals` },
    );
  return links;
}

/** Show the current image of the service or layer; undefined on other pages. */
function image(request: PageRequest, { path }: RestMatch): Markup | undefined {
  const { context, service, below } = request;
  if (!service || below.length > (path.layer ? 1 : 0)) return undefined;
  const { layers } = service.definition.maps[0]!;
  if (path.layer && !layers.some(({ LayerID }) => String(LayerID) === path.layer)) return undefined;
  const layer = path.layer ? `?layer=${path.layer}` : '';
  const alt = path.layer ? layerName(request, path.layer) : service.definition.document.Title || service.key;
  return html`<img src="${serviceAddress(service, context.base)}/preview${layer}" width="640" height="360" alt="${alt}, current image">`;
}

/** Check whether the service has the capability that a row needs. Rows that answer with bytes aren't offered. */
function isOffered({ service, server }: PageRequest, row: RestRow): boolean {
  const need = row.servers?.[server] ?? 'nothing';
  return !row.bytes && (need === 'nothing' || !service || service.definition.capabilities.includes(need));
}

/**
 * List links to the resources and operations one segment below; undefined without any. Resources with a number in their
 * path are linked from the response instead.
 */
function childLinks(request: PageRequest, match: RestMatch): Markup | undefined {
  const { service, server, below } = request;
  const { layers = [] } = service?.definition.maps[0] ?? {};
  const layer = layers.find(({ LayerID }) => String(LayerID) === match.path.layer);
  // Groups and rasters have no rows, so no operation applies to them.
  if (layer && layer.kind !== 'feature') return undefined;
  const rows = rowsBelow(match.row, service && server).filter(([, row]) => isOffered(request, row));
  const links = rows
    .map(([, row]) => ({ doc: row.doc, segment: row.path.split('/').at(-1)! }))
    .filter(({ segment }) => !segment.startsWith('{'))
    .map(({ segment, doc }) => ({
      title: splitCamelCase(segment),
      href: `${pageAddress(request, below.length)}/${segment}`,
      doc,
    }));
  return links.length > 0 ? html`<h2>Resources and operations</h2>${linkList(links)}` : undefined;
}
