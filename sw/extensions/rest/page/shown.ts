import { inPath } from '../../../contract/in-path.ts';
import { html, type Markup, type Piece } from '../../../pages/html.ts';
import { splitCamelCase, table } from '../../../pages/page.ts';

/** Base addresses for the links in a response. */
interface PageLinks {
  readonly service: string;
  readonly here: string;
  readonly layer: string | undefined;
}

type Members = Readonly<Record<string, unknown>>;
const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members whose entries are layers or tables with an ID. */
const layerLists = new Set(['layers', 'tables', 'subLayers', 'parentLayer']);
/** Maximum columns of a table. Larger entries become collapsible blocks. */
const maxColumns = 12;

/** Show a response: rows, then simple members as facts, lists under headings, and collapsible structures. */
export function renderReply(reply: object, links: PageLinks): Markup {
  const hasRows = 'features' in reply;
  // The feature table already shows these members.
  const isShown = (name: string) => !hasRows || !['features', 'fields', 'fieldAliases'].includes(name);
  const members = Object.entries(reply).filter(([name, value]) => !isNothing(value) && isShown(name));
  const lists = members.filter(
    (entry): entry is [string, Members[]] => Array.isArray(entry[1]) && entry[1].some(isMembers),
  );
  const structures = members.filter(([, value]) => isMembers(value) && !isShort(value));
  const facts = members.filter((member) => !lists.includes(member as never) && !structures.includes(member));
  return html`${hasRows ? featureTable(reply as Members, links) : undefined}${facts.length > 0 ? html`<div class="card">${factList(facts, links)}</div>` : undefined}
${lists.map(([name, value]) => html`<h2>${splitCamelCase(name)}</h2>${renderList(value, name, links)}`)}
${structures.map(([name, value]) => html`<details${name === 'drawingInfo' || name === 'feature' ? html` open` : undefined}><summary>${splitCamelCase(name)}</summary>${shown(value, name, links)}</details>`)}`;
}

/** Check whether a structure fits on one line. */
const isShort = (value: Members): boolean => ['xmin', 'wkid', 'wkt', 'id'].some((name) => name in value);

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

const factList = (facts: readonly (readonly [string, unknown])[], links: PageLinks): Markup =>
  html`<dl>${facts.filter(([, value]) => !isNothing(value)).map(([name, value]) => html`<dt>${name}</dt><dd>${shown(value, name, links)}</dd>`)}</dl>`;

