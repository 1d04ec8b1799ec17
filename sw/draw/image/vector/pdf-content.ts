import type { PixelPaths } from '../../surface/pixel-paths.ts';
import type { DrawingCommand } from '../../surface/record.ts';
import type { Marker, Paint, PixelBox, PixelImage, Rgba, Stroke, TextRun } from '../../surface/surface.ts';
import { type ByteWriter, createByteWriter } from '../byte-writer.ts';
import { caps, formatFactor, formatPx, formatRgbShares, joins, pathsOfBox, pathText } from './features.ts';
import { hatchLines, hatchPieces } from './hatch-lines.ts';
import { isTilePaint, type TilePaint, tileMatrix } from './image-tile.ts';
import { hex4, type PdfFile } from './pdf-file.ts';
import { alphaName, fontName, objectName, type PdfResources } from './pdf-resources.ts';
import { computeTextOrigin, imageMatrix, makeTextDecoration, textImage } from './text-parts.ts';

/** Write an image, with a mask unless it is opaque. Return its object number. */
async function addImage(pdf: PdfFile, image: PixelImage): Promise<number> {
  const { rgba, columns, lines } = image;
  const rgb = new Uint8Array(columns * lines * 3);
  const alphas = new Uint8Array(columns * lines);
  let isOpaque = true;
  for (let i = 0; i < alphas.length; i++) {
    const from = 4 * findVisibleNeighbor(rgba, i, columns);
    rgb[3 * i] = rgba[from]!;
    rgb[3 * i + 1] = rgba[from + 1]!;
    rgb[3 * i + 2] = rgba[from + 2]!;
    alphas[i] = rgba[4 * i + 3]!;
    if (alphas[i] !== 255) isOpaque = false;
  }
  const entries = `/Type /XObject /Subtype /Image /Width ${columns} /Height ${lines} /BitsPerComponent 8`;
  const mask = isOpaque ? '' : ` /SMask ${await pdf.addStream(`${entries} /ColorSpace /DeviceGray`, alphas)} 0 R`;
  return pdf.addStream(`${entries} /ColorSpace /DeviceRGB${mask}`, rgb);
}

/**
 * Return a pixel, or a visible neighbor if it is transparent. Readers interpolate colors regardless of opacity, so the
 * black of transparent pixels would show at edges.
 */
function findVisibleNeighbor(rgba: Uint8ClampedArray, pixel: number, columns: number): number {
  for (const step of [0, -1, 1, -columns, columns]) if (rgba[4 * (pixel + step) + 3]) return pixel + step;
  return pixel;
}

const written = new WeakMap<PdfFile, Map<PixelImage, Promise<number>>>();

/** Return the name of the pattern that repeats an image in the current space (ISO 32000-1, 8.7.3). */
async function patternName({ pdf, patterns, space }: PdfResources, { tile }: TilePaint): Promise<string> {
  const { image, widthPx, heightPx, gapXPx, gapYPx } = tile;
  const images = written.get(pdf) ?? new Map<PixelImage, Promise<number>>();
  written.set(pdf, images);
  const object = images.get(image) ?? addImage(pdf, image);
  images.set(image, object);
  // The cell has y up like images, because readers handle mirrored cells less reliably.
  const matrix = times([1, 0, 0, -1, 0, 0], times(tileMatrix(tile), space));
  const draw = `${formatFactor(widthPx)} 0 0 ${formatFactor(heightPx)} 0 ${formatFactor(-heightPx)} cm /P Do`;
  const number = await pdf.addStream(
    `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 ${formatFactor(-heightPx)} ${formatFactor(widthPx)} 0] ` +
      `/XStep ${formatFactor(widthPx + gapXPx)} /YStep ${formatFactor(heightPx + gapYPx)} /Matrix [${matrix.map(formatFactor).join(' ')}] ` +
      `/Resources << /XObject << /P ${await object} 0 R >> >>`,
    new TextEncoder().encode(draw),
  );
  const name = `P${number}`;
  patterns.set(number, name);
  return name;
}

type Matrix = PdfResources['space'];

/** Multiply two matrices. The first one is applied first. */
function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}

/** Distance of the Bézier handles of a quarter circle, as a fraction of the radius. */
const handle = 0.5523;

/** Write commands as the content of a page or group, in pixels with y down. */
export async function writeContent(
  resources: PdfResources,
  commands: readonly DrawingCommand[],
  begin = '',
): Promise<Uint8Array> {
  const content = createByteWriter();
  content.text(`${begin}1 J 1 j 4 M\n`);
  for (const command of commands) await writeCommand(resources, content, command);
  return content.join();
}

