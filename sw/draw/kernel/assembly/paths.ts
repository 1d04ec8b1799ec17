import { addEdge, paintAreas, toFixedPoint } from './coverage.ts';
import { addHairlines, paintHairlines } from './hairline.ts';
import { isNumber, strokePart } from './stroke.ts';

/**
 * Add features to the areas to paint.
 *
 * Each feature is oriented so that its area counts positive, because features painted together may overlap.
 *
 * @param xy          vertices, two f32 each
 * @param partEnds    i32 end of each part, as an index of vertices
 * @param featureEnds i32 end of each feature, as an index of parts
 * @param isEach      true to paint each feature separately, like translucent ones
 */
export function fillFeatures(xy: usize, partEnds: usize, featureEnds: usize, features: i32, isEach: bool): void {
  let part = 0;
  let vertex = 0;
  for (let feature = 0; feature < features; feature++) {
    const lastPart = load<i32>(featureEnds + (feature << 2));
    const sign = areaSign(xy, partEnds, part, lastPart, vertex);
    for (; part < lastPart; part++) {
      const end = load<i32>(partEnds + (part << 2));
      addRing(xy, vertex, end, sign);
      vertex = end;
    }
    if (isEach) paintAreas();
  }
}

/** Return true if the area of a feature's rings is positive or zero. */
function areaSign(xy: usize, partEnds: usize, part: i32, lastPart: i32, vertex: i32): bool {
  let area: f64 = 0;
  for (; part < lastPart; part++) {
    const end = load<i32>(partEnds + (part << 2));
    const x0 = <f64>load<f32>(xy + (vertex << 3));
    const y0 = <f64>load<f32>(xy + (vertex << 3) + 4);
    let px: f64 = 0;
    let py: f64 = 0;
    for (vertex++; vertex < end; vertex++) {
      const x = <f64>load<f32>(xy + (vertex << 3)) - x0;
      const y = <f64>load<f32>(xy + (vertex << 3) + 4) - y0;
      area += px * y - x * py;
      px = x;
      py = y;
    }
  }
  return area >= 0;
}

function addRing(xy: usize, from: i32, to: i32, isForward: bool): void {
  let isBegun = false;
  let firstX = 0;
  let firstY = 0;
  let lastX = 0;
  let lastY = 0;
  for (let i = from; i < to; i++) {
    const px = <f64>load<f32>(xy + (i << 3));
    const py = <f64>load<f32>(xy + (i << 3) + 4);
    if (!isNumber(px, py)) continue;
    const x = toFixedPoint(px);
    const y = toFixedPoint(py);
    if (!isBegun) {
      isBegun = true;
      firstX = x;
      firstY = y;
    } else if (isForward) addEdge(lastX, lastY, x, y);
    else addEdge(x, y, lastX, lastY);
    lastX = x;
    lastY = y;
  }
  if (!isBegun) return;
  if (isForward) addEdge(lastX, lastY, firstX, firstY);
  else addEdge(firstX, firstY, lastX, lastY);
}

/** Add the outlines of features to the areas to paint. For the parameters, see `fillFeatures`. */
export function strokeFeatures(
  xy: usize,
  partEnds: usize,
  featureEnds: usize,
  features: i32,
  isClosed: bool,
  isEach: bool,
): void {
  let part = 0;
  let vertex = 0;
  for (let feature = 0; feature < features; feature++) {
    const lastPart = load<i32>(featureEnds + (feature << 2));
    for (; part < lastPart; part++) {
      const end = load<i32>(partEnds + (part << 2));
      strokePart(xy + (vertex << 3), end - vertex, isClosed);
      vertex = end;
    }
    if (isEach) paintAreas();
  }
}

/** Add the lines of features to the hairlines to paint. For the parameters, see `fillFeatures`. */
export function lineFeatures(
  xy: usize,
  partEnds: usize,
  featureEnds: usize,
  features: i32,
  isClosed: bool,
  isEach: bool,
): void {
  let part = 0;
  let vertex = 0;
  for (let feature = 0; feature < features; feature++) {
    const lastPart = load<i32>(featureEnds + (feature << 2));
    for (; part < lastPart; part++) {
      const end = load<i32>(partEnds + (part << 2));
      addHairlines(xy, vertex, end, isClosed);
      vertex = end;
    }
    if (isEach) paintHairlines();
  }
}
