/** The parts of `lerc` that are used; the package has no types. */
declare module 'lerc' {
  const Lerc: {
    decode(blob: ArrayBuffer): {
      /** All bands in one list, one after the other. */
      readonly pixels: readonly (Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>)[];
      /** 0 for pixels without a value. */
      readonly mask?: Uint8Array | null;
    };
  };
  export default Lerc;
}
