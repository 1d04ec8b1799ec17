import { expect, test } from 'vitest';
import { crossingNote } from '../../../src/publisher/crossings.ts';
import { diagnosticText } from '../../../src/publisher/diagnostic.ts';
import type { SourceTable } from '../../../src/publisher/source-table.ts';

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
