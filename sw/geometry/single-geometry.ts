/**
 * One geometry as flat arrays. Part p has the vertices partOffsets[p] .. partOffsets[p + 1]. Vertex v has the
 * coordinates xy[2v], xy[2v + 1]. Parts are points (one vertex each), paths of two or more vertices, or closed rings of
 * four or more. A geometry without parts is empty.
 */
export interface SingleGeometry {
  readonly kind: 'point' | 'multipoint' | 'polyline' | 'polygon';
  readonly xy: Float64Array;
  readonly partOffsets: Int32Array;
}

/** Create a geometry from parts with flat coordinates. */
export function singleGeometry(kind: SingleGeometry['kind'], parts: readonly ArrayLike<number>[]): SingleGeometry {
  const partOffsets = new Int32Array(parts.length + 1);
  parts.forEach((part, i) => {
    partOffsets[i + 1] = partOffsets[i]! + part.length / 2;
  });
  const xy = new Float64Array(2 * partOffsets[parts.length]!);
  parts.forEach((part, i) => {
    xy.set(part, 2 * partOffsets[i]!);
  });
  return { kind, xy, partOffsets };
}

/** Return the extent of vertices `first` up to but excluding `end`; undefined if there are none. */
export function extentOfVertices(
  xy: Float64Array,
  first = 0,
  end = xy.length / 2,
): [number, number, number, number] | undefined {
  if (first >= end) return undefined;
  let xmin = Number.POSITIVE_INFINITY;
  let ymin = Number.POSITIVE_INFINITY;
  let xmax = Number.NEGATIVE_INFINITY;
  let ymax = Number.NEGATIVE_INFINITY;
  for (let i = 2 * first; i < 2 * end; i += 2) {
    const x = xy[i]!;
    const y = xy[i + 1]!;
    if (x < xmin) xmin = x;
    if (x > xmax) xmax = x;
    if (y < ymin) ymin = y;
    if (y > ymax) ymax = y;
  }
  return [xmin, ymin, xmax, ymax];
}
