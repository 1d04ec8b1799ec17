import type { PixelPaths } from '../../surface/pixel-paths.ts';
import type { Drawing, DrawingCommand } from '../../surface/record.ts';
import type { Marker, Paint, PixelBox, PixelImage, Stroke, TextRun } from '../../surface/surface.ts';
import { type ByteWriter, createByteWriter } from '../byte-writer.ts';
import type { VectorOptions } from '../encode-options.ts';
import { subsetFont } from '../font/subset.ts';
import { type LoadedFont, loadLayouts, type TextLayouts } from '../font/text-layout.ts';
import { caps, formatFactor, formatPx, formatRgbShares, joins, pathsOfBox, pathText } from './features.ts';
import { flattenTransparency } from './flatten.ts';
import { hatchLines, hatchPieces } from './hatch-lines.ts';
import { isTilePaint } from './image-tile.ts';
import { patternProcedure, writePsImage } from './ps-image.ts';
import { computeTextOrigin, makeTextDecoration, textImage } from './text-parts.ts';

/** Short names for frequent operators. `B` draws a box: x y width height. */
const prologue = `/m {moveto} bind def /l {lineto} bind def /h {closepath} bind def /f {fill} bind def /s {stroke} bind def
/c {setrgbcolor} bind def /w {setlinewidth} bind def /q {gsave} bind def /Q {grestore} bind def
/B {4 2 roll moveto exch dup 0 rlineto exch 0 exch rlineto neg 0 rlineto closepath} bind def
`;

/**
 * Write a drawing as encapsulated PostScript, language level 3.
 *
 * Text uses TrueType fonts (Type 42) with only the used glyphs. Hatches become lines, and repeated images become
 * patterns. Transparency isn't supported: see `flattenTransparency`.
 */
export async function writePs(drawing: Drawing, options: VectorOptions): Promise<Uint8Array<ArrayBuffer>> {
  const { widthPx, heightPx } = drawing;
  const commands = flattenTransparency(drawing);
  const layouts = await loadLayouts(commands, options.readFile);
  const body = createByteWriter();
  const writing: Writing = { ps: body, drawing, layouts, markers: new Map(), patterns: new Map() };
  for (const command of commands) await writeCommand(writing, command);

  const points = 72 / options.dotsPerInch;
  const box = [widthPx * points, heightPx * points];
  const ps = createByteWriter();
  ps.text(
    `%!PS-Adobe-3.0 EPSF-3.0\n%%Creator: Soapstone\n%%Title: ${options.title.replace(/[^ -~]/g, '?').slice(0, 200)}\n` +
      `%%LanguageLevel: 3\n%%Pages: 1\n%%BoundingBox: 0 0 ${box.map(Math.ceil).join(' ')}\n%%HiResBoundingBox: 0 0 ${box.map(formatFactor).join(' ')}\n` +
      // Sets the page size if the device supports it. Ignored inside other documents.
      `%%EndComments\n%%BeginProlog\n${prologue}%%EndProlog\n%%BeginSetup\n` +
      `systemdict /setpagedevice known {<< /PageSize [${box.map(formatFactor).join(' ')}] >> setpagedevice} if\n`,
  );
  writePsFonts(ps, layouts.fonts);
  ps.text(
    `%%EndSetup\n%%Page: 1 1\ngsave\n[${formatFactor(points)} 0 0 ${formatFactor(-points)} 0 ${formatFactor(heightPx * points)}] concat\n` +
      `0 0 ${widthPx} ${heightPx} rectclip\n1 setlinecap 1 setlinejoin 4 setmiterlimit\n`,
  );
  ps.bytes(body.join());
  ps.text('grestore\nshowpage\n%%EOF\n');
  return ps.join();
}

interface Writing {
  readonly ps: ByteWriter;
  readonly drawing: Drawing;
  readonly layouts: TextLayouts;
  readonly markers: Map<Marker, string>;
  /** Pattern names by repeated image. */
  readonly patterns: Map<PixelImage, string>;
}

