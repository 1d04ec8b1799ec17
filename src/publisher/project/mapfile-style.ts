import type { Rgba } from '../../../sw/contract/rgba.ts';
import type { PlainLine, PlainRenderer, PlainSymbol } from './plain-style.ts';

/** Sizes are points of 1/72 inch; MapServer counts pixels of 1/96. */
export const pxOf = (pt: number): number => Number(((pt * 96) / 72).toFixed(2));
/** Write a text in quotes. */
export const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
/** Write a block with its lines one step further in. */
export const block = (name: string, lines: readonly string[]): string[] => [
  `  ${name}`,
  ...lines.map((line) => `  ${line.startsWith('  ') ? line : `  ${line}`}`),
  '  END',
];
export const rgb = ([red, green, blue]: Rgba): string => [red, green, blue].map(Math.round).join(' ');

/** Write how features get their symbols. A class by more than a field is the column `_class`. */
export function classes(renderer: PlainRenderer): string[] {
  const classBlock = (label: string, symbol: PlainSymbol, expression: string | undefined): string[] =>
    block('CLASS', [`NAME ${quoted(label)}`, ...(expression ? [`EXPRESSION ${expression}`] : []), ...styles(symbol)]);
  if (renderer.type === 'single') return classBlock(renderer.label, renderer.symbol, undefined);
  const item = renderer.field ?? '_class';
  if (renderer.type === 'values')
    return [
      `CLASSITEM ${quoted(item)}`,
      ...renderer.classes.flatMap(({ label, symbol, value }) => classBlock(label, symbol, quoted(value))),
      ...(renderer.other ? classBlock(renderer.other.label, renderer.other.symbol, undefined) : []),
    ];
  return renderer.classes.flatMap(({ label, symbol, minimum, maximum }, i) =>
    // A null would count as 0.
    classBlock(
      label,
      symbol,
      `("[${item}]" ne "" AND [${item}] ${i === 0 ? '>=' : '>'} ${minimum} AND [${item}] <= ${maximum})`,
    ),
  );
}

const patterns: Record<PlainLine['dash'], readonly number[]> = {
  solid: [],
  none: [],
  dash: [4, 2],
  dot: [1, 2],
  dashDot: [4, 2, 1, 2],
  dashDotDot: [4, 2, 1, 2, 1, 2],
};
const hatchAngles = {
  horizontal: [0],
  vertical: [90],
  forward: [135],
  backward: [45],
  cross: [0, 90],
  diagonal: [45, 135],
};

function styles(symbol: PlainSymbol): string[] {
  if (symbol.type === 'line') return lineStyle(symbol);
  if (symbol.type === 'fill') {
    const { hatch, color, outline } = symbol;
    const inside =
      hatch === 'none'
        ? []
        : hatch === 'solid'
          ? block('STYLE', [`COLOR ${rgb(color)}`, opacity(color)])
          : hatchAngles[hatch].flatMap((angle) =>
              block('STYLE', [
                'SYMBOL "hatch"',
                `COLOR ${rgb(color)}`,
                opacity(color),
                `ANGLE ${angle}`,
                'SIZE 8',
                'WIDTH 1',
              ]),
            );
    return [...inside, ...(outline ? lineStyle(outline, 'OUTLINECOLOR') : [])];
  }
  const { shape, color, sizePt, outline, angleDeg } = symbol;
  const isCross = shape === 'cross' || shape === 'x';
  return block('STYLE', [
    `SYMBOL ${quoted(shape)}`,
    `SIZE ${pxOf(sizePt)}`,
    `COLOR ${rgb(color)}`,
    opacity(color),
    ...(isCross ? ['WIDTH 1.33'] : []),
    ...(outline ? [`OUTLINECOLOR ${rgb(outline.color)}`, `OUTLINEWIDTH ${pxOf(outline.widthPt)}`] : []),
    ...(angleDeg ? [`ANGLE ${angleDeg}`] : []),
  ]);
}

const opacity = ([, , , alpha]: Rgba): string => `OPACITY ${Math.round(alpha * 100)}`;

function lineStyle(line: PlainLine, colorName = 'COLOR'): string[] {
  if (line.dash === 'none') return [];
  const widthPx = Math.max(0.3, pxOf(line.widthPt));
  const pattern = patterns[line.dash].map((part) => Number((part * Math.max(1, widthPx)).toFixed(2)));
  return block('STYLE', [
    `${colorName} ${rgb(line.color)}`,
    opacity(line.color),
    `WIDTH ${widthPx}`,
    'LINECAP ROUND',
    'LINEJOIN ROUND',
    ...(pattern.length > 0 ? [`PATTERN ${pattern.join(' ')} END`] : []),
  ]);
}

/** Write the shapes of markers and the hatch. */
export function symbols(): string[] {
  const symbol = (name: string, type: string, lines: readonly string[]): string[] =>
    block('SYMBOL', [`NAME ${quoted(name)}`, `TYPE ${type}`, ...lines]);
  return [
    ...symbol('circle', 'ELLIPSE', ['POINTS 1 1 END', 'FILLED TRUE']),
    ...symbol('square', 'VECTOR', ['POINTS 0 0 0 1 1 1 1 0 0 0 END', 'FILLED TRUE']),
    ...symbol('diamond', 'VECTOR', ['POINTS 0 1 1 2 2 1 1 0 0 1 END', 'FILLED TRUE']),
    ...symbol('cross', 'VECTOR', ['POINTS 1 0 1 2 -99 -99 0 1 2 1 END']),
    ...symbol('x', 'VECTOR', ['POINTS 0 0 2 2 -99 -99 0 2 2 0 END']),
    ...symbol('hatch', 'HATCH', []),
  ];
}
