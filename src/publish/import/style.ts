import type { Value } from '../../../sw/contract/index.ts';
import type { SourceColumn, SourceStyle, SourceTable } from '../../../sw/formats/reading/source-table.ts';
import { disc, fill, labelText, line } from '../../../sw/formats/reading/symbols.ts';
import type { GeometryKind } from '../../../sw/rows/manifest.ts';
import { bracketField } from '../../../sw/rows/text/field-in-brackets.ts';
import type { LayerStyle, SymbolChoice } from './decided.ts';

/** Muted hues of equal visual weight: the strong tone for points and lines, the light tone for polygons. */
const palette: readonly { readonly strong: string; readonly light: string; readonly dark: string }[] = [
  { strong: '#2f7d78', light: '#b9d9d4', dark: '#24615d' },
  { strong: '#b4553a', light: '#efd0c2', dark: '#8c4029' },
  { strong: '#4a6fa5', light: '#c6d5e9', dark: '#385580' },
  { strong: '#7c6a2e', light: '#e4dcb8', dark: '#5f5122' },
  { strong: '#855a8f', light: '#dfcfe4', dark: '#66446f' },
  { strong: '#4f7f3f', light: '#cde0c2', dark: '#3b6030' },
];

/** Layers with more features start without labels. */
const maxLabeledRows = 500;

/** Choose symbols, labels and the display field of a layer; the same name always gets the same color. */
export function defaultStyle(
  table: SourceTable,
  kind: GeometryKind,
  chosen: {
    readonly symbol?: SymbolChoice | undefined;
    readonly displayField?: string | undefined;
  } = {},
): LayerStyle {
  const field = table.columns.find(({ name }) => name === chosen.displayField) ?? displayField(table.columns);
  const named = field?.type === 'String';
  const { style } = table;
  const symbol = chosen.symbol ?? style;
  // Another size keeps the colors of the file; another color replaces them.
  const isAsDrawn = !chosen.symbol || chosen.symbol.color === style?.color;
  const colors =
    style && symbol && isAsDrawn
      ? colorRenderer(table, style, field?.name, (color) =>
          makeChosenSymbol(kind, { color, sizePt: symbol.sizePt }, style.alpha),
        )
      : undefined;
  return {
    drawing: {
      type: 'FeatureLayerDrawingDescription',
      FeatureRenderer: colors ?? {
        type: 'SimpleRenderer',
        Symbol: symbol ? makeChosenSymbol(kind, symbol, style?.alpha) : defaultSymbol(kind, table),
        Label: table.name,
      },
      ScaleSymbols: false,
      Transparency: 0,
      LabelingDescription: field && { LabelClassDescriptions: [labelClass(kind, field.name)] },
    },
    ShowLabels: named && !table.isUnlabelled && table.rowCount <= maxLabeledRows,
    DisplayField: field?.name,
  };
}

function defaultSymbol(kind: GeometryKind, table: SourceTable): Value<'Symbol'> {
  const { strong, light, dark } = pickTone(table.name);
  const sizePt = symbolSizePt(kind, table.rowCount);
  if (kind === 'polygon') return fill(light, line(dark, sizePt), 225);
  if (kind === 'polyline') return line(strong, sizePt);
  return disc(strong, sizePt, '#ffffff', table.rowCount > crowd ? 0.25 : 0.75);
}

const pickTone = (name: string) => palette[hash(name) % palette.length]!;
const crowd = 5000;

/**
 * Return the diameter of points or the width of lines and outlines. Symbols are smaller for many features, so that
 * their pattern shows.
 */
export function symbolSizePt(kind: GeometryKind, rowCount: number): number {
  const [few, many] = { polygon: [0.75, 0.4], polyline: [1.5, 0.75], point: [6, 3.5], multipoint: [6, 3.5] }[kind];
  return rowCount > crowd ? many! : few!;
}

/** Return the color `#rrggbb` for the name of a layer. */
export function defaultColor(kind: GeometryKind, name: string): string {
  return kind === 'polygon' ? pickTone(name).light : pickTone(name).strong;
}

