import type { Budget } from '../../contract/budget.ts';
import type { Value } from '../../contract/index.ts';
import { reverse } from '../../geometry/measure.ts';
import { collectShapes } from '../reading/collect-shapes.ts';
import { diagnostic } from '../reading/diagnostic.ts';
import { fieldName } from '../reading/field-names.ts';
import { inferTextColumn } from '../reading/infer-column.ts';
import { memberShape } from '../reading/member-shape.ts';
import type { Diagnostic } from '../reading/read-fault.ts';
import type { Shape } from '../reading/shapes/shape.ts';
import type { SourceColumn, SourceTable } from '../reading/source-table.ts';
import { isOnEarth } from '../reading/spatial-reference.ts';
import { makePartTables } from '../reading/tables-of-parts.ts';
import { findChildren, getAttribute, type XmlNode } from '../reading/xml.ts';
import { createGmlDrawing, first, follow, type NodesById, type Seen } from './gml-drawing.ts';
import { geometryMembers, isGeometry } from './gml-geometry.ts';
import { type GmlReference, gmlReference, isReferenceNorthingFirst } from './gml-reference.ts';

/** Types of properties by name. Values of the type `String` remain text even if they look like numbers. */
export type GmlTypes = ReadonlyMap<string, 'String' | 'other'>;

/** Collects the features of one type. */
export interface GmlLayer {
  add(feature: XmlNode, srsName: string | undefined): void;
  /** @param areShortNamesSwapped whether short CRS names have the axis order of the registry in this file */
  finish(name: string, areShortNamesSwapped: boolean): SourceTable[];
}

/**
 * Collect the features of one type. The first property with a geometry and the first CRS apply to all features.
 *
 * @param types types of properties from a schema
 * @param budget limits columns and cells
 */
export function gmlLayer(fileName: string, nodes: NodesById, types: GmlTypes, budget: Budget): GmlLayer {
  const seen: Seen = { curves: 0, heights: 0, unreadable: new Set() };
  const shapes = collectShapes(undefined);
  const columns = new Map<string, string[]>();
  const others = new Set<string>();
  let rowCount = 0;
  let property: string | undefined;
  let reference: GmlReference | undefined;
  let strayCount = 0;

  function readShape(feature: XmlNode, srsName: string | undefined): Shape | undefined {
    const drawing = createGmlDrawing(fileName, nodes, seen, srsName === undefined ? undefined : gmlReference(srsName));
    const geometries = feature.children.flatMap((child) => {
      const geometry = first(follow(child, drawing).filter(isGeometry));
      return geometry && child.name !== 'boundedBy' ? [{ name: child.name, geometry }] : [];
    });
    property ??= first(geometries)?.name;
    for (const { name } of geometries) if (name !== property) others.add(name);
    const geometry = geometries.find(({ name }) => name === property)?.geometry;
    if (!geometry) return undefined;
    const declared = drawing.within(firstWithReference(geometry)).srs;
    reference ??= declared;
    if (declared?.reference?.WKID !== reference?.reference?.WKID) {
      strayCount++;
      return undefined;
    }
    const { heights, curves } = seen;
    const members = geometryMembers(geometry, drawing);
    return members.length > 0 ? memberShape(members, seen.heights > heights, seen.curves - curves) : undefined;
  }

  return {
    add(feature, collectionSrsName) {
      const envelope = findChildren(feature, 'boundedBy')[0]?.children[0];
      const srsName = (envelope && getAttribute(envelope, 'srsName')) ?? collectionSrsName;
      shapes.add(() => readShape(feature, srsName), String(rowCount + 1));
      const properties = readProperties(feature);
      budget.take('cells', properties.size);
      for (const [path, value] of properties) {
        let values = columns.get(path);
        if (!values) {
          values = [];
          columns.set(path, values);
          budget.take('columns');
        }
        if (values.length < rowCount) budget.take('cells', rowCount - values.length);
        while (values.length < rowCount) values.push('');
        values[rowCount] = value;
      }
      rowCount++;
    },
    finish(name, areShortNamesSwapped) {
      const notes: Diagnostic[] = [];
      if (seen.unreadable.size > 0) notes.push(diagnostic('gmlLeftOut', [...seen.unreadable].join(', ')));
      if (others.size > 0) notes.push(diagnostic('otherGeometries', property!, [...others].join(', ')));
      if (strayCount > 0) notes.push(diagnostic('otherReferences', strayCount));
      const spatialReference = reference?.reference;
      const whole = { rowCount, columns: makeColumns(columns, rowCount, types), notes, spatialReference };
      const tables = makePartTables({ name }, shapes.finish(), whole);
      if (!spatialReference) return tables;
      const isSwapped = areShortNamesSwapped && reference!.isShort && isReferenceNorthingFirst(spatialReference);
      return (isSwapped ? tables.map((table) => (table.geometry ? swapXY(table) : table)) : tables).map((table) =>
        fixAxisOrder(table, spatialReference),
      );
    },
  };
}

