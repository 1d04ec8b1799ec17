import { expect, test } from 'vitest';
import { hostPage } from './page-host.ts';

hostPage(() => Response.error());
const { distinguished } = await import('../../../src/maps/identify/find.ts');
type Finding = Parameters<typeof distinguished>[0][number];

const finding = (LayerID: number, id: number, title: string, country: string | null): Finding => ({
  result: {
    layer: { LayerID, Name: 'Places' },
    id,
    title,
    attributes: [
      { name: 'OBJECTID', text: String(id) },
      { name: 'Name', text: title },
      { name: 'Continent', text: 'America' },
      { name: 'Country', text: country },
    ],
    shape: undefined,
  },
  field: 'Name',
  value: title,
});

test('places of one name say where they differ, others nothing', () => {
  const reported = distinguished([
    finding(0, 1, 'Berlin', 'Colombia'),
    finding(0, 2, 'Berlin', 'El Salvador'),
    finding(0, 3, 'Berlin', null),
    finding(0, 4, 'Bern', 'Switzerland'),
    finding(1, 5, 'Berlin', 'Germany'),
  ]);

  expect(reported.map(({ apart }) => apart)).toEqual([
    'America, Colombia',
    'America, El Salvador',
    undefined,
    undefined,
    undefined,
  ]);
});
