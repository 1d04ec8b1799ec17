/** Visit a value of the contract and all objects and lists inside it, the outer before the inner; bytes are passed over. */
export function* objectsIn(value: unknown): Generator<object> {
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return;
  yield value;
  for (const part of Array.isArray(value) ? value : Object.values(value))
    if (part !== null && typeof part === 'object') yield* objectsIn(part);
}