/** Return the first element with an `srsName`: the geometry itself or a member; the geometry if there is none. */
function firstWithReference(node: XmlNode): XmlNode {
  if (getAttribute(node, 'srsName') !== undefined) return node;
  for (const child of node.children) {
    const match = firstWithReference(child);
    if (getAttribute(match, 'srsName') !== undefined) return match;
  }
  return node;
}

function makeColumns(columns: ReadonlyMap<string, string[]>, rowCount: number, types: GmlTypes): SourceColumn[] {
  const taken = new Set<string>();
  return [...columns].map(([path, values]) => {
    while (values.length < rowCount) values.push('');
    const name = fieldName(path, taken);
    const inferred = inferTextColumn(name, path, values);
    if (types.get(path) !== 'String' || inferred.type === 'String') return inferred;
    const length = values.reduce((max, value) => Math.max(max, value.length), 0);
    return { name, alias: path, type: 'String', length, values: values.map((value) => value || null) };
  });
}

/** Exchange the axes if necessary: some servers write longitude first although the CRS has latitude first. */
function fixAxisOrder(table: SourceTable, { type }: Value<'SpatialReference'>): SourceTable {
  const { geometry } = table;
  if (type !== 'GeographicCoordinateSystem' || !geometry) return table;
  let [isBeyond, fitsWhenSwapped] = [false, true];
  for (let i = 0; i < geometry.xy.length; i += 2) {
    const [x, y] = [geometry.xy[i]!, geometry.xy[i + 1]!];
    isBeyond ||= !isOnEarth(x, y);
    fitsWhenSwapped &&= isOnEarth(y, x);
  }
  if (!isBeyond || !fitsWhenSwapped) return table;
  return { ...swapXY(table), notes: [...table.notes, diagnostic('axesTurned')] };
}

/** Return the table with x and y exchanged, and the direction of the rings corrected. */
function swapXY(table: SourceTable): SourceTable {
  const geometry = { ...table.geometry!, xy: table.geometry!.xy.map((_, i, xy) => xy[i ^ 1]!) };
  const { xy, partOffsets } = geometry;
  if (geometry.kind === 'polygon')
    for (let part = 0; part + 1 < partOffsets.length; part++) reverse(xy, partOffsets[part]!, partOffsets[part + 1]!);
  return { ...table, geometry };
}

/** Members of features that aren't properties of the object itself. */
const leftOut = new Set(['boundedBy', 'metaDataProperty']);
const maxDepth = 12;

/**
 * Return the properties of a feature as text: its ID, then those that aren't geometries. Nested properties are named by
 * their path with dots, without the types in between. Repeated values are joined by commas.
 *
 * @returns without properties that are empty or nil
 */
function readProperties(feature: XmlNode): Map<string, string> {
  const values = new Map<string, string>();
  const id = getAttribute(feature, 'id') ?? getAttribute(feature, 'fid');
  if (id) values.set('gml_id', id);
  for (const child of feature.children) if (!leftOut.has(child.name)) addProperty(values, child, child.name, 0);
  return values;
}

function addProperty(values: Map<string, string>, node: XmlNode, path: string, depth: number): void {
  if (getAttribute(node, 'nil') === 'true' || node.children.some(isGeometry) || depth > maxDepth) return;
  if (node.children.length === 0) {
    const text = node.text.trim();
    const value = text || (getAttribute(node, 'href') ?? '');
    const unit = getAttribute(node, 'uom');
    set(values, path, value);
    if (unit && text) set(values, `${path}.uom`, unit);
    return;
  }
  const [only] = node.children;
  // A property may have an object, which has properties: `address > Address > street`.
  const isObject = node.children.length === 1 && only!.children.length > 0 && /^\p{Lu}/u.test(only!.name);
  for (const child of isObject ? only!.children : node.children)
    addProperty(values, child, `${path}.${child.name}`, depth + 1);
}

function set(values: Map<string, string>, path: string, value: string): void {
  if (value === '') return;
  const previous = values.get(path);
  // GDAL also writes the ID as a property.
  const isId = path === 'gml_id';
  values.set(path, previous === undefined || isId ? value : `${previous}, ${value}`);
}
