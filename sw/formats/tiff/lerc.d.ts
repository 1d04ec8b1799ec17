/** What is used of it; the package brings no types. */
declare module 'lerc' {
  const Lerc: {
    decode(blob: ArrayBuffer): {
      /** Band after band, as one list. */
      readonly pixels: readonly (Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>)[];
      /** 0 for pixels without a value. */
      readonly mask?: Uint8Array | null;
    };
  };
  export default Lerc;
}
