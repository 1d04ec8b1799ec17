/**
 * Stamp a small picture at many points of a large one, source over destination, without the canvas: a call of
 * `drawImage` costs more than the few pixels of a marker.
 *
 * @param target RGBA pixels of the large picture, not premultiplied; changed
 * @param stamp  pixels of the small picture in the same form
 * @param xy     [x, y] of the centre of each copy, at pixel centres; the small picture has an odd size
 */
export function blitStamps(target: ImageData, stamp: ImageData, xy: Float32Array, count: number): void {
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
      let at = (top + y) * target.width + left + fromX;
      for (let from = y * stamp.width + fromX, end = y * stamp.width + toX; from < end; from++, at++) {
        const source = small[from]!;
        const alpha = source >>> 24;
        if (alpha === 255 || (alpha > 0 && large[at]! >>> 24 === 0)) large[at] = source;
        else if (alpha > 0) large[at] = over(source, alpha, large[at]!);
      }
    }
  }
}

/** Blend one pixel over another. */
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
