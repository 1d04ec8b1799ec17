import { Fault, wrongValue } from '../../contract/index.ts';
import { type KernelMemory, releaseKernel, takeKernel } from '../kernel/kernel-memory.ts';
import { type CanvasSurface, createCanvasSurface } from './canvas.ts';
import { hatchLines, isPlainHairline } from './canvas-paint.ts';
import { measureText } from './canvas-text.ts';
import { forEachPiece, forEachPoints, setStrokePen, toPremultipliedPixel } from './pass-paths.ts';
import { findFirstVertex, makePixelPaths, type PixelPaths } from './pixel-paths.ts';
import { createPreparedImages, drawMarkerAt, type PreparedImage, stampSizePx } from './prepared-images.ts';
import { isPixelForPixel, putPixels } from './put-pixels.ts';
import { createPixelReader, type PixelReader } from './read-pixels.ts';
import { type Box, smallBox, verticesBesideText } from './small-box.ts';
import type { CreateCanvas, PixelBox, Rgba, Stroke, Surface } from './surface.ts';
import { createTextImages } from './text-images.ts';

/** Surface whose pixels the kernel draws. */
export interface PixelSurface extends Surface, PixelReader {
  /** Release the memory, also after a failed drawing. The surface can't be used afterwards. */
  release(): void;
  readonly createCanvas: CreateCanvas;
}

/** Maximum pixels of an image that the kernel draws. Each takes eight bytes. */
const maxImagePixels = 1 << 24;

/**
 * Make a pixel surface. The kernel draws it if the host can run the kernel, has the memory, and the image isn't too
 * large. Otherwise, the canvas draws it.
 *
 * @param patternOrigin see `createCanvasSurface`
 * @throws {Fault} like `createCanvasSurface`
 */
export async function createRasterSurface(
  widthPx: number,
  heightPx: number,
  createCanvas: CreateCanvas,
  patternOrigin?: readonly [xPx: number, yPx: number],
): Promise<PixelSurface | CanvasSurface> {
  const memory = widthPx * heightPx > maxImagePixels ? undefined : await takeKernel();
  try {
    if (memory) return createPixelSurface(memory, widthPx, heightPx, createCanvas, patternOrigin);
  } catch (error) {
    // If the kernel has no memory left, the browser may still have a canvas.
    if (!(error instanceof Fault)) throw error;
  }
  return createCanvasSurface(widthPx, heightPx, createCanvas, patternOrigin);
}

/** Maximum size of markers and hatches that are cached as images. */
const maxImagePx = 255;

type Solid = { readonly color: Rgba };

/**
 * Make a pixel surface over the memory of a kernel. Everything except text is identical in every browser, byte for
 * byte.
 *
 * Some drawing is left to a canvas, whose pixels are blended over the kernel's. See `docs/decisions/drawing.md`.
 *
 * @param patternOrigin see `createCanvasSurface`
 */
