import type { Value } from '../contract/index.ts';
import type {
  LayerDefinition,
  MapDefinition,
  StandaloneTableDefinition,
  TableManifest,
} from '../features/definition.ts';
import type { ServiceRecord } from '../store/store.ts';
import { html, htmlPage, type Markup } from './html.ts';

/** Describe one layer for people: its place, scales, extent, fields and relations. */
export function layerPage(service: ServiceRecord, map: MapDefinition, layer: LayerDefinition, base: string): Response {
  const manifest = layer.table === undefined ? undefined : service.definition.tables[layer.table];
  const below = map.layers.filter(({ ParentLayerID }) => ParentLayerID === layer.LayerID);
  const parent = map.layers.find(({ LayerID }) => LayerID === layer.ParentLayerID);
  return page(
    service,
    layer.Name,
    layer.Description,
    base,
    [
      ['Id', layer.LayerID],
      [
        'Kind',
        layer.kind === 'group'
          ? 'Group of layers'
          : layer.kind === 'raster'
            ? 'Raster'
            : `Features, ${manifest?.geometry ?? 'no shapes'}`,
      ],
      ['Part of', parent ? link(`${serviceAddress(service, base)}/${parent.LayerID}`, parent.Name) : undefined],
      [
        'Layers in it',
        below.length
          ? list(below.map((one) => link(`${serviceAddress(service, base)}/${one.LayerID}`, one.Name)))
          : undefined,
      ],
      ['Shown from', layer.MinScale ? `1:${layer.MinScale}` : 'any scale'],
      ['Shown to', layer.MaxScale ? `1:${layer.MaxScale}` : 'any scale'],
      ['Visible at first', layer.Visible ? 'yes' : 'no'],
      [
        'Author’s filter',
        service.definition.limits.UseStandardizedQueries ? undefined : layer.DefinitionExpression || undefined,
      ],
      ['Display field', layer.DisplayField],
      [
        'Time',
        layer.time &&
          `${layer.time.StartTimeFieldName}${layer.time.EndTimeFieldName ? ` to ${layer.time.EndTimeFieldName}` : ''}`,
      ],
      ['Copyright', layer.CopyrightText || undefined],
      ...tableFacts(manifest),
    ],
    html`${relationSection(map, layer.LayerID, serviceAddress(service, base))}${fieldSection(manifest)}`,
  );
}

/** Describe one table without shapes for people. */
export function tablePage(
  service: ServiceRecord,
  map: MapDefinition,
  table: StandaloneTableDefinition,
  base: string,
): Response {
  const manifest = service.definition.tables[table.table];
  return page(
    service,
    table.Name,
    table.Description,
    base,
    [
      ['Id', table.ID],
      ['Kind', 'Table without shapes'],
      ['Display field', table.DisplayField],
      ['Time', table.time?.StartTimeFieldName],
      ...tableFacts(manifest),
    ],
    html`${relationSection(map, table.ID, serviceAddress(service, base))}${fieldSection(manifest)}`,
  );
}

/** Path of a service; the key is a path of one or two segments. */
export const serviceAddress = (service: ServiceRecord, base: string): string =>
  `${base}services/${service.key.split('/').map(encodeURIComponent).join('/')}/MapServer`;

type Fact = readonly [name: string, said: string | number | Markup | undefined];

function page(
  service: ServiceRecord,
  name: string,
  description: string,
  base: string,
  facts: readonly Fact[],
  rest: Markup,
): Response {
  const rows = facts
    .filter(([, said]) => said !== undefined && said !== '')
    .map(([term, said]) => html`<dt>${term}</dt><dd>${said}</dd>`);
  return htmlPage(
    `${name} (${service.key})`,
    html`<nav><a href="${base}">Soapstone</a> / <a href="${base}services">Services</a> / ${link(serviceAddress(service, base), service.key)} / ${name}</nav>
<h1>${name}</h1><p class="soft">${description}</p><div class="card"><dl>${rows}</dl></div>${rest}`,
  );
}

const link = (address: string, words: string): Markup => html`<a href="${address}">${words}</a>`;
const list = (items: readonly Markup[]): Markup => html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;

function tableFacts(manifest: TableManifest | undefined): Fact[] {
  if (!manifest) return [];
  const { rowCount, extent, spatialReference, idField, attachments } = manifest;
  return [
    ['Rows', rowCount],
    ['Object id', idField],
    ['Extent', extent?.join(', ')],
    ['Spatial reference', extent && String(spatialReference?.WKID ?? spatialReference?.WKT ?? 'unknown')],
    ['Attachments', attachments ? `${attachments.entries.length} files` : undefined],
  ];
}

function fieldSection(manifest: TableManifest | undefined): Markup | undefined {
  if (!manifest) return undefined;
  const rows = manifest.fields.map(
    ({ Name, AliasName, Type, Length, IsNullable, Domain }) =>
      html`<tr><td><code>${Name}</code></td><td>${AliasName ?? ''}</td><td>${Type.replace('gisFieldType', '')}${Type === 'gisFieldTypeString' ? ` (${Length})` : ''}</td><td>${IsNullable ? 'yes' : 'no'}</td><td>${domainWords(Domain)}</td></tr>`,
  );
  return html`<h2>Fields</h2><table><thead><tr><th>Name</th><th>Alias</th><th>Type</th><th>May be empty</th><th>Domain</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function domainWords(domain: Value<'Domain'> | undefined): Markup | string {
  if (!domain) return '';
  if (domain.type === 'RangeDomain')
    return `${domain.DomainName}: ${plain(domain.MinValue)} to ${plain(domain.MaxValue)}`;
  if (domain.type !== 'CodedValueDomain') return '';
  return html`${domain.DomainName}${list(domain.CodedValues.map(({ Code, Name }) => html`${plain(Code)}: ${Name}`))}`;
}

function plain(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'value' in value) return String(value.value);
  return value instanceof Date ? value.toISOString() : String(value);
}

function relationSection(map: MapDefinition, id: number, address: string): Markup | undefined {
  const relations = (map.relationships ?? []).filter(
    ({ originId, destinationId }) => originId === id || destinationId === id,
  );
  if (relations.length === 0) return undefined;
  const named = new Map([
    ...map.layers.map(({ LayerID, Name }) => [LayerID, Name] as const),
    ...map.standaloneTables.map(({ ID, Name }) => [ID, Name] as const),
  ]);
  const rows = relations.map((relation) => {
    const isOrigin = relation.originId === id;
    const other = isOrigin ? relation.destinationId : relation.originId;
    return html`<tr><td>${relation.RelationshipID}</td><td>${isOrigin ? relation.forwardName : relation.backwardName}</td><td>${link(`${address}/${other}`, named.get(other) ?? String(other))}</td><td>${isOrigin ? relation.originKey : relation.destinationKey}</td><td>${relation.Cardinality.replace('gisRelCardinality', '')}</td></tr>`;
  });
  return html`<h2>Relations</h2><table><thead><tr><th>Id</th><th>Name</th><th>With</th><th>Key</th><th>Cardinality</th></tr></thead><tbody>${rows}</tbody></table>`;
}
