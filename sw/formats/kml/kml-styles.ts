import { attributeOf, childOf, childrenOf, textOf, type XmlNode } from '../reading/xml.ts';
import type { SymbolStyle, TextFeature } from '../text/text-features.ts';

type FeatureStyles = NonNullable<TextFeature['style']>;

/** Styles of a document: shared styles by ID, with style maps resolved. */
export interface KmlStyles {
  /**
   * Return the style of a placemark: the shared one that it names, overridden by its own; undefined if it has neither.
   */
  styleOf(placemark: XmlNode): FeatureStyles | undefined;
}

/** Pushpins of Google Earth by the beginning of their file names, because only the image has their color. */
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
      const id = attributeOf(child, 'id');
      if ((child.name === 'Style' || child.name === 'StyleMap') && id !== undefined) styles.set(id, child);
      if (child.name === 'Document' || child.name === 'Folder') collect(child);
    }
  };
  collect(root);
  const made = new Map<XmlNode, FeatureStyles>();

  function stylesOf(element: XmlNode, depth: number): FeatureStyles | undefined {
    if (depth > 4) return undefined;
    if (element.name === 'StyleMap') {
      const pair = childrenOf(element, 'Pair').find((one) => textOf(one, 'key') === 'normal');
      return pair && resolve(pair, depth + 1);
    }
    let style = made.get(element);
    if (!style) {
      style = readStyle(element);
      made.set(element, style);
    }
    return style;
  }

  function resolve(element: XmlNode, depth: number): FeatureStyles | undefined {
    const url = textOf(element, 'styleUrl');
    const shared = styles.get(url.slice(url.indexOf('#') + 1));
    const own = childOf(element, 'Style') ?? childOf(element, 'StyleMap');
    const found = [shared, own].map((style) => style && stylesOf(style, depth));
    return found.some(Boolean) ? { ...found[0], ...found[1] } : undefined;
  }

  return { styleOf: (placemark) => resolve(placemark, 0) };
}

function readStyle(style: XmlNode): FeatureStyles {
  const [icon, line, poly] = ['IconStyle', 'LineStyle', 'PolyStyle'].map((name) => childOf(style, name));
  const width = Number(textOf(line, 'width') || Number.NaN);
  const lineColor = colorOf(line);
  // Without a fill, an area has the color of its outline.
  const fillColor = textOf(poly, 'fill') === '0' ? lineColor : colorOf(poly);
  const href = textOf(icon && childOf(icon, 'Icon'), 'href');
  const tint = colorOf(icon);
  const pin = pins.find(([name]) => name.test(href))?.[1];
  // White leaves the colors of the image unchanged.
  const pointColor = tint === undefined || tint === '#ffffff' ? pin : tint;
  return {
    ...(pointColor ? { points: { color: pointColor } } : {}),
    ...(lineColor ? { lines: withWidth(lineColor, width) } : {}),
    ...(fillColor ? { polygons: { color: fillColor, ...alphaOf(poly) } } : {}),
  };
}

/** Convert a width in pixels at 96 dpi to points, within the limits of the wizard. */
const withWidth = (color: string, widthPx: number): SymbolStyle =>
  widthPx > 0 ? { color, sizePt: Math.min(8, Math.max(0.5, Math.round(widthPx * 3) / 4)) } : { color };

/** Return the opacity of an area; 0 without a fill. */
function alphaOf(poly: XmlNode | undefined): { alpha?: number } {
  if (textOf(poly, 'fill') === '0') return { alpha: 0 };
  const found = /^#?([0-9a-f]{2})[0-9a-f]{6}$/i.exec(textOf(poly, 'color'));
  return found ? { alpha: Number.parseInt(found[1]!, 16) } : {};
}

/** Return `aabbggrr` as `#rrggbb`. */
function colorOf(style: XmlNode | undefined): string | undefined {
  const found = /^#?[0-9a-f]{2}([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(textOf(style, 'color'));
  return found ? `#${found[3]}${found[2]}${found[1]}`.toLowerCase() : undefined;
}
