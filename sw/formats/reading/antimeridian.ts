type Position = readonly [number, number];

/**
 * Split a ring that crosses the antimeridian, as in spherical data, into rings within [-180, 180]. A ring around a pole
 * is closed along the pole.
 *
 * @param ring closed; a step of more than 180 degrees of longitude counts as a crossing
 * @returns closed rings; a single ring if it doesn't cross
 */
export function cutAtAntimeridian(ring: readonly Position[]): Position[][] {
  const path: Position[] = [];
  let shift = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  ring.forEach(([x, y], i) => {
    if (i > 0) {
      const step = x - ring[i - 1]![0];
      if (step > 180) shift -= 360;
      else if (step < -180) shift += 360;
    }
    path.push([x + shift, y]);
    low = Math.min(low, x + shift);
    high = Math.max(high, x + shift);
  });
  if (shift !== 0) {
    const pole = path.reduce((sum, [, y]) => sum + y, 0) < 0 ? -90 : 90;
    path.push([path[path.length - 1]![0], pole], [path[0]![0], pole], path[0]!);
  }
  if (low >= -180 && high <= 180) return [path];
  const pieces: Position[][] = [];
  for (let world = Math.floor((low + 180) / 360); world * 360 - 180 < high; world++) {
    const west = world * 360 - 180;
    const piece = clip(clip(path, west, 1), west + 360, -1);
    if (piece.length >= 4) pieces.push(piece.map(([x, y]) => [x - world * 360, y]));
  }
  return pieces;
}

/** Clip a ring to the east (side 1) or west (side -1) of a meridian (Sutherland & Hodgman 1974, one edge). */
function clip(ring: readonly Position[], meridian: number, side: 1 | -1): Position[] {
  const clipped: Position[] = [];
  for (let i = 0; i + 1 < ring.length; i++) {
    const a = ring[i]!;
    const b = ring[i + 1]!;
    const aIn = (a[0] - meridian) * side >= 0;
    const bIn = (b[0] - meridian) * side >= 0;
    if (aIn) clipped.push(a);
    if (aIn !== bIn) clipped.push([meridian, a[1] + ((b[1] - a[1]) * (meridian - a[0])) / (b[0] - a[0])]);
  }
  if (clipped.length > 0) clipped.push(clipped[0]!);
  return clipped;
}
