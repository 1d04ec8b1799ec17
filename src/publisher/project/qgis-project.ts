import { plain } from '../../../sw/formats/rest-value.ts';
import { codeOf } from '../../../sw/geometry/reference-definitions.ts';
import { isGeographic, type SpatialReference, wkidOf } from '../../../sw/geometry/spatial-reference.ts';
import { textOfReference } from '../write/reference-text.ts';
import type { Field } from '../write/rows-to-write.ts';
import { type FeatureLayer, isFeatureLayer, type ProjectMap, type ProjectTable } from './project-map.ts';
import { qgisStyle } from './qgis-style.ts';
import { element, optionMap, textElement } from './xml-text.ts';

const geometryNames = { point: 'Point', multipoint: 'Point', polyline: 'Line', polygon: 'Polygon' };

/**
 * Write a project of QGIS 3, which QGIS Server publishes as it is: WMS of all layers, WFS of those with rows.
 *
 * @param data name of the GeoPackage beside it
 */
export function qgisProject(map: ProjectMap, data: string): string {
  const { title, description, reference, extent, layers, tables, relations, background } = map;
  const features = layers.filter(isFeatureLayer);
  const [red, green, blue] = background ?? [255, 255, 255];
  const all = [...features, ...tables];
  const crs = referenceElement(reference);
  const extentElement = element('extent', {}, sides(extent));
  const list = (values: readonly string[]) => values.map((value) => textElement('value', value));
  const contents = [
    textElement('title', title),
    element('projectCrs', {}, crs),
    element('layer-tree-group', {}, [
      ...treeOf(map, undefined, data),
      ...tables.map((table) => treeLayer(table, true, data)),
    ]),
    element('mapcanvas', { name: 'theMapCanvas', annotationsVisible: 1 }, [
      textElement('units', isGeographic(reference) ? 'degrees' : 'meters'),
      extentElement,
      textElement('rotation', '0'),
      element('destinationsrs', {}, crs),
    ]),
    element(
      'layerorder',
      {},
      features.map(({ id }) => element('layer', { id: layerId(id) })),
    ),
    element('projectlayers', {}, [
      ...features.map((layer) => layerElement(layer, data)),
      ...tables.map((table) => tableElement(table, data)),
    ]),
    element(
      'relations',
      {},
      relations.map(({ name, parent, parentField, child, childField }, i) =>
        element(
          'relation',
          {
            id: `relation_${i}`,
            name,
            referencedLayer: layerId(parent),
            referencingLayer: layerId(child),
            strength: 'Association',
          },
          element('fieldRef', { referencedField: parentField, referencingField: childField }),
        ),
      ),
    ),
    element('properties', {}, [
      element('Paths', {}, textElement('Absolute', 'false', { type: 'bool' })),
      element('SpatialRefSys', {}, textElement('ProjectionsEnabled', '1', { type: 'int' })),
      textElement('WMSServiceCapabilities', 'true', { type: 'bool' }),
      textElement('WMSServiceTitle', title, { type: 'QString' }),
      textElement('WMSServiceAbstract', description, { type: 'QString' }),
      element('WMSExtent', { type: 'QStringList' }, list(extent.map(String))),
      element('WFSLayers', { type: 'QStringList' }, list(all.map(({ id }) => layerId(id)))),
      element(
        'Gui',
        {},
        [
          ['CanvasColorRedPart', red],
          ['CanvasColorGreenPart', green],
          ['CanvasColorBluePart', blue],
        ].map(([name, value]) => textElement(String(name), String(Math.round(Number(value))), { type: 'int' })),
      ),
    ]),
  ];
  return `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>\n${element(
    'qgis',
    { projectname: title, version: '3.22.0' },
    contents.map((one) => `${one}\n`),
  )}\n`;
}

/** QGIS takes ids of more than ten characters. */
const layerId = (id: string): string => `soapstone_${id}`;

const sides = (extent: readonly number[]): string[] =>
  ['xmin', 'ymin', 'xmax', 'ymax'].map((name, i) => textElement(name, String(extent[i])));

