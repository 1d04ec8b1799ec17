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

/** Shapes that go into one layer. */
export type Family = 'points' | 'lines' | 'polygons';

/** Families by code, with arcs and triangles; collections, which may have several, have none. */
export const familyOfCode: Readonly<Record<number, Family>> = {
  1: 'points',
  2: 'lines',
  3: 'polygons',
  4: 'points',
  5: 'lines',
  6: 'polygons',
  8: 'lines',
  9: 'lines',
  10: 'polygons',
  11: 'lines',
  12: 'polygons',
  17: 'polygons',
};

/** Names by code of what no reader here reads. */
export const unreadableKinds: Readonly<Record<number, string>> = {
  13: 'CURVE',
  14: 'SURFACE',
  15: 'POLYHEDRALSURFACE',
  16: 'TIN',
};
