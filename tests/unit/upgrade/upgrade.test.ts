import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { replayFrom } from '../../../serve/double/double.ts';
import { readRequest } from '../../../serve/double/read-request.ts';
import { RecordingFolder } from '../../../serve/double/recording.ts';
import { readScenario } from '../../../serve/double/rule.ts';
import { readPackage } from '../../../src/publish/import/publisher-handlers.ts';
import { ask, portalWorld } from '../portal/portal-world.ts';
import { makeExchange, message, readReplyText } from '../serve/double/exchange-of.ts';
import { testWith } from '../with-extensions.ts';

/** Written by commit 638e3a10. Never regenerate these files: they represent files that users have. */
const folder = 'tests/unit/upgrade/files';
const read = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8');

interface StoredDatabase {
  readonly version: number;
  /** Token of an administrator of the first portal; valid for ten hours of the test clock. */
  readonly token: string;
  readonly stores: readonly {
    readonly name: string;
    readonly keyPath: string | string[] | null;
    readonly autoIncrement: boolean;
    readonly indexes: readonly { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[];
    readonly rows: readonly (readonly [key: unknown, value: unknown])[];
  }[];
}

/** Revive values that JSON can't represent. */
function reviveValue(_: string, value: unknown): unknown {
  const { $blob, $bytes, $date, $map, kind, type } = Object(value);
  if ($blob !== undefined) return new Blob([Buffer.from($blob, 'base64')], { type });
  if ($date !== undefined) return new Date($date);
  if ($map !== undefined) return new Map($map);
  if ($bytes === undefined) return value;
  const bytes = Uint8Array.from(Buffer.from($bytes, 'base64'));
  const View = globalThis[kind as 'Uint8Array'] as new (buffer: ArrayBuffer) => unknown;
  return new View(bytes.buffer);
}

/** Restore a database with its stores' original names and versions. */
async function restoreDatabase(databaseName: string, { version, stores }: StoredDatabase): Promise<void> {
  const opening = indexedDB.open(databaseName, version);
  await new Promise((resolve, reject) => {
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = resolve;
    opening.onupgradeneeded = () => {
      for (const { name, keyPath, autoIncrement, indexes, rows } of stores) {
        const store = opening.result.createObjectStore(name, { keyPath, autoIncrement });
        for (const { name: index, keyPath: path, unique, multiEntry } of indexes)
          store.createIndex(index, path, { unique, multiEntry });
        for (const [key, value] of rows) store.put(value, keyPath === null ? (key as IDBValidKey) : undefined);
      }
    };
  });
  opening.result.close();
}

testWith('rest')('a database is opened with its services, accounts, tokens and resources', async () => {
  const stored = JSON.parse(read('database.json'), reviveValue) as StoredDatabase;
  await restoreDatabase('upgrade-638e3a10', stored);
  const world = await portalWorld({ databaseName: 'upgrade-638e3a10' });
  const query = 'rest/services/World/MapServer/1/query?where=POP+IS+NOT+NULL&returnCountOnly=true&f=json';
  expect(await (await ask(world.context, 'GET', query)).json()).toEqual({ count: 2 });
  const baseAddress = `portals/self/resources/a?token=${stored.token}`;
  expect(await (await ask(world.context, 'GET', baseAddress)).text()).toBe('kept');
  const hooks = await ask(world.context, 'GET', `portals/self/webhooks?f=json&token=${stored.token}`);
  expect((await hooks.json()).webhooks).toMatchObject([{ name: 'Hook', isActive: true }]);
});

test('a package is read', async () => {
  const bytes = new Uint8Array(readFileSync(`${folder}/World.zip`));
  const { definition } = await readPackage([{ name: 'World.zip', bytes }]);
  expect([definition.name, definition.maps[0]!.layers.length]).toEqual(['World', 2]);
});

testWith('rest')('a recording is replayed', async () => {
  const replay = replayFrom(new RecordingFolder(`${folder}/recording`));
  const rest = makeExchange('/rest/services/World/MapServer/0/query?where=1%3D1&returnCountOnly=true&f=json');
  expect(await readReplyText((await replay(rest, await readRequest(rest)))!)).toBe('{"count":3}');
  const soap = makeExchange('/services/World/MapServer', message('GetMapCount'));
  expect(await readReplyText((await replay(soap, await readRequest(soap)))!)).toContain('<Result>2</Result>');
});

testWith('rest')('a file of rules is read', () => {
  const { rules, seed } = readScenario(read('scenario.json'), 'scenario.json');
  expect([rules.length, seed]).toEqual([3, 'a']);
});
