import type { Font, Surface } from '../surface/surface.ts';

/** Maximum effect of kerning on the width of a text. */
const tightest = 0.9;
/** The last letter of Latin script. */
const lastUnit = 0x24f;

/**
 * Make a function that returns a lower bound of a text's width. It adds letter widths measured once: measuring a whole
 * line costs ten times as much, and for most labels the bound shows that there is no room.
 */
export function minimumWidths(surface: Surface, font: Font): (text: string) => number {
  const widths = new Float64Array(lastUnit + 1).fill(Number.NaN);
  return (text) => {
    let widthPx = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      // Combining marks and joined letters of other scripts may take no width.
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
