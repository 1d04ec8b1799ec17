import { wrongValue } from '../../../contract/index.ts';
import { encodeImage } from '../../../draw/image/encode.ts';
import { type RasterSurface, readSurfacePixels, releaseSurface } from '../../../draw/image/rgba-pixels.ts';
import { drawRamp, drawSwatch, swatchSizePx } from '../../../draw/legend/legend-patch.ts';
import { createRasterSurface } from '../../../draw/surface/pixels.ts';
import type { Font, PixelImage, Surface } from '../../../draw/surface/surface.ts';
import { chooseFontFamily } from '../../../draw/text/font.ts';
import { publishedLegendSections } from '../../../handlers/legend/legend-info.ts';
import { encodeOptions } from '../../../handlers/rendering/deliver.ts';
import { loadSymbolImages } from '../../../handlers/symbol-images.ts';
import { type OgcCall, type OgcResource, typedResponse } from '../call.ts';
import type { wmsRows } from '../contract/wms.ts';
import { badParameter } from '../read-parameters.ts';
import { findNamedLeaves } from './layers.ts';
import { readBackground, readImageFormat } from './requested-image.ts';

const dpi = 96;
/**
 * Maximum side of a symbol, in pixels. In the standard a size is a hint, and some clients send the size of their map.
 */
const maxSidePx = 256;
const clampSide = (sidePx: number): number => Math.max(1, Math.min(maxSidePx, sidePx));
const gapPx = 5;
/** Maximum lines of a legend. Longer legends are unreadable. */
const maxLegendRows = 500;

/** A line of the legend: a heading, or a symbol with its label. */
interface Line {
  readonly text: string;
  readonly isHeading: boolean;
  readonly swatch?: PixelImage;
  /** The swatch is a slice of a color ramp that continues the swatch above. */
  readonly isJoined?: boolean;
}

/** Draw the legend of a layer as a column of symbols with labels. */
export const getLegendGraphic: OgcResource<(typeof wmsRows)['GetLegendGraphic']> = async (call, values) => {
  const { style } = values;
  if (style !== undefined && style !== 'default')
    throw badParameter('STYLE', '"default" or empty', style, 'StyleNotDefined');
  const format = readImageFormat(values.format);
  await call.context.fontsReady();
  const lines = await readLegendLines(call, values.layer, clampSide(values.width), clampSide(values.height));
  const surface = await drawLines(call, lines, (made) => {
    const { Style, Color } = readBackground(format, values.transparent, values.bgcolor) as {
      Style: string;
      Color?: { Red: number; Green: number; Blue: number };
    };
    if (Style === 'gisSFSNull' || !Color) return;
    const color = [Color.Red, Color.Green, Color.Blue, 1] as const;
    made.fillBox({ xPx: 0, yPx: 0, widthPx: made.widthPx, heightPx: made.heightPx }, { kind: 'solid', color });
  });
  const options = encodeOptions(call, { dotsPerInch: dpi, title: values.layer, transparentColor: undefined });
  const { bytes, mimeType } = await encodeImage(surface, format, options);
  return typedResponse(bytes as Uint8Array<ArrayBuffer>, mimeType);
};

async function readLegendLines(call: OgcCall, name: string, widthPx: number, heightPx: number): Promise<Line[]> {
  const lines: Line[] = [];
  // The top layer comes first, like in a table of contents.
  const leaves = findNamedLeaves(call, [name], 'LAYER').reverse();
  for (const layer of leaves) {
    const path = `legend of layer ${layer.LayerID} "${layer.Name}"`;
    const sections = await publishedLegendSections(call, call.map, layer);
    await loadSymbolImages(call, sections, path);
    if (leaves.length > 1) lines.push({ text: layer.Name, isHeading: true });
    for (const { heading, entries } of sections) {
      if (heading) lines.push({ text: heading, isHeading: true });
      for (const { label, symbol, ramp } of entries) {
        const waiting = call.scheduler.yieldIfDue();
        if (waiting) await waiting;
        const size = swatchSizePx(symbol, widthPx, heightPx, dpi);
        const made = await createRasterSurface(size.widthPx, size.heightPx, call.context.createCanvas);
        if (ramp) drawRamp(made, ramp);
        else drawSwatch(made, symbol, dpi, {}, path);
        const swatch = {
          rgba: readSurfacePixels(made, 'nothing').slice(),
          columns: size.widthPx,
          lines: size.heightPx,
        };
        releaseSurface(made);
        lines.push({
          text: label,
          isHeading: false,
          swatch,
          isJoined: ramp !== undefined && ramp !== entries[0]?.ramp,
        });
        if (lines.length > maxLegendRows)
          throw wrongValue('too-large', 'LAYER', `a legend of at most ${maxLegendRows} rows`, 'more');
      }
    }
  }
  return lines;
}

async function drawLines(
  { context }: OgcCall,
  lines: readonly Line[],
  paint: (made: Surface) => void,
): Promise<RasterSurface> {
  const measure = await createRasterSurface(1, 1, context.createCanvas);
  const sizes = lines.map((line) => {
    const size = measure.measureText(line.text || ' ', lineFont(line));
    return { ...size, heightPx: Math.ceil(Math.max(line.swatch?.lines ?? 0, size.ascentPx + size.descentPx)) };
  });
  const largest = (minimum: number, numbers: readonly number[]) => numbers.reduce((a, b) => Math.max(a, b), minimum);
  const columnPx = largest(
    0,
    lines.map(({ swatch }) => swatch?.columns ?? 0),
  );
  const textAt = (line: Line): number => (line.isHeading ? gapPx : 2 * gapPx + columnPx);
  const widthPx = largest(
    1,
    lines.map((line, i) => Math.ceil(textAt(line) + (line.text ? sizes[i]!.widthPx : 0) + gapPx)),
  );
  const gapAbovePx = (line: Line): number => (line.isJoined ? 0 : gapPx);
  const heightPx = lines.reduce((sum, line, i) => sum + gapAbovePx(line) + sizes[i]!.heightPx, gapPx);
  releaseSurface(measure);
  const surface = await createRasterSurface(widthPx, heightPx, context.createCanvas);
  paint(surface);
  let top = 0;
  for (const [i, line] of lines.entries()) {
    const { swatch, text } = line;
    const size = sizes[i]!;
    top += gapAbovePx(line);
    if (swatch) {
      const xPx = gapPx + Math.floor((columnPx - swatch.columns) / 2);
      const yPx = top + Math.floor((size.heightPx - swatch.lines) / 2);
      surface.drawImage(swatch, { xPx, yPx, widthPx: swatch.columns, heightPx: swatch.lines }, 0);
    }
    const yPx = Math.round(top + (size.heightPx + size.ascentPx - size.descentPx) / 2);
    const run = { text, font: lineFont(line), color: [0, 0, 0, 1] as const, dxPx: 0, dyPx: 0, angleDeg: 0 };
    if (text) surface.drawText({ ...run, xPx: textAt(line), yPx, isRightToLeft: false });
    top += size.heightPx;
  }
  return surface;
}

const lineFont = ({ isHeading }: Line): Font => ({
  family: chooseFontFamily(undefined),
  sizePx: 14,
  weight: isHeading ? 700 : 400,
  isItalic: false,
  decoration: 'none',
});
