import { type OperationGroup, operations } from '../contract/index.ts';
import type { LayerDefinition, MapDefinition } from '../service/definition.ts';
import type { ServiceRecord } from '../store/store.ts';
import { html, type Markup } from './html.ts';
import { relationSection } from './layer-page.ts';
import { cards, framePage, table } from './page.ts';
import {
  featuresText,
  restAddress,
  serviceAddress,
  serviceCard,
  serviceDescription,
  sizeText,
} from './service-card.ts';
import { valueList } from './value-list.ts';

const groupTitles: Record<OperationGroup, string> = {
  description: 'Service and map description',
  rendering: 'Rendering and geometry',
  search: 'Search',
  query: 'Feature and table queries',
  legend: 'Legends and symbology',
  tiles: 'Tile caches',
};

/** Write a page that lists the services the caller can use. */
export function cataloguePage(services: readonly ServiceRecord[], base: string): Response {
  const list = services.map((service) =>
    serviceCard(service, base, serviceAddress(service, base), [
      { title: 'Open the map', href: `${base}?service=${encodeURIComponent(service.key)}` },
      { title: 'REST', href: restAddress(service, base) },
      { title: 'WSDL', href: `${serviceAddress(service, base)}?wsdl` },
    ]),
  );
  return framePage({
    title: 'Services',
    doc: 'Map services of this server. To see private ones, sign in at a portal.',
    trail: [{ title: 'Soapstone', href: base }, { title: 'Services' }],
    links: [
      { title: 'JSON', href: `${base}services?f=json` },
      { title: 'REST services', href: `${base}rest/services` },
      { title: 'Portals', href: `${base}portals` },
    ],
    body: list.length
      ? cards(list)
      : html`<p class="soft">No service is published yet. Open the <a href="${base}">map page</a> and drop a file on it.</p>`,
  });
}

/**
 * Write a page about one service: its addresses, contents and operations.
 *
 * @param tiles address of the default map's tiles; undefined if it has none
 */
export function servicePage(service: ServiceRecord, url: string, base: string, tiles: string | undefined): Response {
  const { document, maps, limits, credits, capabilities } = service.definition;
  const address = serviceAddress(service, base);
  const title = document.Title || service.key;
  const app = `${base}?service=${encodeURIComponent(service.key)}`;
  const byGroup = Object.entries(groupTitles).map(([group, title]) => {
    const items = Object.entries(operations).filter(([, row]) => row.group === group);
    return html`<h3>${title}</h3><ul>${items.map(([name, row]) => html`<li><code>${name}</code> <span class="soft">${row.doc}</span></li>`)}</ul>`;
  });
  return framePage({
    title,
    tabTitle: `${service.key} (MapServer)`,
    doc: serviceDescription(service),
    trail: [{ title: 'Soapstone', href: base }, { title: 'Services', href: `${base}services` }, { title: service.key }],
    links: [
      { title: 'Open the map', href: app },
      { title: 'Try its operations', href: `${app}&page=explorer` },
      { title: 'Manage', href: `${base}?page=publish&manage=${encodeURIComponent(service.key)}` },
      { title: 'REST', href: restAddress(service, base) },
    ],
    body: html`<img src="${address}/preview" width="640" height="360" alt="${title}, current image">
<div class="card"><dl><dt>SOAP endpoint (POST)</dt><dd><code>${url}</code></dd><dt>WSDL</dt><dd><a href="?wsdl">${url}?wsdl</a></dd>
<dt>WSDL, vendor dialect</dt><dd><a href="?wsdl&amp;dialect=arcgis">${url}?wsdl&amp;dialect=arcgis</a></dd>
${tiles ? html`<dt>Tiles</dt><dd><code>${tiles}</code></dd>` : undefined}<dt>Version</dt><dd>${service.version}, published ${new Date(service.publishedAt).toISOString()}</dd>
<dt>Content</dt><dd>${[...featuresText(service), sizeText(service)].join(', ')}</dd><dt>Capabilities</dt><dd>${capabilities.join(', ')}</dd></dl></div>
${maps.map((map, index) => mapSection(map, index === 0 ? address : undefined))}${credits.length ? html`<h2>Sources</h2><ul>${credits.map((credit) => html`<li>${credit}</li>`)}</ul>` : undefined}
<h2>Limits</h2>${valueList(limits)}<h2>Document</h2>${valueList(document, ['Comments'])}
<details><summary>${Object.keys(operations).length} operations</summary>${byGroup}</details>`,
  });
}

/**
 * Write the section of a map.
 *
 * @param address of the service, or undefined if the map's layers have no pages; only the default map's layers do
 */
function mapSection(map: MapDefinition, address: string | undefined): Markup {
  const formatName = (name: string, id: number): Markup | string =>
    address === undefined ? name : html`<a href="${address}/${id}">${name}</a>`;
  return html`<h2>Map ${map.Name}</h2><p>${map.Description}</p><dl><dt>Spatial reference</dt><dd>${map.SpatialReference.WKID ?? map.SpatialReference.WKT ?? 'unknown'}</dd>
<dt>Units</dt><dd>${map.Units.replace('gis', '')}</dd><dt>First view</dt><dd>${map.extent.join(', ')}</dd><dt>Full extent</dt><dd>${map.fullExtent.join(', ')}</dd>
${map.bookmarks.map(({ Name, extent }) => html`<dt>Bookmark ${Name}</dt><dd>${extent.join(', ')}</dd>`)}${map.CopyrightText ? html`<dt>Copyright</dt><dd>${map.CopyrightText}</dd>` : undefined}</dl>
${table(
  `Layers and tables of ${map.Name}`,
  ['Id', 'Layer', 'Kind', 'Scale range'],
  [
    ...map.layers.map((layer) => [
      layer.LayerID,
      formatName(layer.Name, layer.LayerID),
      kindNames[layer.kind],
      scaleRange(layer),
    ]),
    ...map.standaloneTables.map(({ ID, Name }) => [ID, formatName(Name, ID), 'Table', '']),
  ],
)}${address === undefined ? undefined : relationSection(map, undefined, address)}`;
}

const kindNames = { feature: 'Features', group: 'Group', raster: 'Raster' } as const;

const scaleRange = ({ MinScale, MaxScale }: LayerDefinition): string =>
  MinScale || MaxScale ? `1:${MinScale || 'any'} to 1:${MaxScale || 'any'}` : 'all';
