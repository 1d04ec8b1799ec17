/** Yield a contract value and all objects and lists inside it, outer before inner. Bytes are skipped. */
export function* objectsIn(value: unknown): Generator<object> {
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return;
  yield value;
  for (const part of Array.isArray(value) ? value : Object.values(value))
    if (part !== null && typeof part === 'object') yield* objectsIn(part);
}
