import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { blockBytes } from '../../../sw/rows/remote/block-reader.ts';
import { connect } from '../../../sw/store/open.ts';
import { createBlocks } from '../../../sw/store/remote/blocks.ts';
import { createSettings } from '../../../sw/store/settings.ts';

const address = 'https://files.example/areas.fgb';

test('the blocks of a file that were used longest ago make room for new ones', async () => {
  let clock = Date.UTC(2026, 0, 1);
  const connection = connect('blocks');
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
