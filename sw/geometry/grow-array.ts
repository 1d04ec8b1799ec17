/** Copy a typed array into a longer one, by default twice as long. The new elements are 0. */
export function growArray<A extends Float64Array | Float32Array | Int32Array | Uint8Array>(
  old: A,
  length: number = 2 * old.length,
): A {
  const longer = new (old.constructor as new (length: number) => A)(length);
  longer.set(old);
  return longer;
}
