import type { Value } from '../contract/index.ts';
import type { TableManifest } from '../rows/manifest.ts';
import type { LayerDefinition, MapDefinition, StandaloneTableDefinition } from '../service/definition.ts';
import type { ServiceRecord } from '../store/store.ts';
import { html, type Markup, type Piece } from './html.ts';
import { framePage, table } from './page.ts';
import { restAddress, serviceAddress } from './service-card.ts';
import { valueList } from './value-list.ts';

/** Service and map of a page about a layer or table. */
interface PageContext {
  readonly service: ServiceRecord;
  readonly map: MapDefinition;
  readonly base: string;
}

/** Results of the operations that describe a layer or table. */
interface LayerInfo {
  readonly info: Value<'MapLayerInfo'> | Value<'StandaloneTableInfo'>;
  readonly subtypes: Value<'MapTableSubtypeInfo'> | undefined;
  /** Without fields that the author hides. Absent for groups and rasters. */
  readonly rows: { readonly manifest: TableManifest; readonly DisplayField?: string } | undefined;
  readonly shown: { readonly count: number | null; readonly extent?: TableManifest['extent'] | undefined } | undefined;
}

/** Write a page about one layer: its group, scales, extent, subtypes, fields and relationships, with an image. */
export function layerPage(pageContext: PageContext, layer: LayerDefinition, of: LayerInfo): Response {
  const { service, map, base } = pageContext;
  const manifest = of.rows?.manifest;
  const below = map.layers.filter(({ ParentLayerID }) => ParentLayerID === layer.LayerID);
  const parent = map.layers.find(({ LayerID }) => LayerID === layer.ParentLayerID);
  const image = html`<img src="${serviceAddress(service, base)}/preview?layer=${layer.LayerID}" width="640" height="360" alt="${layer.Name}, current image">`;
  return page(
    pageContext,
    layer.LayerID,
    layer.Name,
    layer.Description,
    [
      ['Id', layer.LayerID],
      [
        'Kind',
        layer.kind === 'group'
          ? 'Group of layers'
          : layer.kind === 'raster'
            ? 'Raster'
            : `Features, ${manifest?.geometry ?? 'no geometry'}`,
      ],
      ['Part of', parent ? link(`${serviceAddress(service, base)}/${parent.LayerID}`, parent.Name) : undefined],
      [
        'Layers in it',
        below.length
          ? list(below.map((sublayer) => link(`${serviceAddress(service, base)}/${sublayer.LayerID}`, sublayer.Name)))
          : undefined,
      ],
      ['Shown from', layer.MinScale ? `1:${layer.MinScale}` : 'any scale'],
      ['Shown to', layer.MaxScale ? `1:${layer.MaxScale}` : 'any scale'],
      ['Visible at first', layer.Visible ? 'yes' : 'no'],
      [
        'Author’s filter',
        service.definition.limits.UseStandardizedQueries ? undefined : layer.DefinitionExpression || undefined,
      ],
      ['Display field', of.rows?.DisplayField],
      [
        'Time',
        layer.time &&
          `${layer.time.StartTimeFieldName}${layer.time.EndTimeFieldName ? ` to ${layer.time.EndTimeFieldName}` : ''}`,
      ],
      ['Copyright', layer.CopyrightText || undefined],
      ...tableFacts(of),
    ],
    html`${image}${sections(pageContext, layer.LayerID, manifest, of)}`,
  );
}

export function tablePage(pageContext: PageContext, definition: StandaloneTableDefinition, of: LayerInfo): Response {
  const manifest = of.rows?.manifest;
  return page(
    pageContext,
    definition.ID,
    definition.Name,
    definition.Description,
    [
      ['Id', definition.ID],
      ['Kind', 'Table without geometry'],
      ['Display field', of.rows?.DisplayField],
      ['Time', definition.time?.StartTimeFieldName],
      ...tableFacts(of),
    ],
    sections(pageContext, definition.ID, manifest, of),
  );
}

type Fact = readonly [name: string, value: string | number | Markup | undefined];

/** Write the sections after the facts: relationships, subtypes, fields, and the plain members from GetServerInfo. */
function sections(
  { service, map, base }: PageContext,
  id: number,
  manifest: TableManifest | undefined,
  of: LayerInfo,
): Markup {
  return html`${relationSection(map, id, serviceAddress(service, base))}${subtypeSection(of.subtypes)}${fieldSection(manifest)}<h2>From GetServerInfo</h2><div class="card">${valueList(of.info, ['Name', 'Description'])}</div>`;
}

