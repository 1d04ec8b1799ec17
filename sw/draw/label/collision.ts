/** [xmin, ymin, xmax, ymax] in pixels. */
export type Box = readonly [number, number, number, number];

/** Tracks the occupied areas of an image. */
export interface Collisions {
  isFree(box: Box): boolean;
  claim(box: Box): void;
  /** Return true if a point is certainly occupied; false is inconclusive. Much faster than `isFree`. */
  isCovered(x: number, y: number): boolean;
}

const cellPx = 48;
/** Distance between sampled pixels of a box. */
const sampleStepPx = 8;

/**
 * Make an empty tracker. Boxes may be anywhere.
 *
 * @param marginPx margin around the image in which covered points are also tracked
 */
export function createCollisions(widthPx: number, heightPx: number, marginPx: number): Collisions {
  const cells = new Map<number, Box[]>();
  const columns = widthPx + 2 * marginPx;
  const lines = heightPx + 2 * marginPx;
  /** One byte per pixel; set if it is fully covered. */
  const covered = new Uint8Array(columns * lines);

  const forEachCell = ([xmin, ymin, xmax, ymax]: Box, onCell: (key: number) => boolean): boolean => {
    for (let y = Math.floor(ymin / cellPx); y <= Math.floor(ymax / cellPx); y++)
      for (let x = Math.floor(xmin / cellPx); x <= Math.floor(xmax / cellPx); x++)
        if (!onCell(y * 65536 + x)) return false;
    return true;
  };

  const isCovered = (x: number, y: number): boolean => {
    const column = Math.floor(x) + marginPx;
    const line = Math.floor(y) + marginPx;
    return column >= 0 && line >= 0 && column < columns && line < lines && covered[line * columns + column] === 1;
  };

  /** Sample pixels inside a box. In a crowded image this finds nearly every collision. */
  const isSampleCovered = ([xmin, ymin, xmax, ymax]: Box): boolean => {
    const height = ymax - ymin;
    for (let row = 0; row < 3; row++) {
      const y = ymin + height * (0.05 + 0.45 * row);
      for (let x = xmin + 0.01; x < xmax; x += sampleStepPx) if (isCovered(x, y)) return true;
      if (isCovered(xmax - 0.01, y)) return true;
    }
    return false;
  };

  return {
    isFree: (box) =>
      !isSampleCovered(box) && forEachCell(box, (key) => !cells.get(key)?.some((other) => overlap(box, other))),

    claim(box) {
      forEachCell(box, (key) => {
        const cell = cells.get(key);
        if (cell) cell.push(box);
        else cells.set(key, [box]);
        return true;
      });
      const left = Math.max(0, Math.ceil(box[0]) + marginPx);
      const right = Math.min(columns, Math.floor(box[2]) + marginPx);
      const bottom = Math.min(lines, Math.floor(box[3]) + marginPx);
      if (right <= left) return;
      for (let y = Math.max(0, Math.ceil(box[1]) + marginPx); y < bottom; y++)
        covered.fill(1, y * columns + left, y * columns + right);
    },

    isCovered,
  };
}

function overlap(a: Box, b: Box): boolean {
  return a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1];
}