/** Make a symbol of the chosen color and size. */
function makeChosenSymbol(kind: GeometryKind, { color, sizePt }: SymbolChoice, alpha = 225): Value<'Symbol'> {
  if (kind === 'polygon') return fill(color, line(darker(color), sizePt), alpha);
  if (kind === 'polyline') return line(color, sizePt);
  return disc(color, sizePt, '#ffffff', sizePt < 4 ? 0.25 : 0.75);
}

/** Darken `#rrggbb` to 64 % of each channel. */
function darker(hex: string): string {
  const channels = [1, 3, 5].map((index) => Math.round(Number.parseInt(hex.slice(index, index + 2), 16) * 0.64));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Make a label class for the values of `field`, with the usual placement for the kind of geometry. */
export function labelClass(
  kind: GeometryKind,
  field: string,
  symbol = labelText('#2b2f33', 8),
): Value<'LabelClassDescription'> {
  return {
    LabelPlacementDescription: makeLabelPlacement(kind),
    LabelExpression: bracketField(field),
    Symbol: symbol,
    UseCodedValue: true,
    MaximumScale: 0,
    MinimumScale: 0,
    LabelExpressionType: 'gisLabelExpressionSimple',
  };
}

function makeLabelPlacement(kind: GeometryKind): Value<'LabelPlacementDescription'> {
  if (kind === 'polygon') {
    return { type: 'PolygonLabelPlacementDescription', Type: 'gisServerPolygonPlacementAlwaysHorizontal' };
  }
  if (kind === 'polyline') return { type: 'LineLabelPlacementDescription', Type: 'gisServerLinePlacementAboveAlong' };
  return { type: 'PointLabelPlacementDescription', Type: 'gisServerPointLabelPlacementAboveRight' };
}

const nameLike = [
  /^(?:name|nom|nombre|naam|navn|namn)$/i,
  /^(?:title|titel|label|bezeichnung)$/i,
  /^name_?(?:en|de|fr|long|1)$/i,
  /name|title|label|bezeich/i,
];

/**
 * Return the column with the names of features: a column whose name suggests it, else the first text column, else the
 * first column; undefined without columns.
 */
export function displayField(columns: readonly SourceColumn[]): SourceColumn | undefined {
  const texts = columns.filter((column) => column.type === 'String');
  for (const pattern of nameLike) {
    const nameColumn = texts.find((column) => pattern.test(column.name));
    if (nameColumn) return nameColumn;
  }
  return texts[0] ?? columns[0];
}

/** Return the FNV-1a hash of a text. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}

/** Maximum number of features named in the label of a color. */
const maxNames = 2;

/**
 * Make a renderer for features with individual colors: a class for each color, labeled with the names of its features.
 *
 * @param names column with the names of features
 * @param makeSymbol returns the symbol of a color
 * @returns undefined if all features look the same, or the color field was left out
 */
function colorRenderer(
  table: SourceTable,
  { classes, color }: SourceStyle,
  names: string | undefined,
  makeSymbol: (color: string) => Value<'Symbol'>,
): Value<'UniqueValueRenderer'> | undefined {
  const field = table.columns.find(({ name }) => name === classes?.field);
  if (!classes || !field) return undefined;
  const named = table.columns.find(({ name }) => name === names)?.values;
  const labels = new Map<string, Set<string>>();
  let isComplete = true;
  for (const [row, value] of field.values.entries()) {
    if (value === null) isComplete = false;
    const name = named?.[row];
    if (value === null || name === null || name === undefined) continue;
    const met = labels.get(String(value)) ?? new Set<string>();
    labels.set(String(value), met.add(String(name)));
  }
  return {
    type: 'UniqueValueRenderer',
    Field1: field.name,
    FieldDelimiter: ', ',
    ...(isComplete ? {} : { DefaultSymbol: makeSymbol(color), DefaultLabel: table.name }),
    UniqueValueInfos: classes.colors.map((classColor) => ({
      Value: classColor,
      Label: formatLabel([...(labels.get(classColor) ?? [])]) || classColor,
      Symbol: makeSymbol(classColor),
    })),
  };
}

const formatLabel = (names: readonly string[]): string =>
  names.slice(0, maxNames).join(', ') + (names.length > maxNames ? ', …' : '');
