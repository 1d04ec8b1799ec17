import type { GeometryKind } from '../manifest.ts';

const kinds: readonly (GeometryKind | undefined)[] = [
  undefined,
  'point',
  'polyline',
  'polygon',
  'multipoint',
  'polyline',
  'polygon',
];

/** The kind of shapes by the code that well-known binary and FlatGeobuf have for them; undefined for codes that are not read. */
export const kindOfCode = (code: number): GeometryKind | undefined => kinds[code];
