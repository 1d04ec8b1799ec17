import type { Budget } from '../../contract/budget.ts';
import { collectFeatures, type LooseGeometry } from '../reading/collect-features.ts';
import { fieldName } from '../reading/field-names.ts';
import { inferTextColumn } from '../reading/infer-column.ts';
import type { Diagnostic } from '../reading/read-fault.ts';
import type { SourceColumn, SourceStyle, SourceTable } from '../reading/source-table.ts';
import { wgs84 } from '../reading/spatial-reference.ts';

/** A feature whose attributes are all text, as in XML. Coordinates are longitude and latitude in degrees. */
export interface TextFeature {
  /** Values by the name in the file, without empty ones. */
  readonly values: ReadonlyMap<string, string>;
  readonly geometry: LooseGeometry | null;
  readonly location: Diagnostic;
  /** How the file draws the feature, by kind of geometry, because a feature may have several kinds. */
  readonly style?: Partial<Record<'points' | 'lines' | 'polygons', SymbolStyle>>;
}

export interface SymbolStyle {
  readonly color: string;
  readonly sizePt?: number;
  /** Opacity of areas: 0 transparent to 255 opaque. */
  readonly alpha?: number;
}

interface TextColumns {
  /** Returns whether a column remains text even if all its values look like numbers. */
  readonly isText: (key: string) => boolean;
  /** Returns the display name of a column; its own name if undefined. */
  readonly alias?: (key: string) => string | undefined;
}

/** Maximum number of colors that count as classes. */
const maxColors = 24;
const defaultSizePt = { points: 7, lines: 2, polygons: 0.75 } as const;

/**
 * Create tables of one kind of geometry each. Columns are in order of appearance, with types inferred from the text.
 *
 * @returns points first; empty without features
 * @throws {Fault} like `collectFeatures`
 */
export function makeTextTables(
  features: readonly TextFeature[],
  name: string,
  columns: TextColumns,
  budget: Budget,
): SourceTable[] {
  if (features.length === 0) return [];
  const collector = collectFeatures();
  for (const [row, { geometry, location }] of features.entries()) collector.add([['row', row]], geometry, location);
  return collector.finish(name).map((table): SourceTable => {
    const members = (table.columns[0]!.values as readonly number[]).map((row) => features[row]!);
    const { kind } = table.geometry ?? {};
    const family = kind === 'polygon' ? 'polygons' : kind === 'polyline' ? 'lines' : 'points';
    const taken = new Set<string>();
    const typed = makeColumns(members, columns, taken, budget);
    const colors = kind ? rankColors(members, family) : [];
    // Add the color as a field if it distinguishes features.
    const isClassed = colors.length > 1 && colors.length <= maxColors;
    const color = isClassed ? [textColumn(fieldName('color', taken), 'color', members.map(colorIn(family)))] : [];
    return {
      ...table,
      columns: [...typed, ...color],
      style: colors.length > 0 ? makeStyle(members, family, colors, color[0]?.name) : undefined,
      ...(table.geometry ? { spatialReference: wgs84, isReferenceByFormat: true } : {}),
    };
  });
}

function makeColumns(
  features: readonly TextFeature[],
  { isText, alias }: TextColumns,
  taken: Set<string>,
  budget: Budget,
): SourceColumn[] {
  const keys = new Set(features.flatMap(({ values }) => [...values.keys()]));
  budget.take('columns', keys.size);
  budget.take('cells', keys.size * features.length);
  return [...keys].map((key) => {
    const raw = features.map(({ values }) => values.get(key) ?? '');
    const label = alias?.(key) ?? key;
    return isText(key)
      ? textColumn(fieldName(key, taken), label, raw)
      : inferTextColumn(fieldName(key, taken), label, raw);
  });
}

function textColumn(name: string, alias: string, raw: readonly string[]): SourceColumn {
  const length = raw.reduce((max, value) => Math.max(max, value.length), 0);
  return { name, alias, type: 'String', length, values: raw.map((value) => value || null) };
}

type Family = 'points' | 'lines' | 'polygons';

const colorIn =
  (family: Family) =>
  ({ style }: TextFeature): string =>
    style?.[family]?.color ?? '';

/** Return the colors of features, the most frequent first; empty if the file has none for this kind. */
function rankColors(features: readonly TextFeature[], family: Family): string[] {
  const counts = new Map<string, number>();
  for (const color of features.map(colorIn(family))) if (color) counts.set(color, (counts.get(color) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([color]) => color);
}

function makeStyle(
  features: readonly TextFeature[],
  family: Family,
  colors: readonly string[],
  field: string | undefined,
): SourceStyle {
  const sized = features.find(({ style }) => style?.[family]?.sizePt !== undefined);
  const sizePt = sized?.style?.[family]?.sizePt ?? defaultSizePt[family];
  const alpha = features.find(({ style }) => style?.[family]?.color === colors[0])?.style?.[family]?.alpha;
  return {
    color: colors[0]!,
    sizePt,
    alpha,
    classes: field === undefined ? undefined : { field, colors },
  };
}
