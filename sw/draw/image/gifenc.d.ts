/** Types for the used part of gifenc 1.0.3, which ships without types. */
declare module 'gifenc' {
  /** Bytes of red, green, blue and, for `rgba4444`, alpha. */
  type Palette = number[][];

  export function quantize(
    rgba: Uint8Array | Uint8ClampedArray,
    maxColors: number,
    options: { readonly format: 'rgb565' | 'rgb444' | 'rgba4444' },
  ): Palette;
}
