import { describe, expect, test } from 'vitest';
import type { FlatGeometry } from '../../../sw/geometry/flat-geometry.ts';
import { densify, douglasPeucker, mapParts } from '../../../sw/geometry/generalize.ts';
import { runAtOnce } from '../../../sw/scheduler.ts';
import { random } from './random.ts';

const flat = (...features: number[][][]): FlatGeometry => {
  const all = features.flat();
  let [vertex, part] = [0, 0];
  return {
    xy: Float64Array.from(all.flat()),
    partOffsets: Int32Array.of(0, ...all.map((ring) => (vertex += ring.length / 2))),
    featureOffsets: Int32Array.of(0, ...features.map((rings) => (part += rings.length))),
  };
};

describe('generalize', () => {
  test('keeps within its tolerance', () => {
    const next = random(1);
    const path = Float64Array.from({ length: 600 }, (_, i) => (i % 2 ? next() * 3 : i / 2));
    const made = douglasPeucker(path, 1);
    expect(made.length).toBeLessThan(path.length);
    for (let i = 0; i < path.length; i += 2) {
      let nearest = Infinity;
      for (let k = 2; k < made.length; k += 2) {
        const [x0, y0, x1, y1] = [made[k - 2]!, made[k - 1]!, made[k]!, made[k + 1]!];
        const along = Math.max(
          0,
          Math.min(
            1,
            ((path[i]! - x0) * (x1 - x0) + (path[i + 1]! - y0) * (y1 - y0)) / ((x1 - x0) ** 2 + (y1 - y0) ** 2),
          ),
        );
        nearest = Math.min(
          nearest,
          Math.hypot(path[i]! - x0 - along * (x1 - x0), path[i + 1]! - y0 - along * (y1 - y0)),
        );
      }
      expect(nearest).toBeLessThanOrEqual(1 + 1e-9);
    }
  });

  test('keeps a ring closed with at least four vertices', () => {
    const circle = Float64Array.from({ length: 82 }, (_, i) =>
      (i % 2 ? Math.sin : Math.cos)((2 * Math.PI * ((i >> 1) % 40)) / 40),
    );
    const made = douglasPeucker(circle, 100);
    expect(made.length).toBe(8);
    expect([...made.slice(0, 2)]).toEqual([...made.slice(-2)]);
    expect(douglasPeucker(Float64Array.of(1, 1, 1, 1, 1, 1), 1).length).toBeGreaterThanOrEqual(4);
  });

  test('densify adds no length and leaves no long segment', () => {
    const made = runAtOnce(densify(Float64Array.of(0, 0, 10, 0, 10, 1), 3));
    expect([...made]).toEqual([0, 0, 2.5, 0, 5, 0, 7.5, 0, 10, 0, 10, 1]);
    expect(runAtOnce(densify(Float64Array.of(0, 0, 1e9, 0), 1e-9, 1000)).length).toBeLessThanOrEqual(2000);
  });

  test('mapParts follows with the offsets', () => {
    const made = mapParts(flat([[0, 0, 1, 0, 2, 0]], [[0, 0, 4, 0]]), (part) => douglasPeucker(part, 0.1));
    expect([...made.partOffsets]).toEqual([0, 2, 4]);
    expect([...made.xy]).toEqual([0, 0, 2, 0, 0, 0, 4, 0]);
  });
});
