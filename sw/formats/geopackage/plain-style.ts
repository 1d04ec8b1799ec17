import type { Value } from '../../contract/index.ts';
import { colorToRgba, type Rgba } from '../../contract/rgba.ts';
import type { Field } from '../writing/rows-to-write.ts';
import { listPlainLabels, type PlainLabel } from './plain-labels.ts';
import { fieldNamed, nameText, quoteString, UnsupportedExpression } from './qgis-expression.ts';

export type PlainSymbol =
  | {
      readonly type: 'marker';
      readonly shape: 'circle' | 'square' | 'cross' | 'x' | 'diamond';
      readonly color: Rgba;
      readonly sizePt: number;
      readonly outline?: PlainLine;
      readonly angleDeg: number;
    }
  | (PlainLine & { readonly type: 'line' })
  | { readonly type: 'fill'; readonly hatch: Hatch; readonly color: Rgba; readonly outline?: PlainLine };

type Hatch = 'solid' | 'none' | 'horizontal' | 'vertical' | 'forward' | 'backward' | 'cross' | 'diagonal';
type Dash = 'solid' | 'dash' | 'dot' | 'dashDot' | 'dashDotDot' | 'none';
export interface PlainLine {
  readonly color: Rgba;
  readonly widthPt: number;
  readonly dash: Dash;
}

interface PlainClass {
  readonly label: string;
  readonly symbol: PlainSymbol;
}

/** How features get their symbols; `expression` is a QGIS expression. */
export type PlainRenderer =
  | ({ readonly type: 'single' } & PlainClass)
  | {
      readonly type: 'values';
      readonly expression: string;
      /** Absent if the expression isn't a single field. */
      readonly field?: string;
      readonly classes: readonly (PlainClass & { readonly value: string })[];
      readonly other?: PlainClass;
    }
  | {
      readonly type: 'ranges';
      readonly expression: string;
      readonly field?: string;
      /** Ranges exclude the minimum, except for the first, and include the maximum. */
      readonly classes: readonly (PlainClass & { readonly minimum: number; readonly maximum: number })[];
    };

interface PlainStyle {
  readonly renderer: PlainRenderer;
  /** Opacity, 0 to 1. */
  readonly opacity: number;
  readonly labels: readonly PlainLabel[];
}

type Drawing = Value<'FeatureLayerDrawingDescription'>;
const black: Rgba = [0, 0, 0, 1];

/**
 * Convert the drawing of a layer to what QGIS supports. Other symbols become gray, and a dot density becomes a single
 * symbol.
 */
export function plainStyle(drawing: Drawing, hasLabels: boolean, fields: readonly Field[]): PlainStyle {
  return {
    renderer: convertRenderer(drawing.FeatureRenderer, fields),
    opacity: 1 - (drawing.Transparency ?? 0) / 100,
    labels: hasLabels ? listPlainLabels(drawing, fields) : [],
  };
}

/** Convert a renderer. If it uses a field that isn't in the file, return a single symbol. */
function convertRenderer(renderer: Value<'FeatureRenderer'> | undefined, fields: readonly Field[]): PlainRenderer {
  try {
    return rendererByFields(renderer, fields);
  } catch (error) {
    if (!(error instanceof UnsupportedExpression)) throw error;
    const classes =
      renderer?.type === 'UniqueValueRenderer'
        ? [{ Symbol: renderer.DefaultSymbol }, ...(renderer.UniqueValueInfos ?? [])]
        : renderer?.type === 'ClassBreaksRenderer'
          ? renderer.ClassBreakInfos
          : [];
    return { type: 'single', ...makeClass(classes.find(({ Symbol: symbol }) => symbol)?.Symbol) };
  }
}

const makeClass = (symbol: Value<'Symbol'> | undefined, label = ''): PlainClass => ({
  label,
  symbol: convertSymbol(symbol),
});