async function writeCommand(writing: Writing, command: DrawingCommand): Promise<void> {
  const { ps } = writing;
  switch (command.kind) {
    case 'fill':
      await fill(writing, command.paths, command.from, command.to, command.paint);
      break;
    case 'stroke':
      ps.text(`q ${strokeState(command.stroke)}\n`);
      for (let feature = command.from; feature < command.to; feature++)
        ps.text(`${pathText(command.paths, feature)}s\n`);
      ps.text('Q\n');
      break;
    case 'dots': {
      const { xy, count, sizePx, color } = command;
      ps.text(`${formatRgbShares(color)} c\n`);
      for (let i = 0; i < count; i++)
        ps.text(
          `${formatPx(xy[2 * i]! - sizePx / 2)} ${formatPx(xy[2 * i + 1]! - sizePx / 2)} ${formatPx(sizePx)} ${formatPx(sizePx)} B f\n`,
        );
      break;
    }
    case 'markers': {
      const name = await markerProcedure(writing, command.marker);
      const turn = command.angleDeg === 0 ? '' : `${formatFactor(-command.angleDeg)} rotate `;
      for (let i = 0; i < command.count; i++)
        ps.text(`q ${formatPx(command.xy[2 * i]!)} ${formatPx(command.xy[2 * i + 1]!)} translate ${turn}${name} Q\n`);
      break;
    }
    case 'box':
      if (command.paint.kind === 'solid')
        ps.text(`${formatRgbShares(command.paint.color)} c ${boxText(command.box)} f\n`);
      else await fill(writing, pathsOfBox(command.box), 0, 1, command.paint);
      break;
    case 'text':
      await writeText(writing, command.run, command.widthPx);
      break;
    case 'image':
      await writePsImage(ps, command);
      break;
    case 'group':
      ps.text(`q ${command.clip ? `${boxText(command.clip)} clip newpath` : ''}\n`);
      for (const inner of command.commands) await writeCommand(writing, inner);
      ps.text('Q\n');
  }
}

async function fill(
  { ps, patterns }: Writing,
  paths: PixelPaths,
  from: number,
  to: number,
  paint: Paint,
): Promise<void> {
  if (paint.kind === 'solid') {
    ps.text(`${formatRgbShares(paint.color)} c\n`);
    for (let feature = from; feature < to; feature++) ps.text(`${pathText(paths, feature)}f\n`);
    return;
  }
  if (isTilePaint(paint)) {
    ps.text(`q ${await patternProcedure(ps, patterns, paint)} setpattern\n`);
    for (let feature = from; feature < to; feature++) ps.text(`${pathText(paths, feature)}f\n`);
    ps.text('Q\n');
    return;
  }
  const { lines, widthPx } = hatchLines(paint);
  ps.text(`q 0 setlinecap ${formatRgbShares(paint.color)} c ${formatPx(widthPx)} w\n`);
  for (let feature = from; feature < to; feature++) {
    for (const line of lines) {
      const pieces = hatchPieces(paths, feature, line);
      for (let i = 0; i < pieces.length; i += 4)
        ps.text(
          `${formatPx(pieces[i]!)} ${formatPx(pieces[i + 1]!)} m ${formatPx(pieces[i + 2]!)} ${formatPx(pieces[i + 3]!)} l s\n`,
        );
    }
  }
  ps.text('Q\n');
}

function strokeState({ color, widthPx, dashesPx, cap, join }: Stroke): string {
  return `${formatRgbShares(color)} c ${formatPx(widthPx)} w ${caps[cap]} setlinecap ${joins[join]} setlinejoin [${dashesPx.map(formatPx).join(' ')}] 0 setdash`;
}

function boxText({ xPx, yPx, widthPx, heightPx }: PixelBox): string {
  return `${formatPx(xPx)} ${formatPx(yPx)} ${formatPx(widthPx)} ${formatPx(heightPx)} B`;
}

/** Return the procedure that draws a marker. The first use defines it. */
async function markerProcedure(writing: Writing, marker: Marker): Promise<string> {
  const { ps, markers } = writing;
  let name = markers.get(marker);
  if (name === undefined) {
    name = `M${markers.size}`;
    markers.set(marker, name);
    ps.text(`/${name} {\n`);
    for (const { shape, fill: paint, stroke } of marker.parts) {
      let path = '';
      if (shape.kind === 'circle')
        path = `${formatPx(shape.radiusPx)} 0 m 0 0 ${formatPx(shape.radiusPx)} 0 360 arc h\n`;
      else for (let i = 0; i < shape.paths.featureCount; i++) path += pathText(shape.paths, i);
      if (paint?.kind === 'solid') ps.text(`${formatRgbShares(paint.color)} c newpath ${path}f\n`);
      else if (paint && shape.kind === 'paths') await fill(writing, shape.paths, 0, shape.paths.featureCount, paint);
      if (stroke) ps.text(`q newpath ${strokeState(stroke)}\n${path}s Q\n`);
    }
    ps.text('} bind def\n');
  }
  return name;
}

