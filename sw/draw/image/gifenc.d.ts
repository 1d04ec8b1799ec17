/** The part of gifenc 1.0.3 that is used; the package has no types of its own. */
declare module 'gifenc' {
  /** Red, green, blue and, for `rgba4444`, alpha; bytes. */
  type Palette = number[][];

  interface Frame {
    readonly palette: Palette;
    readonly transparent?: boolean;
    readonly transparentIndex?: number;
  }

  interface Encoder {
    writeFrame(index: Uint8Array, widthPx: number, heightPx: number, frame: Frame): void;
    finish(): void;
    /** A copy of what has been written. */
    bytes(): Uint8Array<ArrayBuffer>;
  }

  export function GIFEncoder(): Encoder;
  export function quantize(
    rgba: Uint8Array | Uint8ClampedArray,
    maxColors: number,
    options: { readonly format: 'rgb565' | 'rgb444' | 'rgba4444' },
  ): Palette;
}
