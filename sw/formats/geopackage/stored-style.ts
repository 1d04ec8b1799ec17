import type { Value } from '../../contract/index.ts';
import { type Xml, xmlElements } from '../../contract/markup.ts';
import type { Rgba } from '../../contract/rgba.ts';
import { writeJson } from '../../service/package-json.ts';
import type { Field } from '../writing/rows-to-write.ts';
import type { PlainLabel } from './plain-labels.ts';
import { type PlainLine, type PlainRenderer, type PlainSymbol, plainStyle } from './plain-style.ts';
import { drawingProperty } from './read-styles.ts';

/**
 * Write the drawing of a layer as a QGIS style for a GeoPackage. A custom property, which QGIS preserves, stores the
 * original drawing, so this app restores it exactly from the file.
 */
export function makeStoredStyle(
  drawing: { readonly description: Value<'FeatureLayerDrawingDescription'>; readonly hasLabels: boolean },
  fields: readonly Field[],
): { readonly qml: string } {
  const { renderer, labels, opacity } = plainStyle(drawing.description, drawing.hasLabels, fields);
  const qgis: Xml = {
    '@version': '3.22.0',
    '@styleCategories': 'AllStyleCategories',
    '@labelsEnabled': labels.length > 0 ? 1 : 0,
    'renderer-v2': rendererElement(renderer),
    labeling: labels.length > 0 ? labelingElement(labels) : undefined,
    blendMode: 0,
    featureBlendMode: 0,
    layerOpacity: opacity,
    customproperties: { Option: optionMap({ [drawingProperty]: writeJson(drawing) }) },
  };
  return { qml: `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>\n${xmlElements({ qgis })}` };
}

const color = ([red, green, blue, alpha]: Rgba): string => `${red},${green},${blue},${Math.round(alpha * 255)}`;
const dashes = {
  solid: 'solid',
  dash: 'dash',
  dot: 'dot',
  dashDot: 'dash dot',
  dashDotDot: 'dash dot dot',
  none: 'no',
};
const hatches = {
  solid: 'solid',
  none: 'no',
  horizontal: 'horizontal',
  vertical: 'vertical',
  forward: 'f_diagonal',
  backward: 'b_diagonal',
  cross: 'cross',
  diagonal: 'diagonal_x',
};
const shapeNames = { circle: 'circle', square: 'square', cross: 'cross', x: 'cross2', diamond: 'diamond' };
const point = 'Point';

/** Write settings as an option map of QGIS. */
const optionMap = (values: Readonly<Record<string, string | number>>): Xml => ({
  '@type': 'Map',
  Option: Object.entries(values).map(([name, value]) => ({ '@name': name, '@type': 'QString', '@value': value })),
});

function rendererElement(renderer: PlainRenderer): Xml {
  const common = { '@forceraster': 0, '@symbollevels': 0, '@enableorderby': 0 };
  if (renderer.type === 'single')
    return { '@type': 'singleSymbol', ...common, symbols: { symbol: symbolElement(renderer.symbol, 0) } };
  const other = renderer.type === 'values' ? renderer.other : undefined;
  const symbols = [...renderer.classes, ...(other ? [other] : [])].map(({ symbol }, i) => symbolElement(symbol, i));
  // QGIS quotes this name in filters but doesn't escape quotes inside it.
  const attr = renderer.field?.includes('"') ? renderer.expression : (renderer.field ?? renderer.expression);
  if (renderer.type === 'ranges')
    return {
      '@type': 'graduatedSymbol',
      '@attr': attr,
      '@graduatedMethod': 'GraduatedColor',
      ...common,
      ranges: {
        range: renderer.classes.map(({ minimum, maximum, label }, i) => ({
          '@lower': minimum,
          '@upper': maximum,
          '@symbol': i,
          '@label': label,
          '@render': true,
        })),
      },
      symbols: { symbol: symbols },
    };
  // The category without a value is the default.
  const classes = [...renderer.classes, ...(other ? [{ value: '', label: other.label }] : [])];
  return {
    '@type': 'categorizedSymbol',
    '@attr': attr,
    ...common,
    categories: {
      category: classes.map(({ value, label }, i) => ({
        '@value': value,
        '@symbol': i,
        '@label': label,
        '@render': true,
        '@type': 'string',
      })),
    },
    symbols: { symbol: symbols },
  };
}

