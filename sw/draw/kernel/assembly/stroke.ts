import { addEdge, toFixedPoint } from './coverage.ts';

/** Half the width of the pen. */
let radius: f64 = 1;
let cap: u32 = 0;
let join: u32 = 0;
/** Lengths of dashes and gaps, an even number of f64; 0 for a solid line. */
let dashes: usize = 0;
let dashCount: i32 = 0;
let period: f64 = 0;

const butt: u32 = 0;
const round: u32 = 1;
const square: u32 = 2;
const miter: u32 = 0;
const miterLimit: f64 = 4;
/** Minimum mean length of dashes. Shorter ones can't be distinguished and would be slow, so the line is drawn solid. */
const minDash: f64 = 1.0 / 16;
/** Maximum dashes per path. A path of more is drawn solid, as on a canvas. */
const maxDashes: f64 = 1000000;

/**
 * Set the pen for strokes.
 *
 * @param capKind  0 butt, 1 round, 2 square
 * @param joinKind 0 miter, 1 round, 2 bevel
 * @param dashesAt f64 each, an even number of them
 */
export function setPen(widthPx: f64, capKind: u32, joinKind: u32, dashesAt: usize, count: i32): void {
  radius = Math.min(widthPx, 1e7) / 2;
  cap = capKind;
  join = joinKind;
  dashes = dashesAt;
  dashCount = count;
  period = 0;
  for (let i = 0; i < count; i++) period += load<f64>(dashes + (i << 3));
}

/** True after the first point of a path. `hasSegment` is true after its first segment. */
let isBegun = false;
let hasSegment = false;
let firstX: f64 = 0;
let firstY: f64 = 0;
let firstNormalX: f64 = 0;
let firstNormalY: f64 = 0;
let lastX: f64 = 0;
let lastY: f64 = 0;
/** Normal of the last segment with the length of the radius. It points to the segment's right, with y down. */
let normalX: f64 = 0;
let normalY: f64 = 0;

/** Begin a path at a point. */
function moveTo(x: f64, y: f64): void {
  isBegun = true;
  hasSegment = false;
  firstX = x;
  firstY = y;
  lastX = x;
  lastY = y;
}

/** Continue to a point. Adds the outline of the segment and of the join before it. */
function lineTo(x: f64, y: f64): void {
  const dx = x - lastX;
  const dy = y - lastY;
  const length = Math.sqrt(dx * dx + dy * dy);
  if (!(length > 0)) return;
  const nx = (-dy / length) * radius;
  const ny = (dx / length) * radius;
  if (hasSegment) addJoin(lastX, lastY, normalX, normalY, nx, ny);
  else {
    firstNormalX = nx;
    firstNormalY = ny;
  }
  edge(lastX + nx, lastY + ny, x + nx, y + ny);
  edge(x - nx, y - ny, lastX - nx, lastY - ny);
  hasSegment = true;
  normalX = nx;
  normalY = ny;
  lastX = x;
  lastY = y;
}

/** End an open path. */
function end(): void {
  if (isBegun && hasSegment) {
    addCap(lastX, lastY, normalX, normalY);
    addCap(firstX, firstY, -firstNormalX, -firstNormalY);
  }
  isBegun = false;
}

/** End a ring. */
function close(): void {
  lineTo(firstX, firstY);
  if (isBegun && hasSegment) addJoin(firstX, firstY, normalX, normalY, firstNormalX, firstNormalY);
  isBegun = false;
}

/** Add a cap, which connects the two sides of an end. */
function addCap(x: f64, y: f64, nx: f64, ny: f64): void {
  if (cap === butt) edge(x + nx, y + ny, x - nx, y - ny);
  else if (cap === square) {
    const aheadX = ny;
    const aheadY = -nx;
    edge(x + nx, y + ny, x + nx + aheadX, y + ny + aheadY);
    edge(x + nx + aheadX, y + ny + aheadY, x - nx + aheadX, y - ny + aheadY);
    edge(x - nx + aheadX, y - ny + aheadY, x - nx, y - ny);
  } else {
    arc(x, y, nx, ny, ny, -nx, 0);
    arc(x, y, ny, -nx, -nx, -ny, 0);
  }
}

/** Connect two segments on both sides: the outer side with the pen's join, the inner side through the vertex. */
function addJoin(x: f64, y: f64, ax: f64, ay: f64, bx: f64, by: f64): void {
  const turn = ax * by - ay * bx;
  const along = ax * bx + ay * by;
  if (turn === 0 && along > 0) {
    edge(x + ax, y + ay, x + bx, y + by);
    edge(x - bx, y - by, x - ax, y - ay);
  } else if (turn > 0) {
    // The path turns toward the normals, so their side is the inner one.
    edge(x + ax, y + ay, x, y);
    edge(x, y, x + bx, y + by);
    outer(x, y, -bx, -by, -ax, -ay, along);
  } else {
    outer(x, y, ax, ay, bx, by, along);
    edge(x - bx, y - by, x, y);
    edge(x, y, x - ax, y - ay);
  }
}

