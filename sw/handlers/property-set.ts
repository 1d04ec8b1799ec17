import type { AnyValue, Value } from '../contract/index.ts';

/** Make a property set. It preserves the order of the pairs. */
export function propertySet(pairs: Iterable<readonly [key: string, value: AnyValue]>): Value<'PropertySet'> {
  return { PropertyArray: Array.from(pairs, ([Key, Value]) => ({ Key, Value })) };
}

/** Make an integer for an element of type `anyType`. */
export const int = (value: number): AnyValue => ({ type: 'int', value });
