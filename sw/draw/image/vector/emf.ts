import { endFeature, endPart, newPixelPaths, type PixelPaths, reserveVertices } from '../../surface/pixel-paths.ts';
import type { Drawing, DrawingCommand } from '../../surface/record.ts';
import type { Marker, Paint, Rgba, Stroke, TextRun } from '../../surface/surface.ts';
import type { VectorOptions } from '../encode-options.ts';
import { glyphOutline } from '../font/outline.ts';
import { loadLayouts, type TextLayouts } from '../font/text-layout.ts';
import { writeImage } from './emf-image.ts';
import { bounds, boxToUnits, colorNumber, createEmfFile, type EmfFile, units, unitsPerPixel } from './emf-records.ts';
import { createTextWriter, type WriteText } from './emf-text.ts';
import { forEachPart, pathsOfBox } from './features.ts';
import { findBackgroundColor, flattenTransparency } from './flatten.ts';
import { hatchLines, hatchPieces } from './hatch-lines.ts';
import { isTilePaint, tileToImage } from './image-tile.ts';
import { computeTextOrigin, makeTextDecoration } from './text-parts.ts';

/** Stock pen and brush that draw nothing. */
const nullBrush = 0x80000005 | 0;
const nullPen = 0x80000008 | 0;

/**
 * Write a drawing as an enhanced metafile (EMF).
 *
 * Hatches become lines, and areas filled with a repeated image become one clipped image. Text is stored with the
 * position of each character. Fonts are only named, because EMF can't embed them. Transparency isn't supported: see
 * `flattenTransparency`.
 */
export async function writeEmf(drawing: Drawing, options: VectorOptions): Promise<Uint8Array<ArrayBuffer>> {
  const { widthPx, heightPx } = drawing;
  const emf = createEmfFile();
  emf.record('setMapMode', [8]);
  emf.record('setWindowOrigin', [0, 0]);
  emf.record('setWindowExtent', [widthPx * unitsPerPixel, heightPx * unitsPerPixel]);
  emf.record('setViewportOrigin', [0, 0]);
  emf.record('setViewportExtent', [widthPx, heightPx]);
  emf.record('setBackgroundMode', [1]);
  emf.record('setPolygonFillMode', [2]);
  // Align text at the left end of its baseline.
  emf.record('setTextAlign', [24]);
  emf.record('intersectClipRectangle', [0, 0, widthPx * unitsPerPixel, heightPx * unitsPerPixel]);
  const commands = flattenTransparency(drawing);
  const layouts = await loadLayouts(commands, options.readFile);
  const writing: Writing = {
    emf,
    drawing,
    pens: new Map(),
    brushes: new Map(),
    layouts,
    writeText: createTextWriter(emf, drawing),
  };
  for (const command of commands) writeCommand(writing, command);
  return emf.finish({ widthPx, heightPx, dotsPerInch: options.dotsPerInch, title: options.title });
}

interface Writing {
  readonly emf: EmfFile;
  readonly drawing: Drawing;
  readonly pens: Map<string, number>;
  readonly brushes: Map<number, number>;
  readonly layouts: TextLayouts;
  readonly writeText: WriteText;
}

function writeCommand(writing: Writing, command: DrawingCommand): void {
  const { emf } = writing;
  switch (command.kind) {
    case 'fill':
      fill(writing, command.paths, command.from, command.to, command.paint);
      break;
    case 'stroke':
      usePen(writing, command.stroke);
      for (let feature = command.from; feature < command.to; feature++) outline(emf, command.paths, feature);
      break;
    case 'dots': {
      const { xy, count, sizePx, color } = command;
      useBrush(writing, color);
      for (let i = 0; i < count; i++) {
        const box = {
          xPx: xy[2 * i]! - sizePx / 2,
          yPx: xy[2 * i + 1]! - sizePx / 2,
          widthPx: sizePx,
          heightPx: sizePx,
        };
        polyRecord(emf, 'polyPolygon', pathsOfBox(box), 0);
      }
      break;
    }
    case 'markers':
      for (let i = 0; i < command.count; i++)
        stamp(writing, command.marker, command.xy[2 * i]!, command.xy[2 * i + 1]!, command.angleDeg);
      break;
    case 'box':
      fill(writing, pathsOfBox(command.box), 0, 1, command.paint);
      break;
    case 'text':
      writeHalo(writing, command);
      if (!writeStretched(writing, command)) writing.writeText(command.run, command.widthPx);
      break;
    case 'image':
      writeImage(emf, command, findBackgroundColor(writing.drawing));
      break;
    case 'group':
      emf.record('saveState', []);
      if (command.clip) emf.record('intersectClipRectangle', boxToUnits(command.clip));
      for (const inner of command.commands) writeCommand(writing, inner);
      emf.record('restoreState', [-1]);
  }
}

