import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { type ResolvedConfig, resolveConfig } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleWorker } from '../../../src/build/bundle-worker.ts';

const modules = {
  'entry.ts': `
    import { Fault, count, shared } from './shared.ts';
    declare const PARTS: { files: string[]; failure: unknown };
    declare const VERSION: string;
    PARTS.failure = (message: string) => new Fault(message);
    self.install = () => importScripts(...PARTS.files);
    self.version = VERSION;
    self.count = () => count;
    self.caught = (task: () => unknown) => { try { return task(); } catch (error) { return error instanceof Fault; } };
    self.first = async () => (await import('./first.ts')).first();
    self.second = async () => await import('./second.ts');
    self.fault = () => new Fault('by the entry');
    self.shared = shared;`,
  'shared.ts': `
    export class Fault extends Error {}
    export let count = 0;
    export const shared = (word: string) => { count++; return word + count; };`,
  'first.ts': `
    import { count, Fault, shared } from './shared.ts';
    import { between } from './between.ts';
    export default class extends Fault {}
    export const first = () => { const before = count; return [before, shared('first'), count, between.value, self.fault() instanceof Fault]; };`,
  'second.ts': `
    import * as all from './shared.ts';
    import { between } from './between.ts';
    if (self.isBroken) throw new Error('broken');
    export { between as renamed };
    export const second = () => [Object.keys(all).sort(), all.count, ++between.value];
    export const again = async () => (await import('./first.ts')).first();
    export * from './between.ts';`,
  'between.ts': 'export const between = { value: 1 };',
};

const folder = mkdtempSync(join(tmpdir(), 'bundle-worker-'));
let config: ResolvedConfig;
beforeAll(async () => {
  for (const [name, text] of Object.entries(modules))
    writeFileSync(join(folder, name), `declare const self: any;\n${text}`);
  config = await resolveConfig({ root: folder, configFile: false, logLevel: 'silent' }, 'build', 'production');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Run the entry as a worker would; the scripts in `missing` fail to load. */
async function start(missing: Set<string> = new Set(), smallChunk = 0) {
  const { scripts } = await bundleWorker(config, 'entry.ts', 'main.js', { VERSION: 'a "version"' }, smallChunk);
  const fetched: string[] = [];
  // biome-ignore lint/suspicious/noExplicitAny: the modules above put what they like on it
  const self: any = { URL, registration: { scope: 'https://server/base/' } };
  self.self = self;
  self.importScripts = (...urls: string[]) => {
    for (const url of urls) {
      const file = new URL(url, self.registration.scope).pathname.slice('/base/'.length);
      if (missing.has(file)) throw new Error('NetworkError');
      fetched.push(file);
      runInContext(scripts.get(file)!, self);
    }
  };
  createContext(self);
  runInContext(scripts.get('main.js')!, self);
  const parts = [...scripts.keys()].filter((name) => name.endsWith('.js') && name !== 'main.js');
  const file = (name: string) => parts.find((part) => part.startsWith(`worker/${name}-`))!;
  return { self, fetched, parts, file };
}

test('a part shares modules, bindings and classes with the entry and with other parts', async () => {
  const { self, fetched, parts } = await start();
  expect(self.version).toBe('a "version"');
  expect(parts).toHaveLength(3);
  expect(fetched).toEqual([]);
  self.shared('entry');
  expect(await self.first()).toEqual([1, 'first2', 2, 1, true]);
  expect(self.count()).toBe(2);
  const second = await self.second();
  expect(second.second()).toEqual([['Fault', 'count', 'shared'], 2, 2]);
  expect(second.renamed).toBe(second.between);
  expect(await second.again()).toEqual([2, 'first3', 3, 2, true]);
  expect(fetched).toHaveLength(3);
});

test('what was loaded at installation is not loaded again, and not evaluated before it is needed', async () => {
  const { self, fetched, parts } = await start();
  self.isBroken = true;
  self.install();
  expect(fetched.toSorted()).toEqual(parts.toSorted());
  expect(await self.first()).toEqual([0, 'first1', 1, 1, true]);
  expect(fetched).toHaveLength(3);
});

test('a part that cannot be loaded is the error of the entry, and the next try loads it', async () => {
  const missing = new Set<string>();
  const { self, file } = await start(missing);
  missing.add(file('first'));
  const error = await self.first().catch((thrown: unknown) => thrown);
  expect(error.message).toBe(`The script ${file('first')} of the server could not be loaded: Error: NetworkError`);
  expect(
    self.caught(() => {
      throw error;
    }),
  ).toBe(true);
  missing.clear();
  expect(await self.first()).toEqual([0, 'first1', 1, 1, true]);
});

test('a part that fails while it is evaluated is evaluated anew', async () => {
  const { self } = await start();
  self.isBroken = true;
  await expect(self.second()).rejects.toThrow('broken');
  self.isBroken = false;
  expect((await self.second()).second()[1]).toBe(0);
});

test('small parts are in the script of the entry and are evaluated when they are needed', async () => {
  const { self, fetched, parts } = await start(new Set(), 6000);
  expect(parts).toEqual([]);
  self.isBroken = true;
  expect(await self.first()).toEqual([0, 'first1', 1, 1, true]);
  await expect(self.second()).rejects.toThrow('broken');
  self.isBroken = false;
  expect((await self.second()).second()[1]).toBe(1);
  expect(fetched).toEqual([]);
});
