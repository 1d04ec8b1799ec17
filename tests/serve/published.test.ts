import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inTest, runInTest } from './in-test.ts';
import { folderWith, parcels } from './run-soapstone.ts';

test('files of one name become services of their own, and what readers say is on stderr and in --json', async () => {
  const folder = inTest(join(folderWith({ 'roads.geojson': parcels(2) }), '..'));
  const other = join(folder, 'other');
  mkdirSync(other);
  const names = ['roads.geojson', '東京.geojson', '大阪.geojson'];
  for (const name of names) writeFileSync(join(other, name), parcels(3));
  const feature = '{"type":"Feature","properties":{"a":1},"geometry":null}';
  writeFileSync(join(other, 'odd.geojson'), `{"type":"FeatureCollection","features":[${feature},${makeParcel()}]}`);
  const files = [join(folder, 'parcels/roads.geojson'), ...[...names, 'odd.geojson'].map((name) => join(other, name))];
  const running = runInTest(['serve', ...files, '--json', '--run', 'true']);
  expect(await running.ended, running.output.stderr).toBe(0);
  const { services, warnings } = JSON.parse(running.output.stdout.split('\n')[0]!) as {
    services: { name: string }[];
    warnings: { file: string; text: string }[];
  };
  expect(services.map(({ name }) => name).sort()).toEqual(['odd', 'roads', 'roads_2', 'u5927u962a', 'u6771u4eac']);
  expect(warnings).toEqual([
    { file: 'roads.geojson', text: 'Other files are the service roads; this one is roads_2.' },
    { file: 'odd.geojson', text: '1 feature has no geometry.' },
  ]);
  expect(running.output.stderr).toContain('odd.geojson: 1 feature has no geometry.\n');
});

const makeParcel = (): string => JSON.stringify(JSON.parse(parcels(1)).features[0]);
