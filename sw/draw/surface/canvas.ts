import { Fault, wrongValue } from '../../contract/index.ts';
import { toCssColor } from '../symbol/color.ts';
import {
  drawMarker,
  hatchTile,
  imageCanvas,
  imagePattern,
  isPlainHairline,
  setStroke,
  traceFeatures,
} from './canvas-paint.ts';
import { drawText, forgetFont, measureText } from './canvas-text.ts';
import { findFirstVertex, type PixelPaths } from './pixel-paths.ts';
import type { CreateCanvas, Marker, Paint, PixelBox, PixelImage, Surface } from './surface.ts';

/** Pixel surface on a canvas. `canvas` is complete when every group has ended. */
export interface CanvasSurface extends Surface {
  readonly canvas: OffscreenCanvas;
}

/**
 * Vertices per path, measured with dense parcels. The cost of a path grows faster than its length, but each call has a
 * fixed cost.
 */
const verticesPerPath = 256;

const stampsWorthBlitting = 4000;

/**
 * Make a pixel surface over a new, transparent canvas.
 *
 * Strokes narrower than 1.5 px are drawn as hairlines of 1 px, because browsers draw those four times as fast and they
 * look the same.
 *
 * @param patternOrigin position of the canvas in the image to which hatches are aligned, so that parts of an image
 *   match
 * @throws {Fault} `too-large` if the host can't make a canvas of this size
 */
export function createCanvasSurface(
  widthPx: number,
  heightPx: number,
  createCanvas: CreateCanvas,
  patternOrigin: readonly [xPx: number, yPx: number] = [0, 0],
): CanvasSurface {
  const canvas = createCanvas(widthPx, heightPx);
  const groups: { context: OffscreenCanvasRenderingContext2D; alpha: number; clip: PixelBox | undefined }[] = [];
  let context = getContext2d(canvas);
  const styles = new Map<Paint, string | CanvasPattern>();
  const traced = {
    line: new WeakMap<PixelPaths, Map<number, Path2D>>(),
    join: new WeakMap<PixelPaths, Map<number, Path2D>>(),
  };
  const imageCanvases = new Map<PixelImage, OffscreenCanvas>();
  const markerImages = new Map<Marker, Map<number, ImageBitmap>>();

  const hatchPattern = (paint: Extract<Paint, { kind: 'hatch' }>): CanvasPattern | null => {
    const tile = hatchTile(paint, createCanvas);
    const pattern = context.createPattern(tile, 'repeat');
    const [x, y] = patternOrigin;
    if (x !== 0 || y !== 0) pattern?.setTransform({ e: -(x % tile.width), f: -(y % tile.height) });
    return pattern;
  };

  const getStyle = (paint: Paint): string | CanvasPattern => {
    let style = styles.get(paint);
    if (style === undefined) {
      style =
        paint.kind === 'solid'
          ? toCssColor(paint.color)
          : paint.tile
            ? imagePattern(context, paint.tile, getImageCanvas(paint.tile.image), createCanvas, patternOrigin)
            : (hatchPattern(paint) ?? toCssColor(paint.color));
      styles.set(paint, style);
    }
    return style;
  };

  const getImageCanvas = (image: PixelImage): OffscreenCanvas => {
    const cached = imageCanvases.get(image);
    if (cached) return cached;
    const created = imageCanvas(image, createCanvas);
    imageCanvases.set(image, created);
    return created;
  };

  // A fill and a stroke share one path, because building a path costs more than drawing it.
  const tracePath = (paths: PixelPaths, first: number, last: number, closing: 'join' | 'line'): Path2D => {
    const pathsByRange = traced[closing].get(paths) ?? new Map<number, Path2D>();
    traced[closing].set(paths, pathsByRange);
    const key = first * 0x4000000 + last;
    let path = pathsByRange.get(key);
    if (path === undefined) {
      path = new Path2D();
      traceFeatures(path, paths, first, last, closing);
      if (paths.closed) pathsByRange.set(key, path);
    }
    return path;
  };

  const markerImage = (marker: Marker, angleDeg: number): ImageBitmap => {
    const turned = markerImages.get(marker) ?? new Map<number, ImageBitmap>();
    markerImages.set(marker, turned);
    let image = turned.get(angleDeg);
    if (image === undefined) {
      const size = 2 * Math.ceil(marker.reachPx + 1) + 1;
      const small = createCanvas(size, size);
      drawMarker(getContext2d(small), marker, size / 2, angleDeg, getStyle);
      // Drawing a canvas checks for changes each time; a bitmap can't change.
      image = small.transferToImageBitmap();
      turned.set(angleDeg, image);
    }
    return image;
  };

  return {
    canvas,
    widthPx,
    heightPx,
    snapPx: 1,

    beginGroup(alpha, clip) {
      groups.push({ context, alpha, clip });
      if (alpha < 1) context = getContext2d(createCanvas(widthPx, heightPx));
      else context.save();
      if (clip) {
        context.beginPath();
        context.rect(clip.xPx, clip.yPx, clip.widthPx, clip.heightPx);
        context.clip();
      }
    },

    endGroup() {
      const group = groups.pop();
      if (group === undefined) throw wrongValue('internal', 'Surface.endGroup', 'an open group', 'nothing');
      if (group.alpha < 1) {
        group.context.globalAlpha = group.alpha;
        group.context.drawImage(context.canvas, 0, 0);
        group.context.globalAlpha = 1;
        context = group.context;
      } else {
        context.restore();
        forgetFont(context);
      }
    },

    fillPaths(paths, from, to, paint) {
      context.fillStyle = getStyle(paint);
      // Overlapping translucent features must all show, so they aren't combined.
      const limit = paint.kind === 'solid' && paint.color[3] === 1 ? verticesPerPath : 0;
      forEachRun(paths, from, to, limit, (first, last) => {
        context.fill(tracePath(paths, first, last, 'line'));
      });
    },

    strokePaths(paths, from, to, stroke) {
      setStroke(context, stroke);
      const limit = stroke.color[3] === 1 ? verticesPerPath : 0;
      const closing = isPlainHairline(stroke) ? 'line' : 'join';
      // Rings have no ends and so no caps.
      if (paths.closed && closing === 'line') context.lineCap = 'butt';
      forEachRun(paths, from, to, limit, (first, last) => {
        context.stroke(tracePath(paths, first, last, closing));
      });
      context.setLineDash([]);
    },

    fillDots(xy, count, sizePx, color) {
      context.fillStyle = toCssColor(color);
      const half = sizePx / 2;
      for (let i = 0; i < count; i++) context.fillRect(xy[2 * i]! - half, xy[2 * i + 1]! - half, sizePx, sizePx);
    },

    stampMarker(marker, xy, count, angleDeg) {
      const image = markerImage(marker, angleDeg);
      const isCut = groups.some((group) => group.clip);
      if (count >= stampsWorthBlitting && !isCut) {
        const target = context.getImageData(0, 0, widthPx, heightPx);
        blitStamps(target, readBitmap(image, createCanvas), xy, count);
        context.putImageData(target, 0, 0);
        return;
      }
      // Points are at pixel centers and the image has an odd size, so it is copied without resampling.
      const half = image.width / 2;
      for (let i = 0; i < count; i++) context.drawImage(image, xy[2 * i]! - half, xy[2 * i + 1]! - half);
    },

    fillBox(box, paint) {
      context.fillStyle = getStyle(paint);
      context.fillRect(box.xPx, box.yPx, box.widthPx, box.heightPx);
    },

    drawImage(image, { xPx, yPx, widthPx: wide, heightPx: high }, angleDeg) {
      context.save();
      context.imageSmoothingQuality = 'high';
      context.translate(xPx + wide / 2, yPx + high / 2);
      context.rotate((-angleDeg * Math.PI) / 180);
      context.drawImage(getImageCanvas(image), -wide / 2, -high / 2, wide, high);
      context.restore();
    },

    drawText: (run) => drawText(context, run),
    measureText: (text, font) => measureText(() => context, text, font),
  };
}

