import { isGeometry } from './gml-geometry.ts';
import { attributeOf, type GmlNode } from './gml-node.ts';

/** Members of features that say nothing of the thing itself. */
const leftOut = new Set(['boundedBy', 'metaDataProperty']);
const deepest = 12;

/**
 * The properties of a feature as text: its id, then those that are no geometry. Nested ones have their path with dots as name, without
 * the types in between, and the values of repeated ones are separated by commas.
 *
 * @returns without properties that are empty or nil
 */
export function propertiesOf(feature: GmlNode): Map<string, string> {
  const values = new Map<string, string>();
  const id = attributeOf(feature, 'id') ?? attributeOf(feature, 'fid');
  if (id) values.set('gml_id', id);
  for (const child of feature.children) if (!leftOut.has(child.name)) addProperty(values, child, child.name, 0);
  return values;
}

function addProperty(values: Map<string, string>, node: GmlNode, path: string, depth: number): void {
  if (attributeOf(node, 'nil') === 'true' || node.children.some(isGeometry) || depth > deepest) return;
  if (node.children.length === 0) {
    const text = node.text.trim();
    const value = text || (attributeOf(node, 'href') ?? '');
    const unit = attributeOf(node, 'uom');
    set(values, path, value);
    if (unit && text) set(values, `${path}.uom`, unit);
    return;
  }
  const [only] = node.children;
  // A property has an object, which has properties: `address > Address > street`.
  const isObject = node.children.length === 1 && only!.children.length > 0 && /^\p{Lu}/u.test(only!.name);
  for (const child of isObject ? only!.children : node.children)
    addProperty(values, child, `${path}.${child.name}`, depth + 1);
}

function set(values: Map<string, string>, path: string, value: string): void {
  if (value === '') return;
  const before = values.get(path);
  // GDAL writes the id as a property as well.
  const isId = path === 'gml_id';
  values.set(path, before === undefined || isId ? value : `${before}, ${value}`);
}
