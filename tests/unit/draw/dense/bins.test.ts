import initSqlJs from 'sql.js';
import { expect, test } from 'vitest';
import { fillBins } from '../../../../sw/draw/dense/draw-bins.ts';
import { levelValues } from '../../../../sw/draw/dense/level-values.ts';
import { binGrid } from '../../../../sw/geometry/bin-grid.ts';
import type { Bins } from '../../../../sw/service/feature-reduction.ts';
import { random } from '../../geometry/random.ts';
import { denseView, layerOfPoints, resolution, scheduler } from './dense-view.ts';
import { manyPoints } from './many-points.ts';

const points = manyPoints(6000);
const layer = layerOfPoints(points);
const bins: Bins = {
  ...{ type: 'binning', shape: 'square', sizePt: 12, statistic: 'sum', field: 'AMOUNT', isClassed: true },
  ...{ colors: [[0, 0, 0, 1]], maxScale: 0 },
};

test('squares hold the rows that SQLite groups by their place', async () => {
  const { Database } = await initSqlJs();
  const database = new Database();
  database.run('CREATE TABLE p (x REAL, y REAL, amount INTEGER)');
  for (const { parts, values } of points)
    database.run('INSERT INTO p VALUES (?, ?, ?)', [...parts[0]!, values!.AMOUNT as number]);
  const width = 16 * resolution;
  // Don't use FLOOR: each call prints a warning, because the first file to open SQLite sets its options.
  const floor = (column: string) => {
    const cell = `${column} / ${width}`;
    return `CAST(${cell} AS INTEGER) - (${cell} < CAST(${cell} AS INTEGER))`;
  };
  const [requested] = database.exec(
    `SELECT ${floor('x')}, ${floor('y')}, COUNT(amount), SUM(amount)
     FROM p WHERE amount IS NOT NULL GROUP BY 1, 2 ORDER BY 2, 1`,
  );
  const filled = await fillBins(layer, bins, denseView, scheduler);
  const actual = Array.from(filled.counts, (count, index) => [
    filled.columnFrom + (index % filled.columns),
    filled.rowFrom + Math.floor(index / filled.columns),
    ...[count, filled.sums[index]],
  ]).filter(([, , count]) => count !== 0);
  expect(actual).toEqual(requested!.values);
  expect(requested!.values.length).toBeGreaterThan(200);
});

test('the values of a whole layer are those of its bins', async () => {
  const filled = await fillBins(layer, { ...bins, statistic: 'count', field: undefined }, denseView, scheduler);
  const counts = filled.counts.filter((count) => count > 0).sort();
  expect(counts.reduce((a, b) => a + b)).toBe(points.length);
  const cells = { shape: 'square', width: 16 * resolution, statistic: 'count', field: undefined } as const;
  expect(await levelValues(layer, cells, scheduler)).toEqual(counts);
});

test('a point is in the hexagon whose centre is nearest, also where coordinates are below zero', () => {
  const grid = binGrid('hexagon', 3);
  const next = random(5);
  const cell = new Int32Array(2);
  for (let i = 0; i < 2000; i++) {
    const [x, y] = [next() * 60 - 30, next() * 60 - 30];
    grid.find(x, y, cell);
    const far = (column: number, row: number) => Math.hypot(x - grid.centerX(column, row), y - grid.centerY(row));
    let nearest = [0, 0];
    for (let row = -14; row <= 14; row++)
      for (let column = -14; column <= 14; column++)
        if (far(column, row) < far(nearest[0]!, nearest[1]!)) nearest = [column, row];
    expect([...cell]).toEqual(nearest);
  }
});
