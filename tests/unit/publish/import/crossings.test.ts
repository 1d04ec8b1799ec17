import { expect, test } from 'vitest';
import { crossingNote, dateLineNote } from '../../../../src/publish/import/describe-sources.ts';
import { diagnosticText } from '../../../../sw/formats/reading/diagnostic.ts';
import type { SourceTable } from '../../../../sw/formats/reading/source-table.ts';

function polygons(rings: readonly (readonly number[])[]): SourceTable {
  const offsets = Int32Array.from({ length: rings.length + 1 }, (_, i) => i);
  const partOffsets = Int32Array.from([0]);
  const ends = rings.map((_, i) => rings.slice(0, i + 1).reduce((sum, ring) => sum + ring.length / 2, 0));
  return {
    name: 'shapes',
    rowCount: rings.length,
    columns: [],
    notes: [],
    geometry: {
      kind: 'polygon',
      xy: Float64Array.from(rings.flat()),
      partOffsets: Int32Array.from([...partOffsets, ...ends]),
      featureOffsets: offsets,
    },
  };
}

const square = [0, 0, 0, 2, 2, 2, 2, 0, 0, 0];
const bowTie = [0, 0, 2, 2, 2, 0, 0, 2, 0, 0];

test('polygons that cross themselves are counted and the first is named', () => {
  expect(diagnosticText(crossingNote(polygons([square, bowTie, square, bowTie]))!)).toBe(
    '2 features have self-intersections, the first is feature 2.',
  );
  expect(diagnosticText(crossingNote(polygons([bowTie]))!)).toBe('Feature 1 has a self-intersection.');
  expect(crossingNote(polygons([square]))).toBeUndefined();
});

const box = (west: number, east: number) => [west, 30, east, 30, east, 40, west, 40, west, 30];

test('shapes of degrees that jump over the date line are counted, and stay as they are', () => {
  expect(diagnosticText(dateLineNote(polygons([square, box(170, -170)]))!)).toMatch(
    /^1 feature has an edge of more than 180 degrees, the first is feature 2\. They are unchanged .*Split them/,
  );
  expect(diagnosticText(dateLineNote(polygons([box(-175, 179), box(170, -170)]))!)).toMatch(/^2 features have edges/);
  // Beyond 180°, up to it, and all around the earth.
  expect(dateLineNote(polygons([box(170, 190), box(170, 180), box(-180, 180)]))).toBeUndefined();
  // Not in degrees.
  expect(dateLineNote(polygons([box(170_000, -170_000)]))).toBeUndefined();
});