export function createPixelSurface(
  memory: KernelMemory,
  widthPx: number,
  heightPx: number,
  createCanvas: CreateCanvas,
  patternOrigin: readonly [xPx: number, yPx: number] = [0, 0],
): PixelSurface {
  const { kernel } = memory;
  const columns = Math.max(widthPx, maxImagePx) + 2;
  const lines = Math.max(heightPx, maxImagePx);
  const imageBytes = 4 * widthPx * heightPx;
  const groups: { readonly target: number; readonly clip: PixelBox; readonly alpha: number }[] = [];
  // Areas and lines share this memory, and painting leaves it all zero. It is taken first: at the same address as in the
  // previous image, it needn't be cleared again.
  const sharedBytes = 4 * columns * lines + 16;
  const sharedAt = memory.take(sharedBytes);
  let target = memory.take(imageBytes + 16);
  const spareTargets: number[] = [];
  let clip: PixelBox = { xPx: 0, yPx: 0, widthPx, heightPx };
  /** Features passed to the kernel but not painted yet. Features of one symbol are painted together. */
  let pending: { readonly kind: 'areas' | 'hairlines'; readonly by: Solid } | undefined;
  let canvas: CanvasSurface | undefined;
  let isCanvasUsed = false;
  let measuring: OffscreenCanvasRenderingContext2D | undefined;
  let isFinished = false;
  let isReleased = false;
  /** True if every pixel is opaque. Drawing can't make them translucent again. */
  let isOpaque = false;

  kernel.setAreas(sharedAt, columns, lines, memory.take(8 * lines));
  kernel.setMask(sharedAt, columns);

  const measuringContext = (): OffscreenCanvasRenderingContext2D => {
    measuring ??= createCanvas(1, 1).getContext('2d')!;
    return measuring;
  };

  const applyTarget = (): void => {
    kernel.setTarget(target, widthPx, clip.xPx, clip.yPx, clip.xPx + clip.widthPx, clip.yPx + clip.heightPx);
  };

  const paintPending = (): void => {
    if (!pending) return;
    kernel.setColor(toPremultipliedPixel(pending.by.color));
    if (pending.kind === 'areas') kernel.paintAreas();
    else kernel.paintHairlines();
    pending = undefined;
  };

  const texts = createTextImages(memory, createCanvas);

  /** Blend the canvas and the pending text over the pixels. Text can stay pending if it doesn't intersect `box`. */
  const putOthers = (box?: Box): void => {
    if (!box || texts.meets(...box)) texts.put();
    putCanvas();
  };

  const putCanvas = (): void => {
    if (!canvas || !isCanvasUsed) return;
    isCanvasUsed = false;
    const context = canvas.canvas.getContext('2d')!;
    const linesAtOnce = Math.max(1, Math.floor((1 << 20) / widthPx));
    const bottom = clip.yPx + clip.heightPx;
    for (let line = clip.yPx; line < bottom; line += linesAtOnce) {
      const { data, height } = context.getImageData(0, line, widthPx, Math.min(linesAtOnce, bottom - line));
      putPixels(memory, data, [widthPx, height], 0, line);
    }
    context.clearRect(0, 0, widthPx, heightPx);
  };

  /** Return the canvas for drawing that the kernel doesn't support. */
  const onCanvas = (): CanvasSurface => {
    paintPending();
    texts.put();
    canvas ??= createCanvasSurface(widthPx, heightPx, createCanvas, patternOrigin);
    isCanvasUsed = true;
    return canvas;
  };

  const isSmallBesideText = (paths: PixelPaths, from: number, to: number): boolean =>
    isCanvasUsed && findFirstVertex(paths, to) - findFirstVertex(paths, from) <= verticesBesideText;

  /**
   * Begin painting with a solid color. Features with the same opaque paint are painted together. Return true if the
   * caller must paint each feature separately.
   */
  const begin = (kind: 'areas' | 'hairlines', by: Solid, box: Box | undefined): boolean => {
    putOthers(box);
    const isTogether = by.color[3] === 1;
    if (!isTogether || pending?.kind !== kind || pending.by !== by) paintPending();
    if (isTogether) pending = { kind, by };
    else kernel.setColor(toPremultipliedPixel(by.color));
    return !isTogether;
  };

  const setPattern = ({ address: imageAddress, sizePx }: PreparedImage): void => {
    const [x, y] = patternOrigin.map((origin) => ((origin % sizePx) + sizePx) % sizePx) as [number, number];
    kernel.setPattern(imageAddress, sizePx, sizePx, x, y);
  };

  const strokeEach = (paths: PixelPaths, from: number, to: number, stroke: Stroke, isEach: boolean): void => {
    const add = isPlainHairline(stroke) ? kernel.lineFeatures : setStrokePen(memory, stroke);
    forEachPiece(memory, paths, from, to, (xy, parts, features, count) =>
      add(xy, parts, features, count, paths.closed, isEach),
    );
  };

  const setGroupClip = (box: PixelBox | undefined): void => {
    if (!box) return;
    const left = Math.max(clip.xPx, Math.round(box.xPx));
    const top = Math.max(clip.yPx, Math.round(box.yPx));
    const right = Math.min(clip.xPx + clip.widthPx, Math.round(box.xPx + box.widthPx));
    const bottom = Math.min(clip.yPx + clip.heightPx, Math.round(box.yPx + box.heightPx));
    clip = { xPx: left, yPx: top, widthPx: Math.max(0, right - left), heightPx: Math.max(0, bottom - top) };
  };

  const finish = () => {
    paintPending();
    putOthers();
    // The canvas is as large as the image, and encoders need memory too.
    canvas = undefined;
    isFinished = true;
    return { address: target, isOpaque };
  };

  const images = createPreparedImages(memory, applyTarget);
  applyTarget();
  const surface: PixelSurface = {
    widthPx,
    heightPx,
    snapPx: 1,

    beginGroup(alpha, box) {
      groups.push({ target, clip, alpha });
      if (alpha === 1 && !box) return;
      paintPending();
      putOthers();
      setGroupClip(box);
      if (alpha < 1) {
        const spare = spareTargets.pop();
        target = spare ?? memory.take(imageBytes + 16);
        if (spare !== undefined) new Uint8Array(kernel.memory.buffer, spare, imageBytes).fill(0);
      }
      applyTarget();
    },

    endGroup() {
      const group = groups.pop();
      if (!group) throw wrongValue('internal', 'Surface.endGroup', 'an open group', 'nothing');
      if (group.target === target && group.clip === clip) return;
      paintPending();
      putOthers();
      const drawn = target;
      target = group.target;
      applyTarget();
      if (drawn !== target) {
        kernel.putGroup(drawn, widthPx, Math.round(group.alpha * 255));
        spareTargets.push(drawn);
      }
      clip = group.clip;
      applyTarget();
    },

    fillPaths(paths, from, to, paint) {
      const isWide = paint.kind === 'hatch' && (paint.tile || hatchLines(paint).sizePx > maxImagePx);
      if (isWide || isSmallBesideText(paths, from, to)) return onCanvas().fillPaths(paths, from, to, paint);
      let isEach = true;
      if (paint.kind === 'solid') isEach = begin('areas', paint, smallBox(paths, from, to, 1));
      else {
        putOthers();
        paintPending();
        setPattern(images.getHatch(paint));
      }
      forEachPiece(memory, paths, from, to, (xy, parts, features, count) =>
        kernel.fillFeatures(xy, parts, features, count, isEach),
      );
    },

    strokePaths(paths, from, to, stroke) {
      if (isSmallBesideText(paths, from, to)) return onCanvas().strokePaths(paths, from, to, stroke);
      // A miter is at most four times as long as the width.
      const box = smallBox(paths, from, to, 4 * stroke.widthPx + 1);
      const isEach = begin(isPlainHairline(stroke) ? 'hairlines' : 'areas', stroke, box);
      strokeEach(paths, from, to, stroke, isEach);
    },

    fillDots(xy, count, sizePx, color) {
      putOthers();
      paintPending();
      kernel.setColor(toPremultipliedPixel(color));
      forEachPoints(memory, xy, count, (address, points) =>
        kernel.paintDots(address, points, Math.max(1, Math.round(sizePx))),
      );
    },

    stampMarker(marker, xy, count, angleDeg) {
      if (isCanvasUsed && count === 1) return onCanvas().stampMarker(marker, xy, count, angleDeg);
      const reach = marker.reachPx + 2;
      const [x, y] = [xy[0]!, xy[1]!];
      putOthers(count === 1 ? [x - reach, y - reach, x + reach, y + reach] : undefined);
      paintPending();
      if (stampSizePx(marker) > maxImagePx) {
        for (let i = 0; i < count; i++) drawMarkerAt(memory, marker, xy[2 * i]!, xy[2 * i + 1]!, angleDeg);
        return;
      }
      const {
        address: imageAddress,
        columns: wide,
        lines: high,
        centerX: centreX,
        centerY: centreY,
      } = images.getStamp(marker, angleDeg);
      forEachPoints(memory, xy, count, (points, length) =>
        kernel.stampImage(imageAddress, wide, high, centreX, centreY, points, length),
      );
    },

    fillBox(box, paint) {
      const { xPx: left, yPx: top } = box;
      const [right, bottom] = [left + box.widthPx, top + box.heightPx];
      const isWhole = left <= 0 && top <= 0 && right >= widthPx && bottom >= heightPx;
      if (isWhole && paint.kind === 'solid' && paint.color[3] === 1 && groups.length === 0) isOpaque = true;
      const paths = makePixelPaths([[left, top, right, top, right, bottom, left, bottom]], true);
      surface.fillPaths(paths, 0, paths.featureCount, paint);
    },

    drawImage(image, box, angleDeg) {
      if (!isPixelForPixel(image, box, angleDeg)) return onCanvas().drawImage(image, box, angleDeg);
      paintPending();
      putOthers();
      putPixels(memory, image.rgba, [image.columns, image.lines], box.xPx, box.yPx);
    },
    drawText(run) {
      paintPending();
      if (isCanvasUsed || !texts.add(run)) onCanvas().drawText(run);
    },
    measureText: (text, font) => measureText(measuringContext, text, font),

    ...createPixelReader(memory, widthPx, heightPx, finish),
    release() {
      if (!isReleased) releaseKernel(memory, isFinished ? [sharedAt, sharedAt + sharedBytes] : undefined);
      isReleased = true;
    },
    createCanvas,
  };
  return surface;
}