function useBrush({ emf, brushes }: Writing, color: Rgba): void {
  const number = colorNumber(color);
  let handle = brushes.get(number);
  if (handle === undefined) {
    handle = emf.newHandle();
    brushes.set(number, handle);
    emf.record('createBrush', [handle, 0, number, 0]);
  }
  emf.record('selectObject', [handle]);
  emf.record('selectObject', [nullPen]);
}

const caps = { round: 0, square: 0x100, butt: 0x200 } as const;
const joins = { round: 0, bevel: 0x1000, miter: 0x2000 } as const;
const geometricPen = 0x10000;
const userStyle = 7;
const clipToBoth = 1;

function usePen({ emf, pens }: Writing, { color, widthPx, dashesPx, cap, join }: Stroke): void {
  const style = geometricPen | caps[cap] | joins[join] | (dashesPx.length > 0 ? userStyle : 0);
  const dashes = dashesPx.map((length) => Math.max(1, units(length)));
  const numbers = [style, Math.max(1, units(widthPx)), 0, colorNumber(color), 0, dashes.length, ...dashes];
  const key = numbers.join(' ');
  let handle = pens.get(key);
  if (handle === undefined) {
    handle = emf.newHandle();
    pens.set(key, handle);
    emf.record('createPen', [handle, 0, 0, 0, 0, ...numbers]);
  }
  emf.record('selectObject', [handle]);
  emf.record('selectObject', [nullBrush]);
}

function fill(writing: Writing, paths: PixelPaths, from: number, to: number, paint: Paint): void {
  const { emf } = writing;
  if (paint.kind === 'solid') {
    useBrush(writing, paint.color);
    for (let feature = from; feature < to; feature++) polyRecord(emf, 'polyPolygon', paths, feature);
    return;
  }
  if (isTilePaint(paint)) {
    const image = tileToImage(paint, paths, from, to, writing.drawing);
    if (image) {
      emf.record('saveState', []);
      emf.record('beginPath', []);
      for (let feature = from; feature < to; feature++) polyRecord(emf, 'polyPolygon', paths, feature);
      emf.record('endPath', []);
      emf.record('selectClipPath', [clipToBoth]);
      writeImage(emf, image, findBackgroundColor(writing.drawing));
      emf.record('restoreState', [-1]);
    }
    return;
  }
  const { lines, widthPx } = hatchLines(paint);
  usePen(writing, { color: paint.color, widthPx, dashesPx: [], cap: 'butt', join: 'miter' });
  for (let feature = from; feature < to; feature++) {
    for (const line of lines) {
      const pieces = hatchPieces(paths, feature, line);
      if (pieces.length === 0) continue;
      const counts = Array.from({ length: pieces.length / 4 }, () => 2);
      emf.record('polyPolyline', [...bounds, counts.length, pieces.length / 2, ...counts, ...pieces.map(units)]);
    }
  }
}

/** Translation of paths, then their rotation in degrees counterclockwise. */
type Position = readonly [xPx: number, yPx: number, angleDeg: number];

function outline(emf: EmfFile, paths: PixelPaths, feature: number, position?: Position): void {
  polyRecord(emf, paths.closed ? 'polyPolygon' : 'polyPolyline', paths, feature, position);
}