/** Show a value of a response according to its type. */
function shown(value: unknown, member: string, links: PageLinks): Piece {
  if (isNothing(value)) return undefined;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return renderArray(value, member, links);
  if (isMembers(value)) return renderMembers(value, member, links);
  const text = String(value);
  if (member === 'href' && /^https?:\/\//.test(text))
    return html`<a href="${text}">${text}</a><img src="${text}" alt="The answer">`;
  if (member === 'relatedTableId') return link(`${links.service}/${text}`, text);
  if (member === 'folders') return link(`${links.here}/${encodeURIComponent(text)}`, text);
  if (/^https?:\/\//.test(text)) return link(text, text);
  if (/<\w/.test(text)) return html`<pre>${text}</pre>`;
  return text.includes('\n') ? html`<span class="lines">${text}</span>` : text;
}

function renderArray(value: readonly unknown[], member: string, links: PageLinks): Piece {
  if (value.length === 0) return html`<span class="soft">none</span>`;
  if (value.some(isMembers)) return renderList(value.filter(isMembers), member, links);
  if (/color$/i.test(member) && value.length === 4) return swatch(value);
  if (member === 'folders') return value.map((folder) => html`${shown(folder, member, links)} `);
  return value.map(String).join(', ');
}

function renderMembers(value: Members, member: string, links: PageLinks): Piece {
  if ('xmin' in value) return `${['xmin', 'ymin', 'xmax', 'ymax'].map((side) => String(value[side])).join(', ')}`;
  if (member === 'geometry') return shapeText(value);
  if ('wkid' in value || 'wkt' in value) {
    const { wkid, latestWkid, wkt } = value;
    return `${wkid ?? wkt}${latestWkid && latestWkid !== wkid ? ` (${latestWkid})` : ''}`;
  }
  if (/^esri(SMS|SLS|SFS|PMS|PFS|TS)$/.test(String(value.type))) return renderSymbol(value);
  if (value.type === 'inherited') return 'inherited';
  if (Array.isArray(value.codedValues))
    return html`${String(value.name)}<ul>${value.codedValues.map(({ code, name }) => html`<li>${String(code)}: ${String(name)}</li>`)}</ul>`;
  if (Array.isArray(value.range)) return `${value.name}: ${value.range.join(' to ')}`;
  if (layerLists.has(member) && 'id' in value) return link(`${links.service}/${value.id}`, entryName(value));
  return factList(Object.entries(value), links);
}

/** Show a symbol as its image, or as its kind and colors. */
function renderSymbol({ type, style, color, outline, imageData, contentType }: Members): Markup {
  if (imageData) return renderImage(imageData, contentType, '');
  const line = isMembers(outline) ? outline.color : undefined;
  return html`${Array.isArray(color) ? swatch(color) : undefined}${Array.isArray(line) ? swatch(line) : undefined} ${String(style ?? type).replace(/^esri/, '')}`;
}

const swatch = (color: readonly unknown[]): Markup => {
  const [red, green, blue, alpha] = color.map(Number);
  const css = `rgb(${red} ${green} ${blue} / ${(alpha ?? 255) / 255})`;
  return html`<span class="swatch" style="background:${css}" title="${color.join(', ')}"></span>`;
};

const renderImage = (data: unknown, type: unknown, alt: string): Markup =>
  html`<img class="inline" src="data:${String(type ?? 'image/png')};base64,${String(data)}" alt="${alt}">`;

const link = (address: string, text: string): Markup => html`<a href="${address}">${text}</a>`;

const entryName = ({ name, label, value, layerName, id, layerId, title }: Members): string =>
  String(name ?? value ?? label ?? layerName ?? title ?? id ?? layerId ?? '');

/** Check whether a column belongs at the start of a table. */
const isNaming = (column: string): boolean => column === 'id' || column === 'name';

/** Show a list of entries: images with their labels, collapsible blocks for large entries, or else a table. */
function renderList(entries: readonly Members[], member: string, links: PageLinks): Markup {
  if (entries.every(({ imageData }) => imageData))
    return html`<ul class="legend">${entries.map((entry) => html`<li>${renderImage(entry.imageData, entry.contentType, '')} ${String(entry.label || 'all')}</li>`)}</ul>`;
  const isLarge = entries.some(
    (entry) => Object.keys(entry).length > maxColumns || 'attributes' in entry || 'legend' in entry,
  );
  if (isLarge)
    return html`${entries.map((entry, index) => html`<details${index < 3 || 'legend' in entry ? html` open` : undefined}><summary>${entryName(entry) || String(index)}${entry.layerName && entry.layerName !== entryName(entry) ? html` <span class="soft">${String(entry.layerName)}</span>` : undefined}</summary>${'legend' in entry ? shown(entry.legend, 'legend', links) : factList(Object.entries(entry), links)}</details>`)}`;
  const columns = [...new Set(entries.flatMap((entry) => Object.keys(entry).filter((key) => !isNothing(entry[key]))))];
  columns.sort((a, b) => Number(isNaming(b)) - Number(isNaming(a)));
  const title = `${splitCamelCase(member)}, ${entries.length}`;
  return table(
    title,
    columns,
    entries.map((entry) => columns.map((name) => renderCell(entry, name, member, links))),
  );
}

/** Show a cell. The name links to the entry's resource. */
function renderCell(entry: Members, name: string, member: string, links: PageLinks): Piece {
  const cell = shown(entry[name], name, links);
  if (name !== 'name') return cell;
  if (member === 'services') {
    const path = inPath(String(entry.name));
    return link(`${links.service.replace(/rest\/.*/s, 'rest/services')}/${path}/${entry.type}`, String(entry.name));
  }
  if (layerLists.has(member)) return link(`${links.service}/${entry.id}`, String(cell));
  return member === 'attachmentInfos' && links.here.endsWith('/attachments')
    ? link(`${links.here}/${entry.id}`, String(cell))
    : cell;
}

interface Field {
  readonly name: string;
  readonly alias?: string;
  readonly type?: string;
}

/** Show the features of a response as a table: a column per field, dates as dates, geometries as a summary. */
function featureTable(reply: Members, links: { readonly service: string; readonly layer: string | undefined }): Markup {
  const features = reply.features as readonly { readonly attributes: Members; readonly geometry?: Members }[];
  if (features.length === 0) return html`<p>No row matches.</p>`;
  const fields = (reply.fields ?? Object.keys(features[0]?.attributes ?? {}).map((name) => ({ name }))) as Field[];
  const hasShapes = features.some(({ geometry }) => geometry);
  const cell = ({ name, type }: Field, attributes: Members): Piece => {
    const value = attributes[name];
    if (value === null || value === undefined) return html`<span class="soft">empty</span>`;
    if (type === 'esriFieldTypeDate') return dateText(Number(value));
    const text = String(value);
    const isId = name === reply.objectIdFieldName && links.layer !== undefined;
    return isId ? html`<a href="${links.service}/${links.layer!}/${text}">${text}</a>` : text;
  };
  const columns = fields.map(({ name, alias }) => html`<span title="${name}">${alias || name}</span>`);
  return table(
    'Rows',
    hasShapes ? [...columns, 'Shape'] : columns,
    features.map(({ attributes, geometry }) => [
      ...fields.map((field) => cell(field, attributes)),
      ...(hasShapes ? [shapeText(geometry)] : []),
    ]),
  );
}

/** Format a moment as ISO 8601, or as its number if it is outside the range of dates. */
const dateText = (epochMs: number): string =>
  Math.abs(epochMs) <= 8.64e15 ? new Date(epochMs).toISOString() : String(epochMs);

/** Summarize a geometry: a point as its coordinates, others as their number of vertices. */
function shapeText(shape: Members | undefined): string {
  if (!shape) return '';
  const { x, y, points, paths, rings } = shape as Readonly<Record<string, unknown[][] | undefined>>;
  if (points) return `${points.length} points`;
  const parts = paths ?? rings;
  if (!parts) return `${Number(x).toFixed(5)}, ${Number(y).toFixed(5)}`;
  const vertices = parts.reduce((sum, part) => sum + part.length, 0);
  return `${rings ? 'area' : 'line'} of ${vertices} vertices`;
}
