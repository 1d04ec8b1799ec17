import type { Font, Surface } from '../surface/surface.ts';

/** Letters that stand close to each other take this much less together than alone, at most. */
const tightest = 0.9;
/** The last letter of Latin script. */
const lastUnit = 0x24f;

/**
 * Make a function that gives a width no line of text is narrower than. It adds up the widths of letters, each measured once:
 * asking the font for a whole line costs ten times as much, and for most labels this much tells that there is no room.
 */
export function minimumWidths(surface: Surface, font: Font): (text: string) => number {
  const widths = new Float64Array(lastUnit + 1).fill(Number.NaN);
  return (text) => {
    let widthPx = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      // Marks and joined letters of other scripts may take no room at all.
      if (unit > lastUnit) continue;
      let width = widths[unit]!;
      if (Number.isNaN(width)) {
        width = surface.measureText(String.fromCharCode(unit), font).widthPx;
        widths[unit] = width;
      }
      widthPx += width;
    }
    return widthPx * tightest;
  };
}