function symbolElement(symbol: PlainSymbol, name: number): Xml {
  const frame = { '@type': symbol.type, '@name': name, '@alpha': 1, '@clip_to_extent': 1, '@force_rhr': 0 };
  const [type, values] = makeSymbolLayer(symbol);
  return {
    ...frame,
    layer: { '@class': type, '@enabled': 1, '@locked': 0, '@pass': 0, Option: optionMap(values) },
  };
}

/** Return the type and settings of the only symbol layer of a symbol. */
function makeSymbolLayer(
  symbol: PlainSymbol,
): readonly [type: string, values: Readonly<Record<string, string | number>>] {
  const makeOutline = (line: PlainLine | undefined) => ({
    outline_style: line ? dashes[line.dash] : 'no',
    outline_color: line ? color(line.color) : '0,0,0,0',
    outline_width: line?.widthPt ?? 0,
    outline_width_unit: point,
  });
  switch (symbol.type) {
    case 'marker': {
      const { shape, color: markerColor, sizePt, outline, angleDeg } = symbol;
      // Crosses are lines, which use the outline color.
      const isCross = shape === 'cross' || shape === 'x';
      const values = {
        name: shapeNames[shape],
        color: color(markerColor),
        size: sizePt,
        size_unit: point,
        angle: -angleDeg,
        ...makeOutline(isCross ? { color: markerColor, widthPt: 1, dash: 'solid' } : outline),
      };
      return ['SimpleMarker', values];
    }
    case 'line': {
      const values = {
        line_color: color(symbol.color),
        line_width: symbol.widthPt,
        line_width_unit: point,
        line_style: dashes[symbol.dash],
        capstyle: 'round',
        joinstyle: 'round',
      };
      return ['SimpleLine', values];
    }
    case 'fill':
      return [
        'SimpleFill',
        { color: color(symbol.color), style: hatches[symbol.hatch], ...makeOutline(symbol.outline) },
      ];
  }
}

const labelingElement = (labels: readonly PlainLabel[]): Xml => ({
  '@type': 'rule-based',
  rules: {
    '@key': '{labels}',
    rule: labels.map((label, i) => ({
      '@key': `{label-${i}}`,
      '@filter': label.where || undefined,
      // QGIS calls the largest denominator the maximum; here it's the minimum scale.
      '@scalemaxdenom': label.minScale || undefined,
      '@scalemindenom': label.maxScale || undefined,
      settings: settingsElement(label),
    })),
  },
});

function settingsElement({ expression, sizePt, color: textColor, isBold, isItalic, halo, placement }: PlainLabel): Xml {
  return {
    '@calloutType': 'simple',
    'text-style': {
      '@fieldName': expression,
      '@isExpression': 1,
      '@fontFamily': 'Sans Serif',
      '@fontSize': sizePt,
      '@fontSizeUnit': point,
      '@fontWeight': isBold ? 75 : 50,
      '@fontItalic': isItalic ? 1 : 0,
      '@textColor': color(textColor),
      '@textOpacity': textColor[3],
      'text-buffer': {
        '@bufferDraw': halo ? 1 : 0,
        '@bufferSize': halo?.sizePt ?? 1,
        '@bufferSizeUnits': point,
        '@bufferColor': halo ? color(halo.color) : '255,255,255,255',
        '@bufferOpacity': halo?.color[3] ?? 1,
      },
    },
    placement: encodePlacement(placement),
    // As obstacles, polygons would hide the labels inside them.
    rendering: { '@drawLabels': 1, '@scaleVisibility': 0, '@obstacle': 0, '@displayAll': 0 },
  };
}

/** Write a label placement. QGIS numbers quadrants from the upper left, row by row. */
function encodePlacement(placement: string): Xml {
  if (/Polygon/.test(placement)) return { '@placement': 4 };
  if (/Line/.test(placement)) return { '@placement': 2, '@placementFlags': /Below/.test(placement) ? 12 : 10 };
  const row = /Above/.test(placement) ? 0 : /Below/.test(placement) ? 6 : 3;
  const column = /Left/.test(placement) ? 0 : /Right/.test(placement) ? 2 : 1;
  return {
    '@placement': 1,
    '@quadOffset': row + column,
    '@offsetUnits': point,
    '@xOffset': 3 * (column - 1),
    '@yOffset': (row - 3) / 1.5,
  };
}