/** Add a join on the outer side. @param along scalar product of the normals */
function outer(x: f64, y: f64, ax: f64, ay: f64, bx: f64, by: f64, along: f64): void {
  const squared = radius * radius;
  if (join === round) {
    if (along > 0) arc(x, y, ax, ay, bx, by, 0);
    else {
      // More than a quarter circle: use two arcs with a middle. If the path turns back, its direction is the middle.
      let mx = ax + bx;
      let my = ay + by;
      const length = Math.sqrt(mx * mx + my * my);
      if (length > radius * 1e-6) {
        mx *= radius / length;
        my *= radius / length;
      } else {
        mx = ay;
        my = -ax;
      }
      arc(x, y, ax, ay, mx, my, 0);
      arc(x, y, mx, my, bx, by, 0);
    }
    return;
  }
  // Relative to the radius, the miter's length is 1 / cos of half the angle between the normals.
  const halfCosine = (1 + along / squared) / 2;
  if (join === miter && halfCosine * miterLimit * miterLimit >= 1) {
    const share = 1 / (2 * halfCosine);
    const mx = (ax + bx) * share;
    const my = (ay + by) * share;
    edge(x + ax, y + ay, x + mx, y + my);
    edge(x + mx, y + my, x + bx, y + by);
  } else edge(x + ax, y + ay, x + bx, y + by);
}

/**
 * Draw an arc of at most a quarter circle from one radius to another, as lines that deviate by less than 1/20 pixel.
 */
function arc(x: f64, y: f64, ax: f64, ay: f64, bx: f64, by: f64, depth: i32): void {
  const sumX = ax + bx;
  const sumY = ay + by;
  const length = Math.sqrt(sumX * sumX + sumY * sumY);
  if (depth >= 8 || !(radius - length / 2 > 0.05)) {
    edge(x + ax, y + ay, x + bx, y + by);
    return;
  }
  const mx = (sumX * radius) / length;
  const my = (sumY * radius) / length;
  arc(x, y, ax, ay, mx, my, depth + 1);
  arc(x, y, mx, my, bx, by, depth + 1);
}

function edge(x0: f64, y0: f64, x1: f64, y1: f64): void {
  addEdge(toFixedPoint(x0), toFixedPoint(y0), toFixedPoint(x1), toFixedPoint(y1));
}

/** Add the outline of a stroked path of `count` vertices, two f32 each. Vertices that aren't finite are skipped. */
export function strokePart(xy: usize, count: i32, isClosed: bool): void {
  const isDashed = dashCount > 0 && period >= minDash * <f64>dashCount;
  if (isDashed && (pathLength(xy, count, isClosed) / period) * <f64>dashCount <= maxDashes) {
    dashPart(xy, count, isClosed);
    return;
  }
  isBegun = false;
  for (let i = 0; i < count; i++) {
    const x = <f64>load<f32>(xy + (i << 3));
    const y = <f64>load<f32>(xy + (i << 3) + 4);
    if (!isNumber(x, y)) continue;
    if (isBegun) lineTo(x, y);
    else moveTo(x, y);
  }
  if (isClosed) close();
  else end();
}

function dashPart(xy: usize, count: i32, isClosed: bool): void {
  let dash = 0;
  let remaining = load<f64>(dashes);
  let hasPoint = false;
  let x0: f64 = 0;
  let y0: f64 = 0;
  isBegun = false;
  for (let i = 0; i < count + (isClosed ? 1 : 0); i++) {
    const address = xy + ((<usize>(i < count ? i : 0)) << 3);
    const x = <f64>load<f32>(address);
    const y = <f64>load<f32>(address + 4);
    if (!isNumber(x, y)) continue;
    if (!hasPoint) {
      hasPoint = true;
      moveTo(x, y);
    } else {
      const dx = x - x0;
      const dy = y - y0;
      const length = Math.sqrt(dx * dx + dy * dy);
      let done: f64 = 0;
      while (length - done > remaining) {
        done += remaining;
        const px = x0 + (dx * done) / length;
        const py = y0 + (dy * done) / length;
        // Even entries are dashes, odd entries are gaps.
        if ((dash & 1) === 0) {
          lineTo(px, py);
          end();
        } else moveTo(px, py);
        dash = dash + 1 < dashCount ? dash + 1 : 0;
        remaining = load<f64>(dashes + (dash << 3));
      }
      remaining -= length - done;
      if ((dash & 1) === 0) lineTo(x, y);
    }
    x0 = x;
    y0 = y;
  }
  if ((dash & 1) === 0) end();
  isBegun = false;
}

function pathLength(xy: usize, count: i32, isClosed: bool): f64 {
  let length: f64 = 0;
  let hasPoint = false;
  let x0: f64 = 0;
  let y0: f64 = 0;
  for (let i = 0; i < count + (isClosed ? 1 : 0); i++) {
    const address = xy + ((<usize>(i < count ? i : 0)) << 3);
    const x = <f64>load<f32>(address);
    const y = <f64>load<f32>(address + 4);
    if (!isNumber(x, y)) continue;
    if (hasPoint) length += Math.sqrt((x - x0) * (x - x0) + (y - y0) * (y - y0));
    hasPoint = true;
    x0 = x;
    y0 = y;
  }
  return length;
}

/** Return true for finite coordinates. Other vertices are skipped, as on a canvas. */
export function isNumber(x: f64, y: f64): bool {
  return abs(x) < Infinity && abs(y) < Infinity;
}