function polyRecord(
  emf: EmfFile,
  type: 'polyPolygon' | 'polyPolyline',
  paths: PixelPaths,
  feature: number,
  [xPx, yPx, angleDeg]: Position = [0, 0, 0],
): void {
  const turn = (angleDeg * Math.PI) / 180;
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const counts: number[] = [];
  const points: number[] = [];
  forEachPart(paths, feature, (from, to) => {
    counts.push(to - from);
    for (let i = from; i < to; i++) {
      const x = paths.xy[2 * i]!;
      const y = paths.xy[2 * i + 1]!;
      points.push(units(xPx + x * cos + y * sin), units(yPx - x * sin + y * cos));
    }
  });
  emf.record(type, [...bounds, counts.length, points.length / 2, ...counts].concat(points));
}

function stamp(writing: Writing, marker: Marker, xPx: number, yPx: number, angleDeg: number): void {
  const { emf } = writing;
  for (const { shape, fill: paint, stroke } of marker.parts) {
    const draw = () => {
      if (shape.kind === 'circle') {
        const r = shape.radiusPx;
        emf.record('ellipse', boxToUnits({ xPx: xPx - r, yPx: yPx - r, widthPx: 2 * r, heightPx: 2 * r }));
      } else for (let i = 0; i < shape.paths.featureCount; i++) outline(emf, shape.paths, i, [xPx, yPx, angleDeg]);
    };
    // Markers are small, so a hatch becomes its plain color.
    if (paint) {
      useBrush(writing, paint.color);
      draw();
    }
    if (stroke) {
      usePen(writing, stroke);
      draw();
    }
  }
}

/**
 * Draw stretched text as outlines if the shipped fonts have its characters, because readers disagree on stretched text.
 * Return true if it was drawn.
 */
function writeStretched(writing: Writing, { run, widthPx }: Extract<DrawingCommand, { kind: 'text' }>): boolean {
  if ((run.font.widthScale ?? 1) === 1) return false;
  const paths = letterOutlines(run, widthPx, writing.layouts);
  if (paths.featureCount === 0) return false;
  for (const each of [paths, makeTextDecoration(run, widthPx)])
    fill(writing, each, 0, each.featureCount, { kind: 'solid', color: run.color });
  return true;
}

/** Draw a halo as glyph outlines, because a second text would appear twice in searches. */
function writeHalo(writing: Writing, { run, widthPx }: Extract<DrawingCommand, { kind: 'text' }>): void {
  const { halo } = run;
  if (!halo || !(halo.widthPx > 0)) return;
  const paths = letterOutlines(run, widthPx, writing.layouts);
  if (paths.featureCount === 0) return;
  fill(writing, paths, 0, paths.featureCount, { kind: 'solid', color: halo.color });
  usePen(writing, { color: halo.color, widthPx: 2 * halo.widthPx, dashesPx: [], cap: 'round', join: 'round' });
  for (let letter = 0; letter < paths.featureCount; letter++) outline(writing.emf, paths, letter);
}

/** Make the outlines of a text, one feature per glyph; empty if the shipped fonts lack a character. */
function letterOutlines(run: TextRun, widthPx: number, layouts: TextLayouts): PixelPaths {
  const paths = newPixelPaths(true);
  const layout = layouts.layOut(run, widthPx);
  const { xPx, yPx, cos, sin } = computeTextOrigin(run);
  for (const { font, glyphs, startPx } of layout?.pieces ?? []) {
    const { face } = font;
    const scale = run.font.sizePx / face.unitsPerEm;
    let pen = startPx;
    for (const glyph of glyphs) {
      for (const ring of glyphOutline(face, glyph)) {
        reserveVertices(paths, ring.length / 2);
        for (let i = 0; i < ring.length; i += 2) {
          const along = (pen + ring[i]! * scale) * layout!.stretch;
          const up = ring[i + 1]! * scale;
          paths.xy[2 * paths.vertexCount] = xPx + along * cos - up * sin;
          paths.xy[2 * paths.vertexCount + 1] = yPx - along * sin - up * cos;
          paths.vertexCount++;
        }
        endPart(paths);
      }
      endFeature(paths);
      pen += face.getAdvance(glyph) * scale;
    }
  }
  return paths;
}
