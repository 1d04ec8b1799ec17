import { expect, test } from 'vitest';
import { type SingleGeometry, singleGeometry } from '../../../../sw/geometry/single-geometry.ts';
import { withoutCrossings } from '../../../../sw/rows/relate/even-odd.ts';
import { relateMatrix } from '../../../../sw/rows/relate/relate.ts';
import { prepareSide } from '../../../../sw/rows/relate/side.ts';
import { runAtOnce } from '../../../../sw/scheduler.ts';
import { random } from '../../geometry/random.ts';
import { matrixBySamples } from './by-samples.ts';

type Kind = 'multipoint' | 'polyline' | 'polygon';

/**
 * Return a generator of geometries on a small grid, so that many parts coincide: lines that cross, repeat and close
 * themselves, rings that share corners.
 */
function findMaker(next: () => number): (kind: Kind, size: number) => SingleGeometry {
  const whole = (n: number): number => Math.floor(next() * n);
  return (kind, size) => {
    const point = (): number[] => [whole(size), whole(size)];
    const path = (count: number): number[][] => {
      const places = Array.from({ length: count }, point).filter((value, i, all) => `${value}` !== `${all[i - 1]}`);
      return places.length > 1 ? places : path(count);
    };
    if (kind === 'multipoint') return singleGeometry(kind, Array.from({ length: 1 + whole(3) }, point));
    const paths = Array.from({ length: 1 + whole(kind === 'polygon' ? 2 : 3) }, () =>
      path((kind === 'polygon' ? 3 : 2) + whole(4)),
    );
    if (kind === 'polyline') {
      const closed = paths.map((entry) =>
        `${entry.at(-1)}` !== `${entry[0]}` && whole(5) === 0 ? [...entry, entry[0]!] : entry,
      );
      return singleGeometry(
        kind,
        closed.map((entry) => entry.flat()),
      );
    }
    const rings = paths.map((entry) => [...entry, entry[0]!].flat());
    return runAtOnce(withoutCrossings(singleGeometry(kind, rings)));
  };
}

const pairs: [Kind, Kind][] = [
  ['multipoint', 'polyline'],
  ['multipoint', 'polygon'],
  ['polyline', 'polyline'],
  ['polyline', 'polygon'],
  ['polygon', 'polygon'],
];
test.each(pairs)('a %s and a %s have the matrix that looking up every place gives', (kindOfA, kindOfB) => {
  const make = findMaker(random(5));
  for (let count = 0; count < 400; ) {
    const size = 3 + (count % 7);
    const [a, b] = [make(kindOfA, size), make(kindOfB, size)];
    const xy = [...a.xy, ...b.xy];
    // Skip ring crossings that aren't whole numbers: they are rounded, so they are no longer on the lines through them.
    if (a.xy.length === 0 || b.xy.length === 0 || !xy.every(Number.isInteger)) continue;
    count++;
    const actual = runAtOnce(relateMatrix(runAtOnce(prepareSide(a)), runAtOnce(prepareSide(b))));
    expect(actual, `[${a.xy}] ${a.partOffsets} | [${b.xy}] ${b.partOffsets}`).toBe(matrixBySamples(a, b));
  }
});