async function writeCommand(resources: PdfResources, content: ByteWriter, command: DrawingCommand): Promise<void> {
  switch (command.kind) {
    case 'fill':
      await fill(resources, content, command.paths, command.from, command.to, command.paint);
      break;
    case 'stroke':
      content.text(`q ${strokeState(resources, command.stroke)}\n`);
      for (let feature = command.from; feature < command.to; feature++)
        content.text(`${pathText(command.paths, feature)}S\n`);
      content.text('Q\n');
      break;
    case 'dots': {
      const { xy, count, sizePx, color } = command;
      content.text(`q ${fillState(resources, color)}\n`);
      for (let i = 0; i < count; i++)
        content.text(
          `${formatPx(xy[2 * i]! - sizePx / 2)} ${formatPx(xy[2 * i + 1]! - sizePx / 2)} ${formatPx(sizePx)} ${formatPx(sizePx)} re f\n`,
        );
      content.text('Q\n');
      break;
    }
    case 'markers': {
      const name = await markerForm(resources, command.marker, command.angleDeg);
      for (let i = 0; i < command.count; i++)
        content.text(
          `q 1 0 0 1 ${formatPx(command.xy[2 * i]!)} ${formatPx(command.xy[2 * i + 1]!)} cm /${name} Do Q\n`,
        );
      break;
    }
    case 'box':
      if (command.paint.kind === 'solid')
        content.text(`q ${fillState(resources, command.paint.color)} ${boxText(command.box)} f Q\n`);
      else await fill(resources, content, pathsOfBox(command.box), 0, 1, command.paint);
      break;
    case 'text':
      await writeText(resources, content, command.run, command.widthPx);
      break;
    case 'image':
      await writeImage(resources, content, command);
      break;
    case 'group': {
      const cut = command.clip ? `${boxText(command.clip)} W n ` : '';
      if (command.alpha >= 1) {
        content.text(`q ${cut}\n`);
        for (const inner of command.commands) await writeCommand(resources, content, inner);
        content.text('Q\n');
        break;
      }
      const { widthPx, heightPx } = resources.drawing;
      const inner = await writeContent({ ...resources, space: [1, 0, 0, 1, 0, 0] }, command.commands);
      const number = await resources.pdf.addStream(
        `/Type /XObject /Subtype /Form /BBox [0 0 ${widthPx} ${heightPx}] /Group << /S /Transparency /I true /CS /DeviceRGB >> ` +
          `/Resources ${resources.dictionary} 0 R`,
        inner,
      );
      content.text(`q ${cut}/${alphaName(resources, command.alpha)} gs /${objectName(resources, number)} Do Q\n`);
    }
  }
}

async function fill(
  resources: PdfResources,
  content: ByteWriter,
  paths: PixelPaths,
  from: number,
  to: number,
  paint: Paint,
): Promise<void> {
  if (paint.kind === 'solid') {
    content.text(`q ${fillState(resources, paint.color)}\n`);
    for (let feature = from; feature < to; feature++) content.text(`${pathText(paths, feature)}f\n`);
  } else if (isTilePaint(paint)) {
    content.text(`q /Pattern cs /${await patternName(resources, paint)} scn\n`);
    for (let feature = from; feature < to; feature++) content.text(`${pathText(paths, feature)}f\n`);
  } else {
    const { lines, widthPx } = hatchLines(paint);
    const alpha = paint.color[3] < 1 ? `/${alphaName(resources, paint.color[3])} gs ` : '';
    content.text(`q 0 J ${alpha}${formatRgbShares(paint.color)} RG ${formatPx(widthPx)} w\n`);
    for (let feature = from; feature < to; feature++) {
      for (const line of lines) {
        const pieces = hatchPieces(paths, feature, line);
        for (let i = 0; i < pieces.length; i += 4)
          content.text(
            `${formatPx(pieces[i]!)} ${formatPx(pieces[i + 1]!)} m ${formatPx(pieces[i + 2]!)} ${formatPx(pieces[i + 3]!)} l\n`,
          );
        if (pieces.length > 0) content.text('S\n');
      }
    }
  }
  content.text('Q\n');
}

function fillState(resources: PdfResources, color: Rgba): string {
  return `${color[3] < 1 ? `/${alphaName(resources, color[3])} gs ` : ''}${formatRgbShares(color)} rg`;
}

function strokeState(resources: PdfResources, { color, widthPx, dashesPx, cap, join }: Stroke): string {
  const alpha = color[3] < 1 ? `/${alphaName(resources, color[3])} gs ` : '';
  return `${alpha}${formatRgbShares(color)} RG ${formatPx(widthPx)} w ${caps[cap]} J ${joins[join]} j [${dashesPx.map(formatPx).join(' ')}] 0 d`;
}