function referenceElement(reference: SpatialReference | undefined): string {
  const wkid = wkidOf(reference);
  const text = textOfReference(reference);
  return element('spatialrefsys', {}, [
    ...(text ? [textElement('wkt', text)] : []),
    ...(wkid === undefined ? [] : [textElement('authid', codeOf(wkid))]),
  ]);
}

const sourceOf = ({ table, where }: ProjectTable, data: string): string =>
  `./${data}|layername=${table}${where ? `|subset=${where}` : ''}`;

function treeOf(map: ProjectMap, parent: string | undefined, data: string): string[] {
  return map.layers
    .filter((layer) => layer.parent === parent)
    .map((layer) =>
      isFeatureLayer(layer)
        ? treeLayer(layer, layer.isVisible, data)
        : element(
            'layer-tree-group',
            { name: layer.title, checked: layer.isVisible ? 'Qt::Checked' : 'Qt::Unchecked', expanded: 1 },
            treeOf(map, layer.id, data),
          ),
    );
}

const treeLayer = (layer: ProjectTable, isVisible: boolean, data: string): string =>
  element('layer-tree-layer', {
    id: layerId(layer.id),
    name: layer.title,
    source: sourceOf(layer, data),
    providerKey: 'ogr',
    checked: isVisible ? 'Qt::Checked' : 'Qt::Unchecked',
    expanded: 1,
  });

function layerElement(layer: FeatureLayer, data: string): string {
  const { minScale, maxScale, style, geometry, displayField } = layer;
  return element(
    'maplayer',
    {
      type: 'vector',
      geometry: geometryNames[geometry],
      hasScaleBasedVisibilityFlag: minScale > 0 || maxScale > 0 ? 1 : 0,
      minScale: minScale || 1e10,
      maxScale,
      labelsEnabled: style.labels.length > 0 ? 1 : 0,
      simplifyDrawingHints: geometry === 'polyline' || geometry === 'polygon' ? 1 : 0,
      simplifyDrawingTol: 1,
    },
    [
      ...common(layer, data),
      element('srs', {}, referenceElement(layer.reference)),
      ...(layer.extent ? [element('extent', {}, sides(layer.extent))] : []),
      qgisStyle(style),
      ...(displayField ? [textElement('previewExpression', `"${displayField.replaceAll('"', '""')}"`)] : []),
    ],
  );
}

const tableElement = (table: ProjectTable, data: string): string =>
  element('maplayer', { type: 'vector', geometry: 'No geometry' }, common(table, data));

function common(table: ProjectTable, data: string): string[] {
  return [
    textElement('id', layerId(table.id)),
    textElement('datasource', sourceOf(table, data)),
    // The name of a layer in WMS and WFS.
    textElement('shortname', table.id),
    textElement('layername', table.title),
    textElement('provider', 'ogr', { encoding: 'UTF-8' }),
    textElement('title', table.title),
    element(
      'flags',
      {},
      ['Identifiable', 'Searchable'].map((name) => textElement(name, '1')),
    ),
    element(
      'aliases',
      {},
      table.fields.map(({ Name, AliasName }, index) =>
        element('alias', { field: Name, index, name: AliasName && AliasName !== Name ? AliasName : '' }),
      ),
    ),
    element('fieldConfiguration', {}, table.fields.flatMap(widgetOf)),
  ];
}

/** A list of codes or a range, where the field has one. */
function widgetOf({ Name, Domain }: Field): string[] {
  if (Domain?.type === 'CodedValueDomain') {
    const pairs = Domain.CodedValues.map(({ Name: label, Code }) => optionMap({ [label]: String(plain(Code)) }));
    const map = element('Option', { name: 'map', type: 'List' }, pairs);
    return [
      element('field', { name: Name, configurationFlags: 'None' }, [
        element('editWidget', { type: 'ValueMap' }, element('config', {}, element('Option', { type: 'Map' }, map))),
      ]),
    ];
  }
  if (Domain?.type !== 'RangeDomain') return [];
  const range = { Min: Number(plain(Domain.MinValue)), Max: Number(plain(Domain.MaxValue)), Style: 'SpinBox' };
  return [
    element('field', { name: Name, configurationFlags: 'None' }, [
      element('editWidget', { type: 'Range' }, element('config', {}, optionMap(range))),
    ]),
  ];
}
