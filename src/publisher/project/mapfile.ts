import { lastEpsg } from '../../../sw/geometry/reference-definitions.ts';
import { isGeographic, type SpatialReference, unitsOf, wkidOf } from '../../../sw/geometry/spatial-reference.ts';
import type { GeometryKind } from '../../../sw/rows/manifest.ts';
import { block, classes, pxOf, quoted, rgb, symbols } from './mapfile-style.ts';
import type { PlainLabel } from './plain-labels.ts';
import {
  type FeatureLayer,
  isFeatureLayer,
  type ProjectLayer,
  type ProjectMap,
  type ProjectTable,
} from './project-map.ts';

const types: Record<GeometryKind, string> = {
  point: 'POINT',
  multipoint: 'POINT',
  polyline: 'LINE',
  polygon: 'POLYGON',
};

/**
 * Write a mapfile of MapServer 8 with WMS and WFS. Classes and labels are columns that its SQL computes, so that conditions are those
 * of SQLite throughout; the labels of a layer are layers of their own.
 *
 * @param data name of the GeoPackage beside it
 */
export function mapfile(map: ProjectMap, data: string): string {
  const { title, description, reference, extent, background, layers, tables } = map;
  const features = layers.filter(isFeatureLayer);
  const groups = new Map(layers.map((layer) => [layer.id, layer]));
  const shown = features.map((layer) => withGroups(layer, groups));
  // What is written last is drawn on top.
  const drawn = shown.toReversed();
  return [
    'MAP',
    `  NAME ${quoted(nameOf(title))}`,
    '  SIZE 800 600',
    '  MAXSIZE 4096',
    `  EXTENT ${extent.join(' ')}`,
    `  UNITS ${isGeographic(reference) ? 'DD' : unitsOf(reference) === 'gisFeet' ? 'FEET' : 'METERS'}`,
    '  RESOLUTION 96',
    '  DEFRESOLUTION 96',
    `  IMAGECOLOR ${rgb(background ?? [255, 255, 255, 1])}`,
    '  IMAGETYPE PNG',
    ...block('PROJECTION', [projection(reference)]),
    ...block(
      'WEB',
      block('METADATA', [
        pair('ows_title', title),
        pair('ows_abstract', description),
        // The program puts the address of the request here when it is not set.
        pair('ows_enable_request', '*'),
        pair('ows_srs', [...new Set(['EPSG:4326', 'EPSG:3857', ...srsName(reference)])].join(' ')),
        pair('wfs_getfeature_formatlist', 'geojson'),
      ]),
    ),
    ...block('OUTPUTFORMAT', [
      'NAME "geojson"',
      'DRIVER "OGR/GEOJSON"',
      'MIMETYPE "application/json; subtype=geojson"',
      'FORMATOPTION "STORAGE=stream"',
      'FORMATOPTION "FORM=SIMPLE"',
    ]),
    ...symbols(),
    ...drawn.flatMap((layer) => layerBlock(layer, data)),
    ...drawn.flatMap((layer) => layer.style.labels.flatMap((label, i) => labelBlock(layer, label, i, data))),
    ...tables.flatMap((table) => tableBlock(table, data)),
    'END',
    '',
  ].join('\n');
}

const pair = (key: string, value: string): string => `${quoted(key)} ${quoted(value)}`;
const nameOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}_-]+/gu, '_') || 'map';

function srsName(reference: SpatialReference | undefined): string[] {
  const wkid = wkidOf(reference);
  return wkid === undefined ? [] : [`${wkid > lastEpsg ? 'ESRI' : 'EPSG'}:${wkid}`];
}
const projection = (reference: SpatialReference | undefined): string => {
  const [name] = srsName(reference);
  return name ? quoted(`init=${name.toLowerCase()}`) : 'AUTO';
};

/** Limits and visibility of the groups count for what is in them. */
function withGroups(layer: FeatureLayer, groups: ReadonlyMap<string, ProjectLayer>): FeatureLayer {
  let { minScale, maxScale, isVisible } = layer;
  for (let above = layer.parent && groups.get(layer.parent); above; above = above.parent && groups.get(above.parent)) {
    if (above.minScale > 0) minScale = minScale > 0 ? Math.min(minScale, above.minScale) : above.minScale;
    maxScale = Math.max(maxScale, above.maxScale);
    isVisible &&= above.isVisible;
  }
  return { ...layer, minScale, maxScale, isVisible };
}

const scales = ({ minScale, maxScale }: { readonly minScale: number; readonly maxScale: number }): string[] => [
  ...(minScale > 0 ? [`MAXSCALEDENOM ${minScale}`] : []),
  ...(maxScale > 0 ? [`MINSCALEDENOM ${maxScale}`] : []),
];

