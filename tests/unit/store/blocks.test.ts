import { openIndexedDb } from '../../../sw/store/indexeddb.ts';
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { blockBytes } from '../../../sw/extensions/remote/block-reader.ts';
import { createBlocks } from '../../../sw/extensions/remote/store/blocks.ts';
import { connect } from '../../../sw/store/open.ts';
import { createSettings } from '../../../sw/store/open-store.ts';

const address = 'https://files.example/areas.fgb';

test('the blocks of a file that were used longest ago make room for new ones', async () => {
  let clock = Date.UTC(2026, 0, 1);
  const connection = connect(openIndexedDb, 'blocks');
  const blocks = createBlocks(connection, () => clock, createSettings(connection));
  const add = async (block: number) => {
    clock += 2 * 60 * 60 * 1000;
    await blocks.put(address, 'one', new Map([[block, new Uint8Array([block])]]));
  };
  const present = async () => (await blocks.get(address, 'one', [0, 1, 2, 3])).map((bytes) => bytes?.[0]);

  await blocks.setLimit(address, 3 * blockBytes);
  for (const block of [0, 1, 2]) await add(block);
  expect(await blocks.use(address)).toMatchObject({ bytes: 3 * blockBytes, limitBytes: 3 * blockBytes });
  clock += 2 * 60 * 60 * 1000;
  await blocks.get(address, 'one', [0]);
  await add(3);
  expect(await present()).toEqual([0, undefined, undefined, 3]);

  await blocks.setLimit(address, 0);
  expect(await blocks.use(address)).toMatchObject({ bytes: 0, limitBytes: 0 });
  await add(1);
  expect(await present()).toEqual([undefined, undefined, undefined, undefined]);
  connection.close();
});

test('the blocks of all files together have a fifth of the space, and pinned ones stay', async () => {
  let clock = Date.UTC(2026, 0, 1);
  const connection = connect(openIndexedDb, 'all-blocks');
  const quota = 100 * blockBytes;
  const blocks = createBlocks(
    connection,
    () => ++clock,
    createSettings(connection),
    async () => ({ quota }),
  );
  const count = () => connection.run((database) => database.count('blocks'));
  const pinned = 'https://files.example/pinned.fgb';
  await blocks.pin(pinned, 'one', new Map([[1, new Uint8Array(1)]]));
  for (let file = 0; file < 50; file++) {
    await blocks.put(`https://files.example/${file}.fgb`, 'one', new Map([[1, new Uint8Array(1)]]));
    expect(await count()).toBeLessThanOrEqual(20);
  }
  expect((await blocks.use(pinned)).pinnedBytes).toBe(blockBytes);
  expect((await blocks.use('https://files.example/49.fgb')).bytes).toBe(blockBytes);
  expect((await blocks.use('https://files.example/0.fgb')).bytes).toBe(0);
  connection.close();
});
