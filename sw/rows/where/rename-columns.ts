import type { Bound } from './bound.ts';

export type Rename = (name: string) => string;

/** The same expression over columns of other names. */
export function renamedColumns(bound: Bound, rename: Rename): Bound {
  if (bound.kind === 'column') return { ...bound, name: rename(bound.name) };
  return mapped(bound, rename) as Bound;
}

/** Expressions occur in members, lists and CASE branches: all are searched. */
function mapped(part: object, rename: Rename): object {
  if (Array.isArray(part)) return part.map((item) => changed(item, rename));
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, changed(value, rename)]));
}

function changed(value: unknown, rename: Rename): unknown {
  if (value === null || typeof value !== 'object') return value;
  return (value as { kind?: string }).kind === 'column'
    ? renamedColumns(value as Bound, rename)
    : mapped(value, rename);
}
