import type { featureRows } from '../../../sw/extensions/ogc/contract/features.ts';
import type { wmsRows } from '../../../sw/extensions/ogc/contract/wms.ts';
import type { wmtsRows } from '../../../sw/extensions/ogc/contract/wmts.ts';
import type { vectorTilePaths } from '../../../sw/extensions/vector-tiles/rows.ts';
import { oracles } from './expect-hidden.ts';

const world = 'bbox=-180,-90,180,90';
const items = [
  '',
  'f=html',
  'HNUM=77',
  'SECRET=x',
  `${world}&limit=100`,
  'datetime=1900-01-01T00:00:00Z/1950-01-01T00:00:00Z',
  `filter=${encodeURIComponent('1=1) OR (1=1')}`,
  ...oracles.map((oracle) => `filter=${encodeURIComponent(oracle)}`),
];

/** Paths below `OGCFeatureServer`. */
export const featureAddresses: { readonly [N in keyof typeof featureRows]: readonly string[] } = {
  landing: ['', '?f=html'],
  conformance: ['conformance'],
  api: ['api'],
  collections: ['collections', 'collections?f=html'],
  collection: ['collections/0', 'collections/0?f=html'],
  queryables: ['collections/0/queryables'],
  items: items.map((query) => `collections/0/items?${query}`),
  item: ['1', '3'].flatMap((id) => [`collections/0/items/${id}`, `collections/0/items/${id}?f=html`]),
};

const image = `version=1.3.0&layers=Places&styles=&crs=CRS:84&${world}&width=64&height=64`;
/** Queries of WMS and WMTS. */
export const wmsQueries: { readonly [N in keyof typeof wmsRows]: readonly string[] } = {
  GetCapabilities: ['version=1.3.0', 'version=1.1.1'],
  GetMap: ['image/png', 'image/svg+xml'].map((format) => `${image}&format=${encodeURIComponent(format)}`),
  GetFeatureInfo: ['text/plain', 'text/html', 'application/json'].map(
    (type) => `${image}&query_layers=Places&i=33&j=16&buffer=100&feature_count=9&info_format=${type}`,
  ),
  GetLegendGraphic: ['layer=Places'],
};
export const wmtsQueries: { readonly [N in keyof typeof wmtsRows]: readonly string[] } = {
  GetCapabilities: [''],
  GetTile: ['layer=0&style=default&tilematrixset=0&tilematrix=0&tilerow=0&tilecol=0'],
};

/** Paths below `VectorTileServer`; the last two tiles cover all rows, and the location of the hidden row. */
export const tileAddresses: { readonly [N in keyof typeof vectorTilePaths]: readonly string[] } = {
  service: [''],
  tileJson: ['tile.json'],
  style: ['resources/styles/root.json'],
  styles: ['resources/styles'],
  tile: ['tile/0/0/0.pbf', 'tile/3/6/6.pbf', 'tile/4/5/8.pbf'],
};

/** Paths of the routes that users of a service, or anyone, may call by GET, except SOAP and the tables above. */
export const routeAddresses: Readonly<Record<string, (service: string) => readonly string[]>> = {
  catalogue: () => ['services', 'services?f=json'],
  service: (service) => ['', '?wsdl'].map((query) => `services/${service}/MapServer${query}`),
  preview: (service) => [`services/${service}/MapServer/preview`, `services/${service}/MapServer/preview?layer=0`],
  layer: (service) =>
    ['0', '0?f=json', '1', '1?f=json', '0?f=extents'].map((below) => `services/${service}/MapServer/${below}`),
  tile: (service) => [`services/${service}/MapServer/tile/0/0/0`],
  'tile-file': (service) => [`cache/${service}/Layers/_alllayers/L00/R00000000/C00000000.png`],
  'tile-caches': (service) => [`admin/caches/${service}`],
  publish: () => ['admin/services'],
  maps: () => ['admin/maps'],
  output: () => ['output/1'],
  // These routes belong to the server, not to a service.
  grids: () => ['admin/grids'],
  origins: () => ['admin/origins'],
  clock: () => ['admin/clock'],
  storage: () => ['admin/storage'],
};
/** Routes whose tables are attacked separately, and those that return only what their author wrote. */
export const routesApart = ['wms', 'wmts', 'vector-tiles', 'ogc-features', 'rest-service', 'rest-catalogue', 'map'];
