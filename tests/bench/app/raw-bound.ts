import { snapPath } from '../../../sw/draw/layer/snap.ts';
import { dotHex, dotPt, fillHex, lineHex, linePt } from './bench-symbols.ts';

/** Flat rings of a polygon, or one point. */
export type BoundShape = readonly (readonly number[])[];
export interface Shapes {
  readonly kind: 'areas' | 'points';
  readonly shapes: readonly BoundShape[];
}

/**
 * Prepare an image, and return a function that only draws and encodes it.
 * The function doesn't read, select, project or simplify, so no program that draws with canvas calls can be faster.
 */
export function rawBound(
  { kind, shapes }: Shapes,
  [xMin, yMin, xMax, yMax]: readonly [number, number, number, number],
  widthPx: number,
  heightPx: number,
): () => Promise<Uint8Array> {
  const scaleX = widthPx / (xMax - xMin);
  const scaleY = heightPx / (yMax - yMin);
  const matrix = [scaleX, 0, 0, -scaleY, -xMin * scaleX, yMax * scaleY] as const;
  const draw = kind === 'areas' ? areas(shapes, matrix, widthPx, heightPx) : points(shapes, matrix, widthPx, heightPx);
  return async () => {
    const canvas = new OffscreenCanvas(widthPx, heightPx);
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, widthPx, heightPx);
    draw(context);
    return new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
  };
}

type Draw = (context: OffscreenCanvasRenderingContext2D) => void;
type Matrix = readonly [number, number, number, number, number, number];

function areas(shapes: readonly BoundShape[], matrix: Matrix, widthPx: number, heightPx: number): Draw {
  const paths: Path2D[] = [];
  for (const rings of shapes) {
    const path = new Path2D();
    let isSeen = false;
    for (const ring of rings) {
      const out = new Float64Array(ring.length);
      const count = snapPath(Float64Array.from(ring), 0, ring.length / 2, matrix, 1, out);
      if (!isInside(out.subarray(0, 2 * count), widthPx, heightPx)) continue;
      isSeen = true;
      for (let v = 0; v < count; v++) {
        if (v === 0) path.moveTo(out[0]!, out[1]!);
        else path.lineTo(out[2 * v]!, out[2 * v + 1]!);
      }
      path.closePath();
    }
    if (isSeen) paths.push(path);
  }
  return (context) => {
    context.fillStyle = fillHex;
    context.strokeStyle = lineHex;
    context.lineWidth = (linePt * 96) / 72;
    for (const path of paths) {
      context.fill(path, 'evenodd');
      context.stroke(path);
    }
  };
}

function isInside(xy: Float64Array, widthPx: number, heightPx: number): boolean {
  let [xMin, yMin, xMax, yMax] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < xy.length; i += 2) {
    xMin = Math.min(xMin, xy[i]!);
    xMax = Math.max(xMax, xy[i]!);
    yMin = Math.min(yMin, xy[i + 1]!);
    yMax = Math.max(yMax, xy[i + 1]!);
  }
  return xMax >= 0 && yMax >= 0 && xMin <= widthPx && yMin <= heightPx;
}

/** Draw one image of the symbol for each pixel with points. */
function points(shapes: readonly BoundShape[], [a, , , d, e, f]: Matrix, widthPx: number, heightPx: number): Draw {
  const sizePx = (dotPt * 96) / 72;
  const stamp = new OffscreenCanvas(Math.ceil(sizePx) + 2, Math.ceil(sizePx) + 2);
  const middle = stamp.width / 2;
  const pen = stamp.getContext('2d')!;
  pen.fillStyle = dotHex;
  pen.arc(middle, middle, sizePx / 2, 0, 2 * Math.PI);
  pen.fill();
  const taken = new Set<number>();
  for (const [[x, y]] of shapes as readonly (readonly [readonly [number, number]])[]) {
    const column = Math.floor(a * x + e);
    const row = Math.floor(d * y + f);
    if (column >= 0 && row >= 0 && column < widthPx && row < heightPx) taken.add(row * widthPx + column);
  }
  const cells = [...taken];
  return (context) => {
    for (const cell of cells) {
      context.drawImage(stamp, (cell % widthPx) + 0.5 - middle, Math.floor(cell / widthPx) + 0.5 - middle);
    }
  };
}
