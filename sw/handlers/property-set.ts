import type { AnyValue, Value } from '../contract/index.ts';

/** Make a property set; the order of the pairs is the order on the wire. */
export function propertySet(pairs: Iterable<readonly [key: string, value: AnyValue]>): Value<'PropertySet'> {
  return { PropertyArray: Array.from(pairs, ([Key, Value]) => ({ Key, Value })) };
}

/** An integer for an element of any type. */
export const int = (value: number): AnyValue => ({ type: 'int', value });