async function writeText(writing: Writing, run: TextRun, widthPx: number): Promise<void> {
  const { ps, layouts, drawing } = writing;
  const layout = layouts.layOut(run, widthPx);
  if (!layout) {
    const image = textImage(run, widthPx, drawing);
    if (image) await writePsImage(ps, image);
    return;
  }
  const { xPx, yPx, cos, sin } = computeTextOrigin(run);
  const size = run.font.sizePx;
  const fontNumbers = new Map(layouts.fonts.map((font, i) => [font, i]));
  const forEachPiece = (how: string, finish: string) => {
    for (const { font, glyphs, startPx, slant } of layout.pieces) {
      const start = startPx * layout.stretch;
      const matrix = [cos * layout.stretch, -sin * layout.stretch, slant * cos - sin, -slant * sin - cos];
      ps.text(
        `q [${matrix.map(formatFactor).join(' ')} ${formatPx(xPx + start * cos)} ${formatPx(yPx - start * sin)}] concat 0 0 m\n`,
      );
      // Each page of a font's encoding has 255 glyphs.
      let index = 0;
      while (index < glyphs.length) {
        const page = Math.floor(font.order.get(glyphs[index]!)! / 255);
        let hex = '';
        for (; index < glyphs.length; index++) {
          const order = font.order.get(glyphs[index]!)!;
          if (Math.floor(order / 255) !== page) break;
          hex += ((order % 255) + 1).toString(16).padStart(2, '0');
        }
        ps.text(`/F${fontNumbers.get(font)}-${page} ${formatPx(size)} selectfont <${hex}> ${how}\n`);
      }
      ps.text(`${finish} Q\n`);
    }
  };
  if (run.halo && run.halo.widthPx > 0) {
    const stroke = {
      color: run.halo.color,
      widthPx: 2 * run.halo.widthPx,
      dashesPx: [],
      cap: 'round',
      join: 'round',
    } as const;
    ps.text(`q ${strokeState(stroke)}\n`);
    forEachPiece('false charpath', 's');
    ps.text('Q\n');
  }
  ps.text(`${formatRgbShares(run.color)} c\n`);
  forEachPiece('show', '');
  const decoration = makeTextDecoration(run, widthPx);
  if (decoration.featureCount > 0) ps.text(`${pathText(decoration, 0)}f\n`);
}

/** Maximum bytes per string; the limit of PostScript is 65,535. */
const maxStringBytes = 65_000;

/**
 * Define fonts as /F<number>-<page>, each page with an encoding of 255 glyphs (Adobe technical note 5012, The Type 42
 * Font Format). Glyphs are named after their characters, so that text can be searched.
 */
function writePsFonts(ps: ByteWriter, fonts: readonly LoadedFont[]): void {
  for (const [number, { face, order, used }] of fonts.entries()) {
    if (order.size === 0) continue;
    const { bytes, breaks } = subsetFont(face, new Set(order.keys()));
    ps.text(`/S${number} [\n`);
    let from = 0;
    while (from < bytes.length) {
      const to = breaks.findLast((offset) => offset > from && offset - from <= maxStringBytes) ?? bytes.length;
      // Add a padding byte, because some interpreters drop the last byte.
      ps.text(`<${hexLines(bytes.subarray(from, to))}00>\n`);
      from = to;
    }
    ps.text('] def\n');
    const glyphs = [...order.keys()];
    const glyphName = (glyph: number) => `uni${used.get(glyph)!.toString(16).toUpperCase().padStart(4, '0')}`;
    const names = glyphs.map((glyph) => `/${glyphName(glyph)} ${glyph}`);
    for (let page = 0; page * 255 < glyphs.length; page++) {
      const encoding = glyphs.slice(page * 255, page * 255 + 255).map((glyph) => `/${glyphName(glyph)}`);
      while (encoding.length < 255) encoding.push('/.notdef');
      ps.text(
        `/F${number}-${page} << /FontType 42 /FontName /F${number}-${page} /PaintType 0 /FontMatrix [1 0 0 1 0 0] /FontBBox [` +
          `${face.box.map((side) => (side / face.unitsPerEm).toFixed(4)).join(' ')}] /Encoding [/.notdef\n${encoding.join('\n')}]\n` +
          `/CharStrings << /.notdef 0\n${names.join('\n')} >> /sfnts S${number} >> definefont pop\n`,
      );
    }
  }
}

function hexLines(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) {
    if (i % 64 === 0) text += '\n';
    text += bytes[i]!.toString(16).padStart(2, '0');
  }
  return text;
}
