/** Pixels that are drawn on: u32 each with red in the lowest byte, colours multiplied by their alpha. */
let pixels: usize = 0;
/** Pixels of a line. */
let width: i32 = 0;
/** Nothing is drawn outside these pixels. */
export let clipLeft: i32 = 0;
export let clipTop: i32 = 0;
export let clipRight: i32 = 0;
export let clipBottom: i32 = 0;

/** Draw on other pixels from now on, within a rectangle of them. */
export function setTarget(at: usize, columns: i32, left: i32, top: i32, right: i32, bottom: i32): void {
  pixels = at;
  width = columns;
  clipLeft = left;
  clipTop = top;
  clipRight = right;
  clipBottom = bottom;
}

/** Address of a pixel. */
export function pixelAt(x: i32, y: i32): usize {
  return pixels + ((<usize>(y * width + x)) << 2);
}