function boxText({ xPx, yPx, widthPx, heightPx }: PixelBox): string {
  return `${formatPx(xPx)} ${formatPx(yPx)} ${formatPx(widthPx)} ${formatPx(heightPx)} re`;
}

const markerForms = new WeakMap<PdfFile, Map<Marker, Map<number, string>>>();

/** Write a marker once as a form, and return the name to draw it by. */
async function markerForm(resources: PdfResources, marker: Marker, angleDeg: number): Promise<string> {
  const forms = markerForms.get(resources.pdf) ?? new Map<Marker, Map<number, string>>();
  markerForms.set(resources.pdf, forms);
  const turned = forms.get(marker) ?? new Map<number, string>();
  forms.set(marker, turned);
  const cached = turned.get(angleDeg);
  if (cached !== undefined) return cached;
  const form = createByteWriter();
  const turn = (angleDeg * Math.PI) / 180;
  const cos = formatFactor(Math.cos(turn));
  const sin = Math.sin(turn);
  form.text(`4 M ${cos} ${formatFactor(-sin)} ${formatFactor(sin)} ${cos} 0 0 cm\n`);
  for (const { shape, fill: paint, stroke } of marker.parts) {
    let path = '';
    if (shape.kind === 'circle') path = circleText(shape.radiusPx);
    else for (let i = 0; i < shape.paths.featureCount; i++) path += pathText(shape.paths, i);
    if (paint?.kind === 'solid') form.text(`q ${fillState(resources, paint.color)}\n${path}f Q\n`);
    else if (paint && shape.kind === 'paths')
      await fill(resources, form, shape.paths, 0, shape.paths.featureCount, paint);
    if (stroke) form.text(`q ${strokeState(resources, stroke)}\n${path}S Q\n`);
  }
  const reach = formatPx(Math.ceil(marker.reachPx + 1));
  const number = await resources.pdf.addStream(
    `/Type /XObject /Subtype /Form /BBox [-${reach} -${reach} ${reach} ${reach}] /Resources ${resources.dictionary} 0 R`,
    form.join(),
  );
  const name = objectName(resources, number);
  turned.set(angleDeg, name);
  return name;
}

function circleText(radiusPx: number): string {
  const r = formatPx(radiusPx);
  const h = formatPx(radiusPx * handle);
  return (
    `${r} 0 m ${r} ${h} ${h} ${r} 0 ${r} c -${h} ${r} -${r} ${h} -${r} 0 c ` +
    `-${r} -${h} -${h} -${r} 0 -${r} c ${h} -${r} ${r} -${h} ${r} 0 c h\n`
  );
}

async function writeText(resources: PdfResources, content: ByteWriter, run: TextRun, widthPx: number): Promise<void> {
  const layout = resources.layouts.layOut(run, widthPx);
  if (!layout) {
    const image = textImage(run, widthPx, resources.drawing);
    if (image) await writeImage(resources, content, image);
    return;
  }
  const { xPx, yPx, cos, sin } = computeTextOrigin(run);
  const write = (mode: string) => {
    content.text(`BT ${mode} ${formatFactor(layout.stretch * 100)} Tz\n`);
    for (const { font, glyphs, startPx, slant } of layout.pieces) {
      const start = startPx * layout.stretch;
      content.text(
        `/${fontName(resources, font)} ${formatPx(run.font.sizePx)} Tf ${formatFactor(cos)} ${formatFactor(-sin)} ${formatFactor(slant * cos - sin)} ${formatFactor(-slant * sin - cos)} ` +
          `${formatPx(xPx + start * cos)} ${formatPx(yPx - start * sin)} Tm <${glyphs.map(hex4).join('')}> Tj\n`,
      );
    }
    content.text('ET\n');
  };
  content.text('q\n');
  const { halo, color } = run;
  if (halo && halo.widthPx > 0) {
    content.text(
      `q ${strokeState(resources, { color: halo.color, widthPx: 2 * halo.widthPx, dashesPx: [], cap: 'round', join: 'round' })}\n`,
    );
    write('1 Tr');
    content.text('Q\n');
  }
  content.text(`${fillState(resources, color)}\n`);
  write('0 Tr');
  const decoration = makeTextDecoration(run, widthPx);
  if (decoration.featureCount > 0) content.text(`${pathText(decoration, 0)}f\n`);
  content.text('Q\n');
}

async function writeImage(
  resources: PdfResources,
  content: ByteWriter,
  { image, box, angleDeg }: Extract<DrawingCommand, { kind: 'image' }>,
): Promise<void> {
  const number = await addImage(resources.pdf, image);
  const matrix = imageMatrix(box, angleDeg);
  content.text(`q ${matrix.map(formatFactor).join(' ')} cm /${objectName(resources, number)} Do Q\n`);
}
