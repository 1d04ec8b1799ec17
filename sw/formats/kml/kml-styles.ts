import { findChild, findChildren, getAttribute, readChildText, type XmlNode } from '../reading/xml.ts';
import type { SymbolStyle, TextFeature } from '../text/text-features.ts';

type FeatureStyles = NonNullable<TextFeature['style']>;

/** Styles of a document: shared styles by ID, with style maps resolved. */
export interface KmlStyles {
  /**
   * Return the style of a placemark: the shared style that it names, overridden by its own style; undefined if it has
   * neither.
   */
  findStyle(placemark: XmlNode): FeatureStyles | undefined;
}

/** Colors of Google Earth's pushpins by the beginning of their file names. KML lacks them: only the image has the color. */
const pins: readonly (readonly [name: RegExp, color: string])[] = [
  [/\/ylw-/, '#f2c230'],
  [/\/(?:ltblu|lt-blue)-/, '#6bb7e8'],
  [/\/blu?e?-/, '#3b6fd1'],
  [/\/(?:grn|green)-/, '#3f9a4a'],
  [/\/red-/, '#d23f31'],
  [/\/purple-/, '#8a4fb5'],
  [/\/pink-/, '#e06ba8'],
  [/\/orange-/, '#e8832a'],
];

/** Collect the styles of a document at any depth. */
export function kmlStyles(root: XmlNode): KmlStyles {
  const styles = new Map<string, XmlNode>();
  const collect = (element: XmlNode): void => {
    for (const child of element.children) {
      const id = getAttribute(child, 'id');
      if ((child.name === 'Style' || child.name === 'StyleMap') && id !== undefined) styles.set(id, child);
      if (child.name === 'Document' || child.name === 'Folder') collect(child);
    }
  };
  collect(root);
  const stylesByElement = new Map<XmlNode, FeatureStyles>();

  function readStyles(element: XmlNode, depth: number): FeatureStyles | undefined {
    if (depth > 4) return undefined;
    if (element.name === 'StyleMap') {
      const pair = findChildren(element, 'Pair').find((candidate) => readChildText(candidate, 'key') === 'normal');
      return pair && resolve(pair, depth + 1);
    }
    let style = stylesByElement.get(element);
    if (!style) {
      style = readStyle(element);
      stylesByElement.set(element, style);
    }
    return style;
  }

  function resolve(element: XmlNode, depth: number): FeatureStyles | undefined {
    const url = readChildText(element, 'styleUrl');
    const shared = styles.get(url.slice(url.indexOf('#') + 1));
    const inlineStyle = findChild(element, 'Style') ?? findChild(element, 'StyleMap');
    const resolved = [shared, inlineStyle].map((style) => style && readStyles(style, depth));
    return resolved.some(Boolean) ? { ...resolved[0], ...resolved[1] } : undefined;
  }

  return { findStyle: (placemark) => resolve(placemark, 0) };
}

function readStyle(style: XmlNode): FeatureStyles {
  const [icon, line, poly] = ['IconStyle', 'LineStyle', 'PolyStyle'].map((name) => findChild(style, name));
  const width = Number(readChildText(line, 'width') || Number.NaN);
  const lineColor = readColor(line);
  // Without a fill, an area has the color of its outline.
  const fillColor = readChildText(poly, 'fill') === '0' ? lineColor : readColor(poly);
  const href = readChildText(icon && findChild(icon, 'Icon'), 'href');
  const tint = readColor(icon);
  const pin = pins.find(([name]) => name.test(href))?.[1];
  // White leaves the colors of the image unchanged.
  const pointColor = tint === undefined || tint === '#ffffff' ? pin : tint;
  return {
    ...(pointColor ? { points: { color: pointColor } } : {}),
    ...(lineColor ? { lines: withWidth(lineColor, width) } : {}),
    ...(fillColor ? { polygons: { color: fillColor, ...readAlpha(poly) } } : {}),
  };
}

/** Convert a width in pixels at 96 dpi to points, within the limits of the wizard. */
const withWidth = (color: string, widthPx: number): SymbolStyle =>
  widthPx > 0 ? { color, sizePt: Math.min(8, Math.max(0.5, Math.round(widthPx * 3) / 4)) } : { color };

/** Return the opacity of an area, 0 without a fill; empty if the style has no valid color. */
function readAlpha(poly: XmlNode | undefined): { alpha?: number } {
  if (readChildText(poly, 'fill') === '0') return { alpha: 0 };
  const match = /^#?([0-9a-f]{2})[0-9a-f]{6}$/i.exec(readChildText(poly, 'color'));
  return match ? { alpha: Number.parseInt(match[1]!, 16) } : {};
}

/** Return the color of a style, `aabbggrr` in KML, as `#rrggbb`; undefined if it has none. */
function readColor(style: XmlNode | undefined): string | undefined {
  const match = /^#?[0-9a-f]{2}([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(readChildText(style, 'color'));
  return match ? `#${match[3]}${match[2]}${match[1]}`.toLowerCase() : undefined;
}