function page(
  { service, base }: PageContext,
  id: number,
  name: string,
  doc: string,
  facts: readonly Fact[],
  rest: Markup,
): Response {
  const rows = facts
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>`);
  return framePage({
    title: name,
    tabTitle: `${name} (${service.key})`,
    doc,
    trail: [
      { title: 'Soapstone', href: base },
      { title: 'Services', href: `${base}services` },
      { title: service.key, href: serviceAddress(service, base) },
      { title: name },
    ],
    links: [{ title: 'REST', href: `${restAddress(service, base)}/${id}` }],
    body: html`<div class="card"><dl>${rows}</dl></div>${rest}`,
  });
}

const link = (address: string, linkText: string): Markup => html`<a href="${address}">${linkText}</a>`;
const list = (items: readonly Markup[]): Markup => html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;

function tableFacts({ rows, shown }: LayerInfo): Fact[] {
  if (!rows) return [];
  const { spatialReference, idField, attachments } = rows.manifest;
  const extent = shown?.extent;
  return [
    ['Rows', shown?.count ?? 'not counted'],
    ['Object id', idField],
    ['Extent', extent?.join(', ')],
    ['Spatial reference', extent && String(spatialReference?.WKID ?? spatialReference?.WKT ?? 'unknown')],
    ['Attachments', attachments ? `${attachments.entries.length} files` : undefined],
  ];
}

function fieldSection(manifest: TableManifest | undefined): Markup | undefined {
  if (!manifest) return undefined;
  const rows = manifest.fields.map(({ Name, AliasName, Type, Length, IsNullable, Domain }) => [
    html`<code>${Name}</code>`,
    AliasName,
    Type.replace('gisFieldType', ''),
    Length,
    IsNullable ? 'yes' : 'no',
    domainText(Domain),
  ]);
  return html`<h2>Fields</h2>${table('Fields', ['Name', 'Alias', 'Type', 'Length', 'May be empty', 'Domain'], rows)}`;
}

function subtypeSection(subtypes: Value<'MapTableSubtypeInfo'> | undefined): Markup | undefined {
  if (!subtypes) return undefined;
  const rows = subtypes.SubtypeInfos.map(({ SubtypeCode, SubtypeName, FieldDomainInfos }) => [
    SubtypeCode,
    SubtypeName,
    FieldDomainInfos.filter(({ IsInherited }) => !IsInherited).map(
      ({ FieldName, Domain }) => html`<p><code>${FieldName}</code> ${Domain ? domainText(Domain) : 'any value'}</p>`,
    ),
  ]);
  return html`<h2>Subtypes by <code>${subtypes.SubtypeFieldName}</code></h2>${table('Subtypes', ['Code', 'Name', 'Domains of fields'], rows)}`;
}

function domainText(domain: Value<'Domain'> | undefined): Markup | string {
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

/** List the relationships of a layer or table, or all of them without an ID. Both ends link to their page. */
export function relationSection(map: MapDefinition, id: number | undefined, address: string): Markup | undefined {
  const relations = (map.relationships ?? []).filter(
    ({ originId, destinationId }) => id === undefined || originId === id || destinationId === id,
  );
  if (relations.length === 0) return undefined;
  const names = new Map([
    ...map.layers.map(({ LayerID, Name }) => [LayerID, Name] as const),
    ...map.standaloneTables.map(({ ID, Name }) => [ID, Name] as const),
  ]);
  const end = (of: number, key: string) =>
    html`${of === id ? names.get(of) : link(`${address}/${of}`, names.get(of) ?? String(of))}, <code>${key}</code>`;
  const rows = relations.map((relation): Piece[] => [
    relation.RelationshipID,
    `${relation.forwardName}, ${relation.backwardName}`,
    end(relation.originId, relation.originKey),
    end(relation.destinationId, relation.destinationKey),
    `${relation.Cardinality.replace('gisRelCardinality', '')}${relation.IsComposite ? ', composite' : ''}`,
    relation.link && link(`${address}/${relation.link.tableId}`, names.get(relation.link.tableId) ?? ''),
  ]);
  return html`<h2>Relations</h2>${table('Relations', ['Id', 'Names', 'Origin', 'Destination', 'Cardinality', 'Through'], rows)}`;
}