/** Convert a renderer whose fields must be in the file. @throws {UnsupportedExpression} if a field is missing */
function rendererByFields(renderer: Value<'FeatureRenderer'> | undefined, fields: readonly Field[]): PlainRenderer {
  const quoteField = (name: string): string => nameText(fieldNamed(name, fields));
  if (renderer?.type === 'SimpleRenderer') return { type: 'single', ...makeClass(renderer.Symbol, renderer.Label) };
  if (renderer?.type === 'UniqueValueRenderer') {
    const { Field1, Field2, Field3, FieldDelimiter = ', ', DefaultSymbol, DefaultLabel } = renderer;
    const names = [Field1, Field2, Field3].filter((name): name is string => Boolean(name));
    const parts = names.map((name) => `COALESCE(${quoteField(name)}, '')`);
    return {
      type: 'values',
      expression: names.length === 1 ? quoteField(Field1) : parts.join(` || ${quoteString(FieldDelimiter)} || `),
      field: names.length === 1 ? Field1 : undefined,
      classes: (renderer.UniqueValueInfos ?? []).map(({ Value: value, Label, Symbol: symbol }) => ({
        value,
        ...makeClass(symbol ?? DefaultSymbol, Label ?? value),
      })),
      other: DefaultSymbol && makeClass(DefaultSymbol, DefaultLabel),
    };
  }
  if (renderer?.type === 'ClassBreaksRenderer') {
    const { Field: field, NormalizationField: by, NormalizationType: normalization } = renderer;
    const isByField = Boolean(by) && normalization === 'gisNormalizeByField';
    const value = quoteField(field);
    return {
      type: 'ranges',
      expression: isByField ? `${value} / ${quoteField(by!)}` : value,
      field: isByField ? undefined : field,
      classes: renderer.ClassBreakInfos.map((info, i) => ({
        minimum: i === 0 ? renderer.MinimumValue : info.ClassMinimumValue,
        maximum: info.ClassMaximumValue,
        ...makeClass(info.Symbol, info.Label),
      })),
    };
  }
  return { type: 'single', ...makeClass(undefined) };
}

const shapes = {
  gisSMSCircle: 'circle',
  gisSMSSquare: 'square',
  gisSMSCross: 'cross',
  gisSMSX: 'x',
  gisSMSDiamond: 'diamond',
} as const;
const hatches = {
  gisSFSSolid: 'solid',
  gisSFSNull: 'none',
  gisSFSHorizontal: 'horizontal',
  gisSFSVertical: 'vertical',
  gisSFSForwardDiagonal: 'forward',
  gisSFSBackwardDiagonal: 'backward',
  gisSFSCross: 'cross',
  gisSFSDiagonalCross: 'diagonal',
} as const;
const dashes = {
  gisSLSSolid: 'solid',
  gisSLSInsideFrame: 'solid',
  gisSLSDash: 'dash',
  gisSLSDot: 'dot',
  gisSLSDashDot: 'dashDot',
  gisSLSDashDotDot: 'dashDotDot',
  gisSLSNull: 'none',
} as const;

function convertSymbol(symbol: Value<'Symbol'> | undefined): PlainSymbol {
  switch (symbol?.type) {
    case 'SimpleMarkerSymbol':
      return {
        type: 'marker',
        shape: shapes[symbol.Style],
        color: symbol.Color ? colorToRgba(symbol.Color) : black,
        sizePt: symbol.Size,
        angleDeg: symbol.Angle,
        ...(symbol.Outline && symbol.OutlineSize > 0
          ? { outline: { color: colorToRgba(symbol.OutlineColor), widthPt: symbol.OutlineSize, dash: 'solid' } }
          : {}),
      };
    case 'SimpleLineSymbol':
      return { type: 'line', ...convertLine(symbol) };
    case 'SimpleFillSymbol': {
      const { Outline, Color: color, Style } = symbol;
      const outline = Outline?.type === 'SimpleLineSymbol' ? convertLine(Outline) : undefined;
      return {
        type: 'fill',
        hatch: hatches[Style],
        color: color ? colorToRgba(color) : [0, 0, 0, 0],
        outline: outline && outline.dash !== 'none' ? outline : undefined,
      };
    }
  }
  if (symbol && /Fill/.test(symbol.type)) return { type: 'fill', hatch: 'solid', color: [128, 128, 128, 0.5] };
  const sizePt = symbol && 'Size' in symbol && typeof symbol.Size === 'number' ? symbol.Size : 6;
  return { type: 'marker', shape: 'circle', color: [128, 128, 128, 1], sizePt, angleDeg: 0 };
}

const convertLine = ({ Color: color, Width, Style }: Value<'SimpleLineSymbol'>): PlainLine => ({
  color: color ? colorToRgba(color) : black,
  widthPt: Width,
  dash: dashes[Style],
});
