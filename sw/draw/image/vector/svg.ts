import { toBase64 } from '../../../contract/base64.ts';
import { escapeAttribute, illegalCharacter } from '../../../contract/markup.ts';
import { fontFiles } from '../../../service/font-files.ts';
import type { PixelPaths } from '../../surface/pixel-paths.ts';
import type { Drawing, DrawingCommand } from '../../surface/record.ts';
import type { Marker, Paint, PixelBox, PixelImage, Rgba, Stroke, TextRun } from '../../surface/surface.ts';
import { type ByteWriter, createByteWriter } from '../byte-writer.ts';
import type { VectorOptions } from '../encode-options.ts';
import { encodePng32 } from '../png.ts';
import { forEachPart, formatFactor, formatPx } from './features.ts';
import { hatchLines } from './hatch-lines.ts';
import { isTilePaint, tileMatrix } from './image-tile.ts';
import { collectLetters, includesAny, parseUnicodeRange } from './used-letters.ts';

/**
 * Write a drawing as SVG 1.1 with real text and paths. Used files of the shipped font are embedded, so that the image
 * looks the same if the font isn't installed.
 */
export async function writeSvg(drawing: Drawing, options: VectorOptions): Promise<Uint8Array<ArrayBuffer>> {
  const { widthPx, heightPx, commands } = drawing;
  const inch = 1 / options.dotsPerInch;
  const svg = createByteWriter();
  svg.text(
    `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ` +
      `width="${formatFactor(widthPx * inch)}in" height="${formatFactor(heightPx * inch)}in" viewBox="0 0 ${widthPx} ${heightPx}">\n`,
  );
  if (options.title !== '') svg.text(`<title>${escapeText(options.title)}</title>\n`);
  svg.text(`<style>text{white-space:pre}${await fontFaces(commands, options)}</style>\n`);
  await writeCommands({ svg, hatches: new Map(), markers: new Map(), clips: 0 }, commands);
  svg.text('</svg>\n');
  return svg.join();
}

interface Writing {
  readonly svg: ByteWriter;
  readonly hatches: Map<Paint, string>;
  readonly markers: Map<Marker, string>;
  clips: number;
}

async function writeCommands(writing: Writing, commands: readonly DrawingCommand[]): Promise<void> {
  const { svg } = writing;
  for (const command of commands) {
    switch (command.kind) {
      case 'fill': {
        svg.text(`<g ${await writeFill(writing, command.paint)}>\n`);
        writePaths(svg, command.paths, command.from, command.to);
        svg.text('</g>\n');
        break;
      }
      case 'stroke':
        svg.text(`<g ${formatStroke(command.stroke)}>\n`);
        writePaths(svg, command.paths, command.from, command.to);
        svg.text('</g>\n');
        break;
      case 'dots':
        svg.text(`<g ${solid('fill', command.color)}>\n`);
        for (let i = 0; i < command.count; i++) svg.text(`${rect(dotBox(command.xy, i, command.sizePx))}/>\n`);
        svg.text('</g>\n');
        break;
      case 'markers': {
        const id = await writeMarker(writing, command.marker);
        const turn = command.angleDeg === 0 ? '' : ` rotate(${formatFactor(-command.angleDeg)})`;
        for (let i = 0; i < command.count; i++)
          svg.text(
            `<use xlink:href="#${id}" transform="translate(${formatPx(command.xy[2 * i]!)} ${formatPx(command.xy[2 * i + 1]!)})${turn}"/>\n`,
          );
        break;
      }
      case 'box':
        svg.text(`${rect(command.box)} ${await writeFill(writing, command.paint)}/>\n`);
        break;
      case 'text':
        svg.text(writeText(command.run, command.widthPx));
        break;
      case 'image': {
        const { image, box, angleDeg } = command;
        const turn =
          angleDeg === 0
            ? ''
            : ` transform="rotate(${formatFactor(-angleDeg)} ${formatPx(box.xPx + box.widthPx / 2)} ${formatPx(box.yPx + box.heightPx / 2)})"`;
        svg.text(
          `${rect(box).replace('<rect', '<image')} preserveAspectRatio="none"${turn} ${await imageLink(image)}/>\n`,
        );
        break;
      }
      case 'group': {
        const { clip, alpha } = command;
        let id = '';
        if (clip) {
          id = `clip${++writing.clips}`;
          svg.text(`<clipPath id="${id}">${rect(clip)}/></clipPath>\n`);
        }
        svg.text(
          `<g${alpha < 1 ? ` opacity="${formatFactor(alpha)}"` : ''}${clip ? ` clip-path="url(#${id})"` : ''}>\n`,
        );
        await writeCommands(writing, command.commands);
        svg.text('</g>\n');
      }
    }
  }
}