function source({ table, where }: ProjectTable, data: string, computed = ''): string[] {
  const sql = `SELECT *${computed} FROM "${table.replaceAll('"', '""')}"${where ? ` WHERE ${where}` : ''}`;
  // Without computation the table itself is named: its spatial index is then used in every request.
  const isPlain = computed === '' && !where;
  return ['CONNECTIONTYPE OGR', `CONNECTION ${quoted(data)}`, `DATA ${quoted(isPlain ? table : sql)}`];
}

function layerBlock(layer: FeatureLayer, data: string): string[] {
  const { id, title, geometry, style, isVisible, reference, extent, fields } = layer;
  const { renderer } = style;
  const computed = renderer.type === 'single' || renderer.field ? '' : `, (${renderer.expression}) AS "_class"`;
  return block('LAYER', [
    `NAME ${quoted(id)}`,
    `TYPE ${types[geometry]}`,
    `STATUS ${isVisible ? 'ON' : 'OFF'}`,
    ...scales(layer),
    ...source(layer, data, computed),
    ...block('PROJECTION', [projection(reference)]),
    ...block('METADATA', [
      pair('ows_title', title),
      pair('gml_include_items', 'all'),
      ...(layer.idField ? [pair('gml_featureid', layer.idField)] : []),
      ...(extent ? [pair('ows_extent', extent.join(' '))] : []),
      ...fields.flatMap(({ Name, AliasName }) =>
        AliasName && AliasName !== Name ? [pair(`soapstone_alias_${Name}`, AliasName)] : [],
      ),
    ]),
    'TEMPLATE "none"',
    ...(style.opacity < 1 ? block('COMPOSITE', [`OPACITY ${Math.round(style.opacity * 100)}`]) : []),
    ...classes(renderer),
  ]);
}

/** Upper left to lower right. */
const positions: readonly (readonly [pattern: RegExp, position: string])[] = [
  [/AboveLeft/, 'UL'],
  [/AboveRight/, 'UR'],
  [/Above/, 'UC'],
  [/BelowLeft/, 'LL'],
  [/BelowRight/, 'LR'],
  [/Below/, 'LC'],
  [/CenterLeft/, 'CL'],
  [/CenterRight/, 'CR'],
];

function labelBlock(layer: FeatureLayer, label: PlainLabel, number: number, data: string): string[] {
  const { id, geometry, isVisible, reference } = layer;
  const narrowest = [layer.minScale, label.minScale].filter((scale) => scale > 0).sort((a, b) => a - b);
  const isLine = geometry === 'polyline';
  const where = [layer.where, label.sqlWhere].flatMap((one) => (one ? [`(${one})`] : [])).join(' AND ');
  const { where: _, ...rest } = layer;
  const position = positions.find(([pattern]) => pattern.test(label.placement))?.[1] ?? 'CC';
  return block('LAYER', [
    `NAME ${quoted(`${id}_labels_${number + 1}`)}`,
    `TYPE ${isLine ? 'LINE' : geometry === 'polygon' ? 'POLYGON' : 'POINT'}`,
    `STATUS ${isVisible ? 'ON' : 'OFF'}`,
    ...scales({
      minScale: narrowest[0] ?? 0,
      maxScale: Math.max(layer.maxScale, label.maxScale),
    }),
    ...source({ ...rest, ...(where ? { where } : {}) }, data, `, (${label.expression}) AS "_label"`),
    ...block('PROJECTION', [projection(reference)]),
    ...block('METADATA', [pair('ows_title', `${layer.title} (${number + 1})`), pair('wfs_enable_request', '!*')]),
    'LABELITEM "_label"',
    ...block(
      'CLASS',
      block('LABEL', [
        // Of letters it counts points.
        `SIZE ${label.sizePt}`,
        `COLOR ${rgb(label.color)}`,
        ...(label.halo
          ? [
              `OUTLINECOLOR ${rgb(label.halo.color)}`,
              `OUTLINEWIDTH ${Math.max(1, Math.round(2 * pxOf(label.halo.sizePt)))}`,
            ]
          : []),
        ...(isLine ? ['ANGLE AUTO'] : [`POSITION ${geometry === 'polygon' ? 'CC' : position}`, 'OFFSET 2 2']),
        'PARTIALS FALSE',
      ]),
    ),
  ]);
}

const tableBlock = (table: ProjectTable, data: string): string[] =>
  block('LAYER', [
    `NAME ${quoted(table.id)}`,
    // Rows without shapes are for questions alone.
    'TYPE QUERY',
    'STATUS OFF',
    ...source(table, data),
    ...block('METADATA', [
      pair('ows_title', table.title),
      pair('gml_include_items', 'all'),
      pair('wms_enable_request', '!*'),
    ]),
    'TEMPLATE "none"',
  ]);
