import { expect, test } from 'vitest';
import { hostPage } from './page-host.ts';

hostPage(() => Response.error());
const { disambiguateTitles: distinguished } = await import('../../../src/map/identify/find.ts');
type Finding = Parameters<typeof distinguished>[0][number];

const finding = (LayerID: number, id: number, title: string, country: string | null, state = 'America'): Finding => ({
  result: {
    layer: { LayerID, Name: 'Places' },
    id,
    title,
    attributes: [
      { name: 'OBJECTID', text: String(id) },
      { name: 'Name', text: title },
      { name: 'Part', text: state },
      { name: 'Country', text: country },
    ],
    shape: undefined,
  },
  field: 'Name',
  value: title,
});

test('places of one name say their country, others nothing', () => {
  const reported = distinguished([
    finding(0, 1, 'Berlin', 'Colombia'),
    finding(0, 2, 'Berlin', 'El Salvador'),
    finding(0, 3, 'Berlin', null),
    finding(0, 4, 'Bern', 'Switzerland'),
    finding(1, 5, 'Berlin', 'Germany'),
  ]);

  expect(reported.map(({ apart }) => apart)).toEqual(['Colombia', 'El Salvador', undefined, undefined, 'Germany']);
});

test('places of one name in one country say where else they differ', () => {
  const [first, second] = distinguished([
    finding(0, 1, 'Springfield', 'United States', 'Ohio'),
    finding(0, 2, 'Springfield', 'United States', 'Illinois'),
  ]);

  expect([first?.apart, second?.apart]).toEqual(['United States, Ohio', 'United States, Illinois']);
});