/** Write one path per feature, so that overlapping translucent features all show and editors can select each. */
function writePaths(svg: ByteWriter, paths: PixelPaths, from: number, to: number): void {
  for (let feature = from; feature < to; feature++) svg.text(`<path d="${pathData(paths, feature)}"/>\n`);
}

function pathData(paths: PixelPaths, feature: number): string {
  const { xy, closed } = paths;
  let data = '';
  forEachPart(paths, feature, (from, to) => {
    for (let i = from; i < to; i++)
      data += `${i === from ? 'M' : i === from + 1 ? 'L' : ' '}${formatPx(xy[2 * i]!)} ${formatPx(xy[2 * i + 1]!)}`;
    if (closed) data += 'Z';
  });
  return data;
}

async function imageLink({ rgba, columns, lines }: PixelImage): Promise<string> {
  return `xlink:href="data:image/png;base64,${toBase64(await encodePng32(rgba, columns, lines))}"`;
}

async function writeFill(writing: Writing, paint: Paint): Promise<string> {
  if (paint.kind === 'solid') return solid('fill', paint.color);
  let id = writing.hatches.get(paint);
  if (id === undefined) {
    id = `hatch${writing.hatches.size}`;
    writing.hatches.set(paint, id);
    if (isTilePaint(paint)) {
      const { widthPx, heightPx, gapXPx, gapYPx, image } = paint.tile;
      writing.svg.text(
        `<pattern id="${id}" patternUnits="userSpaceOnUse" width="${formatFactor(widthPx + gapXPx)}" height="${formatFactor(heightPx + gapYPx)}" ` +
          `patternTransform="matrix(${tileMatrix(paint.tile).map(formatFactor).join(' ')})"><image width="${formatFactor(widthPx)}" height="${formatFactor(heightPx)}" ` +
          `preserveAspectRatio="none" ${await imageLink(image)}/></pattern>\n`,
      );
      return `fill="url(#${id})"`;
    }
    const { lines, widthPx } = hatchLines(paint);
    const size = lines[0]!.step;
    const far = 2 * size;
    const data = lines.map(({ across: [ax, ay], offset }) => {
      if (ax === 0) return `M0 ${offset}H${size}`;
      if (ay === 0) return `M${offset} 0V${size}`;
      // Draw three strokes, because the lines of adjacent tiles cross this tile's corners.
      return [-size, 0, size]
        .map((shift) =>
          ax > 0
            ? `M${shift - size} ${far}L${shift + far} ${-size}`
            : `M${shift - size} ${-size}L${shift + far} ${far}`,
        )
        .join('');
    });
    writing.svg.text(
      `<pattern id="${id}" patternUnits="userSpaceOnUse" width="${size}" height="${size}">` +
        `<path d="${data.join('')}" fill="none" ${solid('stroke', paint.color)} stroke-width="${formatPx(widthPx)}"/></pattern>\n`,
    );
  }
  return `fill="url(#${id})"`;
}

function solid(name: 'fill' | 'stroke', [red, green, blue, alpha]: Rgba): string {
  const hex = [red, green, blue].map((byte) => Math.round(byte).toString(16).padStart(2, '0')).join('');
  return `${name}="#${hex}"${alpha < 1 ? ` ${name}-opacity="${formatFactor(alpha)}"` : ''}`;
}

function formatStroke(stroke: Stroke): string {
  const dashes = stroke.dashesPx.length > 0 ? ` stroke-dasharray="${stroke.dashesPx.map(formatPx).join(' ')}"` : '';
  const ends = `${stroke.cap === 'butt' ? '' : ` stroke-linecap="${stroke.cap}"`} stroke-linejoin="${stroke.join}"`;
  return `fill="none" ${solid('stroke', stroke.color)} stroke-width="${formatPx(stroke.widthPx)}"${ends}${dashes}`;
}

