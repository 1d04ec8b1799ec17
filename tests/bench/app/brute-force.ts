/** A layer as arrays, which plain loops read fastest. */
export interface Places {
  readonly features: readonly GeoJSON.Feature[];
  /** Coordinates of the first vertex by row. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Flat rings by row; empty for points. */
  readonly rings: readonly (readonly Float64Array[])[];
}

/** Convert features to arrays. */
export function listPlaces(features: readonly GeoJSON.Feature[]): Places {
  const first = features.map(
    ({ geometry }): GeoJSON.Position =>
      geometry.type === 'Point' ? geometry.coordinates : (geometry as GeoJSON.Polygon).coordinates[0]![0]!,
  );
  return {
    features,
    x: Float64Array.from(first, (position) => position[0]!),
    y: Float64Array.from(first, (position) => position[1]!),
    rings: features.map(({ geometry }) =>
      geometry.type === 'Polygon' ? geometry.coordinates.map((ring) => Float64Array.from(ring.flat())) : [],
    ),
  };
}

/** Answer queries by checking each row, without an index, statistics or errors. */
export function bruteForce({ features, x, y, rings }: Places) {
  const columns = new Map<string, Float64Array | string[]>();
  for (const name of Object.keys(features[0]!.properties!)) {
    const values = features.map(({ properties }) => properties![name] as unknown);
    columns.set(name, typeof values[0] === 'number' ? Float64Array.from(values as number[]) : (values as string[]));
  }
  const boxes = rings.map((parts) => computeBox(parts));
  return {
    countAbove(name: string, limit: number): number {
      const values = columns.get(name) as Float64Array;
      let count = 0;
      for (let row = 0; row < values.length; row++) if (values[row]! > limit) count++;
      return count;
    },
    countInBox(xMin: number, yMin: number, xMax: number, yMax: number): number {
      let count = 0;
      for (let row = 0; row < x.length; row++) {
        const [left, bottom, right, top] = boxes[row] ?? [x[row]!, y[row]!, x[row]!, y[row]!];
        const isPoint = rings[row]!.length === 0;
        const meets = isPoint
          ? x[row]! >= xMin && x[row]! <= xMax && y[row]! >= yMin && y[row]! <= yMax
          : left <= xMax && right >= xMin && bottom <= yMax && top >= yMin;
        if (meets) count++;
      }
      return count;
    },
    countInPolygon(query: readonly (readonly number[])[]): number {
      const parts = query.map((ring) => Float64Array.from(ring));
      const [xMin, yMin, xMax, yMax] = computeBox(parts);
      let count = 0;
      for (let row = 0; row < x.length; row++) {
        if (x[row]! < xMin || x[row]! > xMax || y[row]! < yMin || y[row]! > yMax) continue;
        if (isInside(parts, x[row]!, y[row]!)) count++;
      }
      return count;
    },
    /** Count the features that intersect a polygon, or with `wholly` only the features inside it. */
    countMeeting(query: readonly (readonly number[])[], wholly = false): number {
      const parts = query.map((ring) => Float64Array.from(ring));
      const [xMin, yMin, xMax, yMax] = computeBox(parts);
      let count = 0;
      for (let row = 0; row < rings.length; row++) {
        const [left, bottom, right, top] = boxes[row]!;
        if (left > xMax || right < xMin || bottom > yMax || top < yMin) continue;
        const ring = rings[row]!;
        const isIn = isInside(parts, x[row]!, y[row]!);
        const isCut = edgesCross(parts, ring);
        if (wholly ? isIn && !isCut : isIn || isCut || isInside(ring, parts[0]![0]!, parts[0]![1]!)) count++;
      }
      return count;
    },
    /** Return the number of points at the position of a row. */
    rowsAtPointOf(row: number): number {
      let count = 0;
      for (let other = 0; other < x.length; other++) if (x[other] === x[row] && y[other] === y[row]) count++;
      return count;
    },
    /** Return the value that this many rows exceed. */
    limitFor(name: string, requested: number): number {
      return (columns.get(name) as Float64Array)
        .slice()
        .sort()
        .at(-requested - 1)!;
    },
    /** Sum a field by the values of another, and return the number of groups. */
    sumBy(group: string, value: string): number {
      const groups = columns.get(group) as string[];
      const values = columns.get(value) as Float64Array;
      const sums = new Map<string, number>();
      for (let row = 0; row < groups.length; row++)
        sums.set(groups[row]!, (sums.get(groups[row]!) ?? 0) + values[row]!);
      return sums.size;
    },
    rowsWithText(text: string, names: readonly string[]): number {
      let count = 0;
      for (let row = 0; row < features.length; row++) {
        if (names.some((name) => String(columns.get(name)![row]).toLowerCase().includes(text))) count++;
      }
      return count;
    },
    /** Write the requested rows as GeoJSON, and return their number. */
    geoJsonOf(isRequested: (row: number) => boolean): number {
      const requested = features.filter((_, row) => isRequested(row));
      if (JSON.stringify({ type: 'FeatureCollection', features: requested }).length === 0) return 0;
      return requested.length;
    },
    rowsAt(px: number, py: number): number {
      let count = 0;
      for (let row = 0; row < rings.length; row++) if (isInside(rings[row]!, px, py)) count++;
      return count;
    },
    middleOf(row: number): readonly [number, number] {
      const [xMin, yMin, xMax, yMax] = boxes[row]!;
      return [(xMin + xMax) / 2, (yMin + yMax) / 2];
    },
  };
}

function computeBox(parts: readonly Float64Array[]): readonly [number, number, number, number] {
  let [xMin, yMin, xMax, yMax] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of parts) {
    for (let i = 0; i < ring.length; i += 2) {
      xMin = Math.min(xMin, ring[i]!);
      xMax = Math.max(xMax, ring[i]!);
      yMin = Math.min(yMin, ring[i + 1]!);
      yMax = Math.max(yMax, ring[i + 1]!);
    }
  }
  return [xMin, yMin, xMax, yMax];
}

/** Return whether any two edges cross in their interior. */
function edgesCross(parts: readonly Float64Array[], others: readonly Float64Array[]): boolean {
  const side = (ring: Float64Array, i: number, px: number, py: number): number =>
    (ring[i + 2]! - ring[i]!) * (py - ring[i + 1]!) - (ring[i + 3]! - ring[i + 1]!) * (px - ring[i]!);
  const cross = (a: Float64Array, i: number, b: Float64Array, j: number): boolean =>
    side(a, i, b[j]!, b[j + 1]!) * side(a, i, b[j + 2]!, b[j + 3]!) < 0 &&
    side(b, j, a[i]!, a[i + 1]!) * side(b, j, a[i + 2]!, a[i + 3]!) < 0;
  for (const a of parts)
    for (const b of others)
      for (let i = 0; i + 3 < a.length; i += 2)
        for (let j = 0; j + 3 < b.length; j += 2) if (cross(a, i, b, j)) return true;
  return false;
}

/** Apply the even-odd rule to all edges. */
function isInside(parts: readonly Float64Array[], px: number, py: number): boolean {
  let inside = false;
  for (const ring of parts) {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const y1 = ring[i + 1]!;
      const y2 = ring[i + 3]!;
      if (y1 > py !== y2 > py && px < ring[i]! + ((py - y1) / (y2 - y1)) * (ring[i + 2]! - ring[i]!)) inside = !inside;
    }
  }
  return inside;
}
