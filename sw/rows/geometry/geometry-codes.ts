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

/** Return the geometry kind of a well-known binary or FlatGeobuf code; undefined for codes that aren't supported. */
export const kindOfCode = (code: number): GeometryKind | undefined => kinds[code];

/** Geometry types that one layer can store together. */
export type Family = 'points' | 'lines' | 'polygons';

/**
 * Families by geometry type code, including arcs and triangles. Collections may contain several families, so they have
 * none.
 */
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

/** Names of the unsupported geometry types, by code. */
export const unreadableKinds: Readonly<Record<number, string>> = {
  13: 'CURVE',
  14: 'SURFACE',
  15: 'POLYHEDRALSURFACE',
  16: 'TIN',
};
