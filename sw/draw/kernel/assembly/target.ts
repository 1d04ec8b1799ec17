/** Address of the target pixels: u32 each with red in the lowest byte, colors multiplied by their alpha. */
let pixels: usize = 0;
/** Pixels per line. */
let width: i32 = 0;
/** Clip: nothing is drawn outside these pixels. */
export let clipLeft: i32 = 0;
export let clipTop: i32 = 0;
export let clipRight: i32 = 0;
export let clipBottom: i32 = 0;

/** Set the target pixels and the clip. */
export function setTarget(address: usize, columns: i32, left: i32, top: i32, right: i32, bottom: i32): void {
  pixels = address;
  width = columns;
  clipLeft = left;
  clipTop = top;
  clipRight = right;
  clipBottom = bottom;
}

/** Return the address of a pixel. */
export function pixelAt(x: i32, y: i32): usize {
  return pixels + ((<usize>(y * width + x)) << 2);
}
