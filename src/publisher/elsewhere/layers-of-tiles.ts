import type { Value } from '../../../sw/contract/index.ts';
import type { ReadTileLayer } from '../../../sw/formats/read-vector-tile.ts';
import type { GeometryKind } from '../../../sw/rows/manifest.ts';
import { kindOfType } from '../../../sw/service/elsewhere/tile-rows.ts';

/** A layer of vector tiles. */
interface NamedLayer {
  readonly name: string;
  /** Empty where no tile that was read has it, and the metadata do not say. */
  readonly kinds: ReadonlySet<GeometryKind>;
  readonly columns: readonly { readonly name: string; readonly fieldType: Value<'Field'>['Type'] }[];
  /** Columns whose names differ from those of others by case alone. */
  readonly leftOut: readonly string[];
}

const fieldTypes: Readonly<Record<string, Value<'Field'>['Type']>> = {
  number: 'gisFieldTypeDouble',
  boolean: 'gisFieldTypeSmallInteger',
};

/**
 * List the layers of vector tiles with their columns, as the metadata say (`vector_layers`, `tilestats`) and as tiles have them that
 * were read.
 *
 * @param metadata JSON; what is none says nothing
 */
export function layersIn(metadata: string, samples: readonly ReadTileLayer[]): NamedLayer[] {
  const { vector_layers: said, tilestats } = objectIn(metadata);
  const fieldsByLayer = new Map<string, Map<string, string>>();
  for (const one of listIn(said)) {
    if (typeof one.id !== 'string' || one.id === '') continue;
    const fields = Object.entries(Object(one.fields) as object).map(
      ([name, type]) => [name, String(type).toLowerCase()] as const,
    );
    fieldsByLayer.set(one.id, new Map(fields));
  }
  const kindsByLayer = new Map<string, Set<GeometryKind>>();
  const hasFields = new Set([...fieldsByLayer].flatMap(([name, fields]) => (fields.size > 0 ? [name] : [])));
  for (const { name, features, keys, values } of samples) {
    const own = kindsByLayer.get(name) ?? new Set();
    kindsByLayer.set(name, own);
    const fields = fieldsByLayer.get(name) ?? new Map<string, string>();
    fieldsByLayer.set(name, fields);
    for (const { type, tags } of features) {
      const kind = kindOfType(type);
      if (kind) own.add(kind);
      if (hasFields.has(name)) continue;
      for (let i = 0; i + 1 < tags.length; i += 2) {
        const [key, value] = [keys[tags[i]!], values[tags[i + 1]!]];
        if (key === undefined || value === null || value === undefined) continue;
        const known = fields.get(key);
        fields.set(key, known === undefined || known === typeof value ? typeof value : 'string');
      }
    }
  }
  for (const { layer, geometry } of listIn(Object(tilestats).layers)) {
    const kind = kindsByName[String(geometry)];
    if (kind && typeof layer === 'string' && !kindsByLayer.get(layer)?.size) kindsByLayer.set(layer, new Set([kind]));
  }
  return [...fieldsByLayer].map(([name, fields]) => ({
    name,
    kinds: kindsByLayer.get(name) ?? new Set(),
    ...columnsOf(fields),
  }));
}

const kindsByName: Readonly<Record<string, GeometryKind>> = {
  Point: 'point',
  LineString: 'polyline',
  Polygon: 'polygon',
};

function columnsOf(fields: ReadonlyMap<string, string>): Pick<NamedLayer, 'columns' | 'leftOut'> {
  // Names are looked up without regard to case.
  const names = new Set<string>(['']);
  const columns: NamedLayer['columns'][number][] = [];
  const leftOut: string[] = [];
  for (const [name, type] of fields) {
    if (names.has(name.toLowerCase())) leftOut.push(name);
    else columns.push({ name, fieldType: fieldTypes[type] ?? 'gisFieldTypeString' });
    names.add(name.toLowerCase());
  }
  return { columns, leftOut };
}

function objectIn(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const listIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map((one) => Object(one) as Record<string, unknown>) : [];
