import { expect, test } from 'vitest';
import { hostPage } from './page-host.ts';

hostPage(() => Response.error());
const { toldApart } = await import('../../../src/maps/identify/find.ts');
type Finding = Parameters<typeof toldApart>[0][number];

const finding = (LayerID: number, id: number, title: string, country: string | null): Finding => ({
  result: {
    layer: { LayerID, Name: 'Places' },
    id,
    title,
    attributes: [
      { name: 'OBJECTID', words: String(id) },
      { name: 'Name', words: title },
      { name: 'Continent', words: 'America' },
      { name: 'Country', words: country },
    ],
    shape: undefined,
  },
  field: 'Name',
  value: title,
});

test('places of one name say where they differ, others nothing', () => {
  const told = toldApart([
    finding(0, 1, 'Berlin', 'Colombia'),
    finding(0, 2, 'Berlin', 'El Salvador'),
    finding(0, 3, 'Berlin', null),
    finding(0, 4, 'Bern', 'Switzerland'),
    finding(1, 5, 'Berlin', 'Germany'),
  ]);

  expect(told.map(({ apart }) => apart)).toEqual([
    'America, Colombia',
    'America, El Salvador',
    undefined,
    undefined,
    undefined,
  ]);
});
