import { beforeEach, expect, test, vi } from 'vitest';

/** A service of rows 1 to 20 that returns three at once. */
const limit = 3;
const asked: number[][] = [];
vi.mock('../../../src/connection/call.ts', () => ({
  call: async (operation: string, _: string, request: { QueryFilter: { FIDSet: { FIDArray: number[] } } }) => {
    if (operation === 'GetServiceConfigurationInfo')
      return { Result: { PropertyArray: [{ Key: 'MaximumRecordCount', Value: { type: 'int', value: limit } }] } };
    const ids = request.QueryFilter.FIDSet.FIDArray;
    asked.push(ids);
    // Rows come in the order of the table, not of the question.
    const found = ids.filter((id) => id <= 20).toSorted((a, b) => a - b);
    const Records = found.slice(0, limit).map((id) => ({ Values: [id, `row ${id}`] }));
    return { Result: { Object: { Fields: { FieldArray: [{ Name: 'OBJECTID' }, { Name: 'NAME' }] }, Records } } };
  },
}));
vi.mock('../../../src/state/services.ts', async () => {
  const { signal } = await import('@preact/signals');
  return {
    currentKey: signal('Mills'),
    mapInfo: signal({ Name: 'Mills', StandaloneTableDescriptions: [{ ID: 0 }] }),
    description: signal(undefined),
  };
});
const { readRows, rowLimit } = await import('../../../src/state/rows.ts');
type Subject = Parameters<typeof readRows>[0];
const subject = { id: 0, name: 'Mills', fields: [], idField: 'OBJECTID' } as unknown as Subject;

beforeEach(() => {
  asked.length = 0;
});

test('all rows are read of a service that returns few at once, in the order they are asked for', async () => {
  const { rows } = await readRows(subject, [9, 2, 14, 1, 7, 20, 3]);

  expect(rows.map(({ id }) => id)).toEqual([9, 2, 14, 1, 7, 20, 3]);
  expect(asked).toHaveLength(3);
});

test('ids that are gone end the questions', async () => {
  const { rows } = await readRows(subject, [99, 4, 98]);

  expect(rows.map(({ id }) => id)).toEqual([4]);
  expect(asked).toEqual([
    [99, 4, 98],
    [99, 98],
  ]);
});

test('what a service returns at once is what its author said', async () => {
  expect(await rowLimit()).toBe(3);
});