function rect({ xPx, yPx, widthPx, heightPx }: PixelBox): string {
  return `<rect x="${formatPx(xPx)}" y="${formatPx(yPx)}" width="${formatPx(widthPx)}" height="${formatPx(heightPx)}"`;
}

function dotBox(xy: Float32Array, i: number, sizePx: number): PixelBox {
  return { xPx: xy[2 * i]! - sizePx / 2, yPx: xy[2 * i + 1]! - sizePx / 2, widthPx: sizePx, heightPx: sizePx };
}

async function writeMarker(writing: Writing, marker: Marker): Promise<string> {
  let id = writing.markers.get(marker);
  if (id === undefined) {
    id = `marker${writing.markers.size}`;
    writing.markers.set(marker, id);
    const parts = marker.parts.map(async ({ shape, fill, stroke }) => {
      const style = `${fill ? await writeFill(writing, fill) : 'fill="none"'}${stroke ? ` ${formatStroke(stroke).replace('fill="none" ', '')}` : ''}`;
      if (shape.kind === 'circle') return `<circle r="${formatPx(shape.radiusPx)}" ${style}/>`;
      let data = '';
      for (let feature = 0; feature < shape.paths.featureCount; feature++) data += pathData(shape.paths, feature);
      return `<path d="${data}" ${style}/>`;
    });
    writing.svg.text(`<defs><g id="${id}">${(await Promise.all(parts)).join('')}</g></defs>\n`);
  }
  return id;
}

/** Write a text. `textLength` keeps its width if another font replaces it. */
function writeText(run: TextRun, widthPx: number): string {
  const { font, halo, angleDeg } = run;
  const { widthScale = 1 } = font;
  let [x, y] = [run.xPx + run.dxPx, run.yPx + run.dyPx];
  let turn = angleDeg === 0 ? '' : `rotate(${formatFactor(-angleDeg)} ${formatPx(run.xPx)} ${formatPx(run.yPx)})`;
  if (widthScale !== 1) {
    turn += ` translate(${formatPx(x)} ${formatPx(y)}) scale(${formatFactor(widthScale)} 1)`;
    [x, y] = [0, 0];
  }
  const edge =
    halo && halo.widthPx > 0
      ? ` ${solid('stroke', halo.color)} stroke-width="${formatPx(2 * halo.widthPx)}" stroke-linejoin="round" paint-order="stroke"`
      : '';
  return (
    `<text x="${formatPx(x)}" y="${formatPx(y)}"${turn && ` transform="${turn.trim()}"`} font-family="'${escapeText(font.family)}', sans-serif" ` +
    `font-size="${formatPx(font.sizePx)}"${font.weight === 400 ? '' : ` font-weight="${font.weight}"`}${font.isItalic ? ' font-style="italic"' : ''}${font.isUnkerned ? ' font-kerning="none"' : ''}` +
    `${font.decoration === 'none' ? '' : ` text-decoration="${font.decoration}"`}${run.isRightToLeft ? ' direction="rtl" text-anchor="end"' : ''}` +
    ` textLength="${formatPx(widthPx / widthScale)}" lengthAdjust="spacingAndGlyphs" ${solid('fill', run.color)}${edge}>${escapeText(run.text)}</text>\n`
  );
}

async function fontFaces(commands: readonly DrawingCommand[], { readFile }: VectorOptions): Promise<string> {
  if (!readFile) return '';
  const used = collectLetters(commands);
  const faces = fontFiles.filter(({ weight, style, unicodeRange }) => {
    const letters = used.get(`${weight} ${style}`);
    return letters !== undefined && includesAny(parseUnicodeRange(unicodeRange), letters);
  });
  const rules = faces.map(async ({ family, weight, style, unicodeRange, file }) => {
    const data = toBase64(new Uint8Array(await readFile(file)));
    return `@font-face{font-family:'${family}';font-weight:${weight};font-style:${style};unicode-range:${unicodeRange};src:url(data:font/woff2;base64,${data}) format('woff2')}`;
  });
  return (await Promise.all(rules)).join('');
}

/** Drop characters that XML doesn't allow. No format draws them. */
const escapeText = (text: string): string => escapeAttribute(text.replace(illegal, ''));
const illegal = new RegExp(illegalCharacter, 'g');
