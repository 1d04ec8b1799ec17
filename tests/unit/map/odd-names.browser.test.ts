import { expect, test } from 'vitest';
import { makeWhereClause } from '../../../src/map/query/query-conditions.ts';
import { quickFilter } from '../../../src/map/table/quick-filter.ts';
import { equals, literal } from '../../../src/map/table/read-summary.ts';
import { sqlName } from '../../../src/state/sql.ts';
import { listFields } from '../../../sw/rows/field-list.ts';
import { readOrder } from '../../../sw/rows/order-rows.ts';
import { readCondition } from '../../../sw/rows/where/bind.ts';
import { field } from '../rows/made-table.ts';

/** Names that occur in files: SQL keywords, other scripts, and names only another server would allow. */
const names = [
  ...'select from where order by desc asc group case when then else end true false date time timestamp interval'.split(
    ' ',
  ),
  ...'current_date extract cast coalesce upper nulls first last distinct Größe_m2 _x 名前 F_1st'.split(' '),
  'two words',
  'a "quoted" one',
  '9lives',
];

test.each(names)('rows are filtered, ordered and grouped by a field called %s', (name) => {
  const fields = [field('OBJECTID', 'gisFieldTypeOID'), field(name)];
  const row = { field: name, value: "O'Hara", value2: '' };
  const clauses = [
    makeWhereClause([{ ...row, operator: '=' }], fields, 'AND'),
    makeWhereClause([{ ...row, operator: 'contains' }], fields, 'AND'),
    makeWhereClause([{ ...row, operator: 'null' }], fields, 'AND'),
    quickFilter({ fields }, '50%'),
    equals(fields[1]!, null),
    equals(fields[1]!, 'x'),
  ];
  for (const clause of clauses) expect(() => readCondition(clause, fields, 'test', 0), clause).not.toThrow();
  expect(readOrder(`ORDER BY ${sqlName(name)} DESC, OBJECTID ASC`, fields)).toHaveLength(2);
  expect(listFields(`OBJECTID,${sqlName(name)}`, fields, 'test')?.map(({ Name }) => Name)).toEqual(['OBJECTID', name]);
});

test('plain names stay as a person would write them', () => {
  expect(['NAME', 'Größe_m2', 'pop2020'].map(sqlName)).toEqual(['NAME', 'Größe_m2', 'pop2020']);
});

test('a moment is found again to the millisecond', () => {
  const opened = field('OPENED', 'gisFieldTypeDate');
  expect(literal(opened, Date.UTC(2024, 1, 29, 12, 30, 5, 7))).toBe("TIMESTAMP '2024-02-29 12:30:05.007'");
  expect(literal(opened, Date.UTC(2024, 1, 29))).toBe("TIMESTAMP '2024-02-29 00:00:00'");
});
