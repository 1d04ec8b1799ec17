/** Grid of equal bins that cover the plane, anchored at the origin of the map's coordinates. */
export interface BinGrid {
  /** Distance between neighbors in a row, in map units. */
  readonly width: number;
  /** Distance between rows, in map units. */
  readonly rowHeight: number;
  /** Find the bin of a point and write its column and row to `cell`. */
  find(x: number, y: number, cell: Int32Array): void;
  /** Center of a bin, in map units. */
  centerX(column: number, row: number): number;
  centerY(row: number): number;
  /** Corners relative to the center, [x0, y0, x1, y1, ...] in map units, clockwise. */
  readonly corners: readonly number[];
}

/** Create a grid of squares, or of hexagons with a corner at the top. @param width of a bin in map units */
export function binGrid(shape: 'hexagon' | 'square', width: number): BinGrid {
  return shape === 'square' ? squares(width) : hexagons(width);
}

function squares(width: number): BinGrid {
  const half = width / 2;
  return {
    width,
    rowHeight: width,
    find(x, y, cell) {
      cell[0] = Math.floor(x / width);
      cell[1] = Math.floor(y / width);
    },
    centerX: (column) => (column + 0.5) * width,
    centerY: (row) => (row + 0.5) * width,
    corners: [-half, half, half, half, half, -half, -half, -half],
  };
}

/** Row height divided by the width of a hexagon, and its square. */
const rowShare = Math.sqrt(3) / 2;
const rowShare2 = 0.75;

function hexagons(width: number): BinGrid {
  const rowHeight = width * rowShare;
  const half = width / 2;
  const side = width / Math.sqrt(3);
  return {
    width,
    rowHeight,
    /** Compare the nearest centers of the rows below and above. */
    find(x, y, cell) {
      const across = x / width;
      const up = y / rowHeight;
      const below = Math.floor(up);
      const shiftBelow = (below & 1) / 2;
      const shiftAbove = 0.5 - shiftBelow;
      const columnBelow = Math.floor(across - shiftBelow + 0.5);
      const columnAbove = Math.floor(across - shiftAbove + 0.5);
      const dxBelow = across - shiftBelow - columnBelow;
      const dxAbove = across - shiftAbove - columnAbove;
      const dyBelow = up - below;
      const dyAbove = 1 - dyBelow;
      const isBelow =
        dxBelow * dxBelow + rowShare2 * dyBelow * dyBelow <= dxAbove * dxAbove + rowShare2 * dyAbove * dyAbove;
      cell[0] = isBelow ? columnBelow : columnAbove;
      cell[1] = isBelow ? below : below + 1;
    },
    centerX: (column, row) => (column + (row & 1) / 2) * width,
    centerY: (row) => row * rowHeight,
    corners: [0, side, half, side / 2, half, -side / 2, 0, -side, -half, -side / 2, -half, side / 2],
  };
}

/** Map units per pixel if the world is 256 pixels wide. */
const maxMetersPerPixel = 156543.03392804097;
const maxDegreesPerPixel = 1.40625;

/**
 * Round a resolution to the nearest level of Web Mercator tiles, or of tiles in degrees; levels differ by a factor of
 * two.
 */
export function roundToTileLevel(resolution: number, isInDegrees: boolean): number {
  const maxResolution = isInDegrees ? maxDegreesPerPixel : maxMetersPerPixel;
  return maxResolution * 2 ** Math.round(Math.log2(resolution / maxResolution));
}

/** Convert points (1/72 inch) to map units. @param resolution map units per 1/96 inch */
export const pointsToMapUnits = (points: number, resolution: number): number => ((points * 96) / 72) * resolution;
