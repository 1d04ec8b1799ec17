import { type OperationGroup, operations } from '../contract/index.ts';
import type { LayerDefinition, MapDefinition } from '../service/definition.ts';
import type { ServiceRecord } from '../store/store.ts';
import { html, htmlPage, type Markup } from './html.ts';
import { relationSection, serviceAddress } from './layer-page.ts';
import { valueList } from './value-list.ts';

const groupTitles: Record<OperationGroup, string> = {
  description: 'Service and map description',
  rendering: 'Rendering and geometry',
  search: 'Search',
  query: 'Feature and table queries',
  legend: 'Legends and symbology',
  tiles: 'Tile caches',
};

export function cataloguePage(services: readonly ServiceRecord[], base: string): Response {
  const rows = services.map(
    (service) =>
      html`<tr><td><a href="${serviceAddress(service, base)}">${service.key}</a></td><td>${service.definition.document.Title}</td><td>${layerCount(service)}</td><td>${(service.bytes / 1e6).toFixed(1)} MB</td></tr>`,
  );
  const list = rows.length
    ? html`<table><thead><tr><th>Service</th><th>Title</th><th>Layers</th><th>Size</th></tr></thead><tbody>${rows}</tbody></table>`
    : html`<p class="soft">No service is published yet. Open the <a href="${base}">map page</a> and drop a file on it.</p>`;
  return htmlPage(
    'Services',
    html`<nav><a href="${base}">Soapstone</a> / Services</nav><h1>Services</h1><p class="soft">As data: <a href="${base}services?f=json">JSON</a></p>${list}`,
  );
}

const layerCount = (service: ServiceRecord): number =>
  service.definition.maps.reduce((count, map) => count + map.layers.length, 0);

/**
 * Describe one service for people: where it answers, what is in it, what it can do.
 *
 * @param tiles address of the tiles of the default map, where it has any
 */
export function servicePage(service: ServiceRecord, url: string, base: string, tiles: string | undefined): Response {
  const { document, maps, limits, credits } = service.definition;
  const address = serviceAddress(service, base);
  const byGroup = Object.entries(groupTitles).map(([group, title]) => {
    const items = Object.entries(operations).filter(([, row]) => row.group === group);
    return html`<h2>${title}</h2><ul>${items.map(([name, row]) => html`<li><code>${name}</code> <span class="soft">${row.doc}</span></li>`)}</ul>`;
  });
  return htmlPage(
    `${service.key} (MapServer)`,
    html`<nav><a href="${base}">Soapstone</a> / <a href="${base}services">Services</a> / ${service.key}</nav>
<h1>${document.Title || service.key}</h1><p class="soft">${document.Comments || document.Subject}</p>
<div class="card"><dl><dt>SOAP endpoint (POST)</dt><dd><code>${url}</code></dd><dt>WSDL</dt><dd><a href="?wsdl">${url}?wsdl</a></dd>
<dt>WSDL, vendor dialect</dt><dd><a href="?wsdl&amp;dialect=arcgis">${url}?wsdl&amp;dialect=arcgis</a></dd>
${tiles ? html`<dt>Tiles</dt><dd><code>${tiles}</code></dd>` : undefined}<dt>Version</dt><dd>${service.version}, published ${new Date(service.publishedAt).toISOString()}</dd>
<dt>Capabilities</dt><dd>${service.definition.capabilities.join(', ')}</dd>
<dt>On the map page</dt><dd><a href="${base}?service=${encodeURIComponent(service.key)}">open it</a>, or <a href="${base}?page=explorer&amp;service=${encodeURIComponent(service.key)}">try its operations</a></dd></dl></div>
<img src="${address}/preview" width="640" height="360" alt="${document.Title || service.key}, current image">
${maps.map((map, index) => mapSection(map, index === 0 ? address : undefined))}<h2>Limits</h2>${valueList(limits)}<h2>Document</h2>${valueList(document)}${credits.length ? html`<h2>Sources</h2><ul>${credits.map((credit) => html`<li>${credit}</li>`)}</ul>` : undefined}
<h2>Operations</h2>${byGroup}`,
  );
}

/** @param address of the service when its layers have pages, as those of the default map have */
function mapSection(map: MapDefinition, address: string | undefined): Markup {
  return html`<h2>Map ${map.Name}</h2><p>${map.Description}</p><dl><dt>Spatial reference</dt><dd>${map.SpatialReference.WKID ?? map.SpatialReference.WKT ?? 'unknown'}</dd>
<dt>Units</dt><dd>${map.Units.replace('gis', '')}</dd><dt>First view</dt><dd>${map.extent.join(', ')}</dd><dt>Full extent</dt><dd>${map.fullExtent.join(', ')}</dd>
${map.bookmarks.map(({ Name, extent }) => html`<dt>Bookmark ${Name}</dt><dd>${extent.join(', ')}</dd>`)}${map.CopyrightText ? html`<dt>Copyright</dt><dd>${map.CopyrightText}</dd>` : undefined}</dl>
<table><thead><tr><th>Id</th><th>Layer</th><th>Kind</th><th>Scale range</th></tr></thead><tbody>${map.layers.map((layer) => layerRow(layer, address))}
${map.standaloneTables.map((table) => html`<tr><td>${table.ID}</td><td>${named(table.Name, table.ID, address)}</td><td>Table</td><td></td></tr>`)}</tbody></table>${address === undefined ? undefined : relationSection(map, undefined, address)}`;
}

const named = (name: string, id: number, address: string | undefined): Markup | string =>
  address === undefined ? name : html`<a href="${address}/${id}">${name}</a>`;

const kindNames = { feature: 'Features', group: 'Group', raster: 'Raster' } as const;

function layerRow(layer: LayerDefinition, address: string | undefined): Markup {
  const range =
    layer.MinScale || layer.MaxScale ? `1:${layer.MinScale || 'any'} to 1:${layer.MaxScale || 'any'}` : 'all';
  return html`<tr><td>${layer.LayerID}</td><td>${named(layer.Name, layer.LayerID, address)}</td><td>${kindNames[layer.kind]}</td><td>${range}</td></tr>`;
}
