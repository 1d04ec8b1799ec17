import type { XmlElement } from '../../../../sw/soap/xml.ts';
import type { FeatureLook, TextFeature } from '../text-features.ts';
import { attributeOf, childOf, childrenOf, textOf } from '../xml-file.ts';

type Look = NonNullable<TextFeature['look']>;

/** Styles by their id, and how those that stand for two are resolved. */
export interface KmlStyles {
  /** How a placemark is drawn: by its own style, else by the shared one that it names; undefined when it says nothing. */
  lookOf(placemark: XmlElement): Look | undefined;
}

/** Pushpins of Google Earth, by the beginning of their file names: their colour stands in the picture alone. */
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

/** Collect the styles of a document, wherever they stand in it. */
export function kmlStyles(root: XmlElement): KmlStyles {
  const styles = new Map<string, XmlElement>();
  const collect = (element: XmlElement): void => {
    for (const child of element.children) {
      const id = attributeOf(child, 'id');
      if ((child.name === 'Style' || child.name === 'StyleMap') && id !== undefined) styles.set(id, child);
      if (child.name === 'Document' || child.name === 'Folder') collect(child);
    }
  };
  collect(root);
  const made = new Map<XmlElement, Look>();

  function lookOfStyle(style: XmlElement, depth: number): Look | undefined {
    if (depth > 4) return undefined;
    if (style.name === 'StyleMap') {
      const pair = childrenOf(style, 'Pair').find((one) => textOf(one, 'key') === 'normal');
      return pair && lookOfPlace(pair, depth + 1);
    }
    let look = made.get(style);
    if (!look) {
      look = readLook(style);
      made.set(style, look);
    }
    return look;
  }

  function lookOfPlace(element: XmlElement, depth: number): Look | undefined {
    const url = textOf(element, 'styleUrl');
    const shared = styles.get(url.slice(url.indexOf('#') + 1));
    const own = childOf(element, 'Style') ?? childOf(element, 'StyleMap');
    const looks = [shared, own].map((style) => style && lookOfStyle(style, depth));
    return looks.some(Boolean) ? { ...looks[0], ...looks[1] } : undefined;
  }

  return { lookOf: (placemark) => lookOfPlace(placemark, 0) };
}

function readLook(style: XmlElement): Look {
  const [icon, line, poly] = ['IconStyle', 'LineStyle', 'PolyStyle'].map((name) => childOf(style, name));
  const width = Number(textOf(line, 'width') || Number.NaN);
  const lineColor = colorOf(line);
  // Without a filling, an area is its outline.
  const fillColor = textOf(poly, 'fill') === '0' ? lineColor : colorOf(poly);
  const href = textOf(icon && childOf(icon, 'Icon'), 'href');
  const tint = colorOf(icon);
  const pin = pins.find(([name]) => name.test(href))?.[1];
  // White means: the colours of the picture.
  const pointColor = tint === undefined || tint === '#ffffff' ? pin : tint;
  return {
    ...(pointColor ? { points: { color: pointColor } } : {}),
    ...(lineColor ? { lines: withWidth(lineColor, width) } : {}),
    ...(fillColor ? { polygons: { color: fillColor, ...alphaOf(poly) } } : {}),
  };
}

/** A width in pixels of 96 dots an inch, within what the wizard offers. */
const withWidth = (color: string, widthPx: number): FeatureLook =>
  widthPx > 0 ? { color, sizePt: Math.min(8, Math.max(0.5, Math.round(widthPx * 3) / 4)) } : { color };

/** How much of the ground an area hides; one without a filling nothing. */
function alphaOf(poly: XmlElement | undefined): { alpha?: number } {
  if (textOf(poly, 'fill') === '0') return { alpha: 0 };
  const found = /^#?([0-9a-f]{2})[0-9a-f]{6}$/i.exec(textOf(poly, 'color'));
  return found ? { alpha: Number.parseInt(found[1]!, 16) } : {};
}

/** `aabbggrr` as `#rrggbb`. */
function colorOf(style: XmlElement | undefined): string | undefined {
  const found = /^#?[0-9a-f]{2}([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(textOf(style, 'color'));
  return found ? `#${found[3]}${found[2]}${found[1]}`.toLowerCase() : undefined;
}
