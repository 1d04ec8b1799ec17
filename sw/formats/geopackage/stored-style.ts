import type { Value } from '../../contract/index.ts';
import type { Rgba } from '../../contract/rgba.ts';
import { writeJson } from '../../service/package-json.ts';
import type { Field } from '../writing/rows-to-write.ts';
import type { PlainLabel } from './plain-labels.ts';
import { type PlainLine, type PlainRenderer, type PlainStyle, type PlainSymbol, plainStyle } from './plain-style.ts';
import { drawingProperty } from './read-styles.ts';
import { element, optionMap } from './xml-text.ts';

/**
 * Write how a layer is drawn as QGIS keeps it in a GeoPackage. What QGIS has no words for goes along as a property that it leaves alone,
 * so that the layer looks here as it did when the file comes back.
 */
export function storedStyle(
  drawing: { readonly description: Value<'FeatureLayerDrawingDescription'>; readonly hasLabels: boolean },
  fields: readonly Field[],
): { readonly qml: string } {
  const property = optionMap({ [drawingProperty]: writeJson(drawing) });
  const style = plainStyle(drawing.description, drawing.hasLabels, fields);
  return { qml: styleFile(style, element('customproperties', {}, property)) };
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

/** Write renderer, labels and opacity of a layer as a style file of QGIS 3. @param more elements that go with them */
const styleFile = ({ renderer, labels, opacity }: PlainStyle, more: string): string =>
  `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>\n${element(
    'qgis',
    { version: '3.22.0', styleCategories: 'AllStyleCategories', labelsEnabled: labels.length > 0 ? 1 : 0 },
    [
      rendererElement(renderer),
      ...(labels.length > 0 ? [labelingElement(labels)] : []),
      `<blendMode>0</blendMode><featureBlendMode>0</featureBlendMode><layerOpacity>${opacity}</layerOpacity>`,
      more,
    ],
  )}`;

function rendererElement(renderer: PlainRenderer): string {
  const common = { forceraster: 0, symbollevels: 0, enableorderby: 0 };
  if (renderer.type === 'single')
    return element(
      'renderer-v2',
      { type: 'singleSymbol', ...common },
      element('symbols', {}, symbolElement(renderer.symbol, 0)),
    );
  const all = renderer.type === 'values' && renderer.other ? [...renderer.classes, renderer.other] : renderer.classes;
  const symbols = element(
    'symbols',
    {},
    all.map(({ symbol }, i) => symbolElement(symbol, i)),
  );
  // QGIS filters by this name in quotes, but does not double those inside of it.
  const attr = renderer.field?.includes('"') ? renderer.expression : (renderer.field ?? renderer.expression);
  if (renderer.type === 'ranges') {
    const ranges = renderer.classes.map(({ minimum, maximum, label }, i) =>
      element('range', { lower: minimum, upper: maximum, symbol: i, label, render: 'true' }),
    );
    return element('renderer-v2', { type: 'graduatedSymbol', attr, graduatedMethod: 'GraduatedColor', ...common }, [
      element('ranges', {}, ranges),
      symbols,
    ]);
  }
  const categories = renderer.classes.map(({ value, label }, i) =>
    element('category', { value, symbol: i, label, render: 'true', type: 'string' }),
  );
  // No value is the category of all others.
  if (renderer.other)
    categories.push(
      element('category', {
        value: '',
        symbol: renderer.classes.length,
        label: renderer.other.label,
        render: 'true',
        type: 'string',
      }),
    );
  return element('renderer-v2', { type: 'categorizedSymbol', attr, ...common }, [
    element('categories', {}, categories),
    symbols,
  ]);
}

function symbolElement(symbol: PlainSymbol, name: number): string {
  const layer = (className: string, values: Readonly<Record<string, string | number>>): string =>
    element('layer', { class: className, enabled: 1, locked: 0, pass: 0 }, optionMap(values));
  const around = (line: PlainLine | undefined) => ({
    outline_style: line ? dashes[line.dash] : 'no',
    outline_color: line ? color(line.color) : '0,0,0,0',
    outline_width: line?.widthPt ?? 0,
    outline_width_unit: point,
  });
  const inside = {
    marker: (): string => {
      const { shape, color: own, sizePt, outline, angleDeg } = symbol as Extract<PlainSymbol, { type: 'marker' }>;
      // Crosses are lines, which have the colour of the outline.
      const isCross = shape === 'cross' || shape === 'x';
      return layer('SimpleMarker', {
        name: shapeNames[shape],
        color: color(own),
        size: sizePt,
        size_unit: point,
        angle: -angleDeg,
        ...around(isCross ? { color: own, widthPt: 1, dash: 'solid' } : outline),
      });
    },
    line: (): string => {
      const { color: own, widthPt, dash } = symbol as PlainLine;
      return layer('SimpleLine', {
        line_color: color(own),
        line_width: widthPt,
        line_width_unit: point,
        line_style: dashes[dash],
        capstyle: 'round',
        joinstyle: 'round',
      });
    },
    fill: (): string => {
      const { hatch, color: own, outline } = symbol as Extract<PlainSymbol, { type: 'fill' }>;
      return layer('SimpleFill', { color: color(own), style: hatches[hatch], ...around(outline) });
    },
  };
  return element(
    'symbol',
    { type: symbol.type, name, alpha: 1, clip_to_extent: 1, force_rhr: 0 },
    inside[symbol.type](),
  );
}

function labelingElement(labels: readonly PlainLabel[]): string {
  const rules = labels.map((label, i) =>
    element(
      'rule',
      {
        key: `{label-${i}}`,
        ...(label.where ? { filter: label.where } : {}),
        // QGIS counts the denominator farthest out as the maximum.
        ...(label.minScale ? { scalemaxdenom: label.minScale } : {}),
        ...(label.maxScale ? { scalemindenom: label.maxScale } : {}),
      },
      settingsElement(label),
    ),
  );
  return element('labeling', { type: 'rule-based' }, element('rules', { key: '{labels}' }, rules));
}

function settingsElement({ expression, sizePt, color: own, isBold, isItalic, halo, placement }: PlainLabel): string {
  const text = element(
    'text-style',
    {
      fieldName: expression,
      isExpression: 1,
      fontFamily: 'Sans Serif',
      fontSize: sizePt,
      fontSizeUnit: point,
      fontWeight: isBold ? 75 : 50,
      fontItalic: isItalic ? 1 : 0,
      textColor: color(own),
      textOpacity: own[3],
    },
    element('text-buffer', {
      bufferDraw: halo ? 1 : 0,
      bufferSize: halo?.sizePt ?? 1,
      bufferSizeUnits: point,
      bufferColor: halo ? color(halo.color) : '255,255,255,255',
      bufferOpacity: halo?.color[3] ?? 1,
    }),
  );
  return element('settings', { calloutType: 'simple' }, [
    text,
    element('placement', placementOf(placement)),
    // Areas would keep the names of what lies in them away.
    element('rendering', { drawLabels: 1, scaleVisibility: 0, obstacle: 0, displayAll: 0 }),
  ]);
}

/** Quadrants count from the upper left, row by row. */
function placementOf(placement: string): Readonly<Record<string, string | number>> {
  if (/Polygon/.test(placement)) return { placement: 4 };
  if (/Line/.test(placement)) return { placement: 2, placementFlags: /Below/.test(placement) ? 12 : 10 };
  const row = /Above/.test(placement) ? 0 : /Below/.test(placement) ? 6 : 3;
  const column = /Left/.test(placement) ? 0 : /Right/.test(placement) ? 2 : 1;
  return {
    placement: 1,
    quadOffset: row + column,
    offsetUnits: point,
    xOffset: 3 * (column - 1),
    yOffset: (row - 3) / 1.5,
  };
}
