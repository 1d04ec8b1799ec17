import { expect, test } from 'vitest';
import { nextOrder } from '../../../src/map/table/row-order.ts';

const up = (field: string) => ({ field, isDown: false });
const down = (field: string) => ({ field, isDown: true });

test('a column alone orders up, down and not at all', () => {
  expect(nextOrder([], 'A', false)).toEqual([up('A')]);
  expect(nextOrder([up('A')], 'A', false)).toEqual([down('A')]);
  expect(nextOrder([down('A')], 'A', false)).toEqual([]);
  expect(nextOrder([up('A'), down('B')], 'C', false)).toEqual([up('C')]);
});

test('a further column comes behind the others and keeps its place', () => {
  expect(nextOrder([up('A')], 'B', true)).toEqual([up('A'), up('B')]);
  expect(nextOrder([up('A'), up('B')], 'A', true)).toEqual([down('A'), up('B')]);
  expect(nextOrder([down('A'), up('B')], 'A', true)).toEqual([up('B')]);
});
