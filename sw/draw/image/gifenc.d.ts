/** The part of gifenc 1.0.3 that is used; the package has no types of its own. */
declare module 'gifenc' {
  /** Red, green, blue and, for `rgba4444`, alpha; bytes. */
  type Palette = number[][];

  export function quantize(
    rgba: Uint8Array | Uint8ClampedArray,
    maxColors: number,
    options: { readonly format: 'rgb565' | 'rgb444' | 'rgba4444' },
  ): Palette;
}
