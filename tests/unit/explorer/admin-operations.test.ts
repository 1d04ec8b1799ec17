import { expect, test } from 'vitest';
import { adminOperations } from '../../../src/explorer/operations.ts';
import { operations } from '../../../sw/contract/index.ts';
import { routes } from '../../../sw/contract/routes.ts';
import { portalOperations } from '../../../sw/portal/contract/index.ts';

/** Operations that replace everything in the store; the settings page asks for confirmation first. */
const confirmed = ['POST admin/restore', 'POST admin/reset'];
/** Operations whose bodies the app builds, so users don't write them: the printed sheet, and layers from files. */
const ofDialogs = ['POST admin/layout', 'POST admin/services/{service+}'];

test('every method of every route below admin/ is an operation of the explorer, but for those of a dialog', () => {
  const listed = new Set(Object.values(adminOperations).map(({ method, path }) => `${method} ${path}`));
  const served = routes
    // The token address for clients of another server's administration belongs to the portal.
    .filter(({ name, path }) => path.startsWith('admin/') && name !== 'rest-token')
    .flatMap(({ path, may }) => Object.keys(may).map((method) => `${method} ${path}`));
  expect(served.filter((item) => !listed.has(item)).toSorted()).toEqual([...confirmed, ...ofDialogs].toSorted());
  expect([...listed].filter((item) => !served.includes(item))).toEqual([]);
});

test('names of operations are unique, and each has a right, a sentence and documented parameters', () => {
  const taken = new Set([...Object.keys(operations), ...Object.keys(portalOperations)]);
  for (const [name, { allow, doc, parameters }] of Object.entries(adminOperations)) {
    expect(taken.has(name), name).toBe(false);
    expect(allow, name).toBeDefined();
    for (const sentence of [doc, ...Object.values(parameters).map((parameter) => parameter.doc)])
      expect(sentence, name).toMatch(/\w/);
  }
});
