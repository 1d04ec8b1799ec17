import { expect, it } from 'vitest';
import { buildDemoPackages } from '../../../../src/build/demo/build-demo.ts';
import { cutAtAntimeridian } from '../../../../sw/formats/reading/antimeridian.ts';
import { unpackService } from '../../../../sw/service/package.ts';

it('cuts a ring at the antimeridian and closes a ring around the pole', () => {
  const fiji = cutAtAntimeridian([
    [178, -17],
    [-179, -17],
    [-179, -18],
    [178, -18],
    [178, -17],
  ]);
  const xs = fiji.map((ring) => ring.map(([x]) => x));
  expect(fiji).toHaveLength(2);
  expect([Math.min(...xs[0]!), Math.max(...xs[0]!)]).toEqual([178, 180]);
  expect([Math.min(...xs[1]!), Math.max(...xs[1]!)]).toEqual([-180, -179]);
  const south = cutAtAntimeridian([
    [-120, -70],
    [0, -70],
    [120, -70],
    [-120, -70],
  ]).flat();
  expect(south.filter(([x, y]) => y === -90 && Math.abs(x) === 180).length).toBeGreaterThanOrEqual(2);
  expect(Math.max(...south.map(([x]) => Math.abs(x)))).toBe(180);
});

it('makes the demo services with every city, named fields and classes', { timeout: 120_000 }, async () => {
  const packages = await buildDemoPackages();
  expect([...packages.keys()]).toEqual(['World.zip', 'Earthquakes.zip', 'Earth.zip']);
  expect(packages.get('World.zip')!.length).toBeLessThan(12e6);
  const { definition } = await unpackService(packages.get('World.zip')!);
  expect(definition.tables.Cities!.rowCount).toBe(135_233);
  expect(definition.tables.Countries!.levels.map((level) => level.vertexCount)[0]).toBeGreaterThan(500_000);
  const { layers, standaloneTables, relationships = [] } = definition.maps[0]!;
  const names = [...layers, ...standaloneTables].map(({ Name }) => Name);
  expect(
    relationships.map(({ originId, destinationId, link }) =>
      [originId, destinationId, link?.tableId].map((id) => names[id!]),
    ),
  ).toEqual([
    ['Countries', 'Cities', undefined],
    ['Countries', 'Languages', 'Languages of countries'],
    ['Countries', 'Borders', undefined],
  ]);
  const { attachments, rasterFields, idField } = definition.tables.Countries!;
  expect(idField).toBe('OBJECTID');
  expect(attachments!.entries.length).toBeGreaterThan(220);
  expect(rasterFields!.FLAG!.entries.length).toBe(attachments!.entries.length);
  expect(layers.find(({ Name }) => Name === 'Countries')!.presentation?.subtypes?.kinds).toHaveLength(6);
  for (const table of Object.values(definition.tables)) {
    for (const field of table.fields) expect(field.AliasName).toBeTruthy();
  }
  const quakes = (await unpackService(packages.get('Earthquakes.zip')!)).definition;
  expect(quakes.maps[0]!.layers[0]!.time?.StartTimeFieldName).toBe('TIME');
  const earth = packages.get('Earth.zip')!;
  expect((await unpackService(earth)).definition.maps[0]!.layers.at(-1)).toMatchObject({ kind: 'raster' });
  expect(earth.length).toBeLessThan(6 * 1024 ** 2);
});
