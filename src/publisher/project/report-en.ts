import type { LossKind } from './losses.ts';

/** What the page of an exported folder says. */
export const projectEn = {
  intro:
    'This folder holds a map for QGIS, QGIS Server and MapServer. Keep its files together; none of them names a place on your disk.',
  files: [
    'data.gpkg: all rows as a GeoPackage, with spatial indexes, aliases, coded values, value ranges, attached files and styles',
    'map.qgs: the project for QGIS 3 and QGIS Server, with groups, scale ranges, filters, styles, labels, aliases, lists of codes and relations',
    'map.map: the mapfile for MapServer 8, with scale ranges, filters, classes and labels',
  ],
  lostTitle: 'What did not come along',
  nothingLost: 'Everything on this map has its counterpart in both programs.',
  layer: 'Layer or table',
  lost: 'Not carried over',
  alwaysTitle: 'What differs in every map',
  always: [
    'Labels: each program places its own, so some appear in other places or not at all. The font is one of the machine.',
    'MapServer has no aliases and no relations: aliases are in the metadata of its layers, relations are left out.',
    'Users, rights, tile caches and the portal belong to Soapstone.',
    'SOAP and the REST interface: clients use WMS and WFS instead.',
  ],
  useTitle: 'How to use it',
  use: (layer: string): readonly (readonly [text: string, command?: string])[] => [
    ['QGIS: open map.qgs.'],
    [
      'QGIS Server: copy the folder to the server and name the project in the address.',
      `http://localhost/cgi-bin/qgis_mapserv.fcgi?MAP=/srv/map/map.qgs&SERVICE=WMS&REQUEST=GetCapabilities`,
    ],
    [
      'MapServer: copy the folder to the server and allow the mapfile in its configuration.',
      `http://localhost/cgi-bin/mapserv?map=/srv/map/map.map&SERVICE=WFS&VERSION=2.0.0&REQUEST=GetFeature&TYPENAMES=${layer}&RESULTTYPE=hits`,
    ],
    [
      'PostGIS: load the GeoPackage and let the data sources name the database.',
      'ogr2ogr -f PostgreSQL "PG:dbname=maps" data.gpkg',
    ],
  ],
  losses: {
    raster: 'The raster. Export it as a GeoTIFF and add it to the project',
    renderer: 'The renderer',
    symbol: 'A symbol that is not a simple one; a grey one takes its place',
    reduction: 'Heat map, clusters or bins; single points are drawn',
    sizes: 'Sizes by the values of a field',
    rotation: 'Rotation by a field',
    transparencyField: 'Transparency by a field',
    label: 'A label expression',
    filter: 'A filter that has no counterpart in SQLite, so that all rows are shown',
    popup: 'The pop-up',
    time: 'Time; the field itself is in the data',
    subtypes: 'Kinds of rows, with their own codes',
    pictures: 'Pictures in fields',
  } satisfies Record<LossKind, string> as Record<LossKind, string>,
};

export type ReportText = typeof projectEn;