function forEachRun(
  paths: PixelPaths,
  from: number,
  to: number,
  limit: number,
  draw: (first: number, last: number) => void,
): void {
  let first = from;
  let start = findFirstVertex(paths, from);
  for (let feature = from; feature < to; feature++) {
    const end = findFirstVertex(paths, feature + 1);
    if (end - start >= limit || feature === to - 1) {
      draw(first, feature + 1);
      first = feature + 1;
      start = end;
    }
  }
}

function readBitmap(image: ImageBitmap, createCanvas: CreateCanvas): ImageData {
  const context = getContext2d(createCanvas(image.width, image.height));
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}

function getContext2d(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (context === null)
    throw new Fault(
      'too-large',
      `Image: ${canvas.width} x ${canvas.height} pixels are too many to draw. Request a smaller image.`,
    );
  return context;
}

/**
 * Draw a small image at many points of a large one, source over destination, without the canvas. A call of `drawImage`
 * costs more than the few pixels of a marker.
 *
 * @param target RGBA pixels of the large image, not premultiplied; changed in place
 * @param stamp  pixels of the small image in the same format
 * @param xy     [x, y] of the center of each copy, at pixel centers; the small image has an odd size
 */
function blitStamps(target: ImageData, stamp: ImageData, xy: Float32Array, count: number): void {
  const large = new Uint32Array(target.data.buffer);
  const small = new Uint32Array(stamp.data.buffer);
  const half = (stamp.width - 1) / 2;
  for (let i = 0; i < count; i++) {
    const left = Math.floor(xy[2 * i]!) - half;
    const top = Math.floor(xy[2 * i + 1]!) - half;
    const fromY = Math.max(0, -top);
    const toY = Math.min(stamp.height, target.height - top);
    const fromX = Math.max(0, -left);
    const toX = Math.min(stamp.width, target.width - left);
    for (let y = fromY; y < toY; y++) {
      let targetPixel = (top + y) * target.width + left + fromX;
      for (let from = y * stamp.width + fromX, end = y * stamp.width + toX; from < end; from++, targetPixel++) {
        const source = small[from]!;
        const alpha = source >>> 24;
        if (alpha === 255 || (alpha > 0 && large[targetPixel]! >>> 24 === 0)) large[targetPixel] = source;
        else if (alpha > 0) large[targetPixel] = over(source, alpha, large[targetPixel]!);
      }
    }
  }
}

/** Blend a pixel over the pixel below. */
function over(source: number, alpha: number, below: number): number {
  const belowAlpha = ((below >>> 24) * (255 - alpha)) / 255;
  const sum = alpha + belowAlpha;
  const share = alpha / sum;
  const mix = (shift: number) => {
    const b = (below >>> shift) & 255;
    return (b + (((source >>> shift) & 255) - b) * share + 0.5) | 0;
  };
  return (((sum + 0.5) << 24) | (mix(16) << 16) | (mix(8) << 8) | mix(0)) >>> 0;
}
