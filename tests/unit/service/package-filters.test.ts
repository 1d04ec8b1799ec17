import { expect, test } from 'vitest';
import { describePackage, renamePackage } from '../../../src/publish/import/publisher-handlers.ts';
import { type ServicePackage, unpackService } from '../../../sw/service/package.ts';
import { madeService, toBlobs } from './made-service.ts';

/** Make a package whose layer has a filter, with or without standardized queries. */
function packageWith(DefinitionExpression: string, UseStandardizedQueries: boolean): ServicePackage {
  const { definition, files } = madeService('Taken');
  const [map] = definition.maps;
  const layers = map!.layers.with(1, { ...map!.layers[1]!, DefinitionExpression });
  const limits = { ...definition.limits, UseStandardizedQueries };
  return { definition: { ...definition, limits, maps: [{ ...map!, layers }] }, files: toBlobs(files) };
}

const isStandardizedAfter = async (servicePackage: ServicePackage, mayReplaceFilters: boolean) => {
  const renamed = await renamePackage(servicePackage, 'Other', undefined, mayReplaceFilters);
  return (await unpackService(renamed)).definition.limits.UseStandardizedQueries;
};

test('a package whose filters clients may replace says so, and they hold unless somebody lets them', async () => {
  const open = packageWith('POP > 1', false);
  expect(describePackage(open).replaceableFilters).toEqual(['Places']);
  expect(await isStandardizedAfter(open, false)).toBe(true);
  expect(await isStandardizedAfter(open, true)).toBe(false);
});

test('a package without filters, or whose filters hold, stays as it is', async () => {
  expect(describePackage(packageWith('', false)).replaceableFilters).toEqual([]);
  expect(await isStandardizedAfter(packageWith('', false), false)).toBe(false);
  expect(describePackage(packageWith('POP > 1', true)).replaceableFilters).toEqual([]);
  expect(await isStandardizedAfter(packageWith('POP > 1', true), true)).toBe(true);
});
