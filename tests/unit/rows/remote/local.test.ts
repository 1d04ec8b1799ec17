import { expect, test } from 'vitest';

import { createBatchCache } from '../../../../sw/rows/batch-cache.ts';
import { createBlockMemory, createBlockReader } from '../../../../sw/rows/remote/block-reader.ts';
import { localAddress } from '../../../../sw/rows/remote/local-address.ts';
import type { LocalHandle } from '../../../../sw/rows/remote/local-source.ts';
import { openFlatGeobuf } from '../../../../sw/rows/remote/open-flatgeobuf.ts';
import { remoteManifest } from '../../../../sw/rows/remote/remote-manifest.ts';
import { sourceAddress, sourceName } from '../../../../sw/rows/remote/source-address.ts';
import { scan } from '../../../../sw/rows/scan.ts';
import { describeRows } from './describe-rows.ts';
import { giantFile, pointOf } from './giant.ts';

const giant = giantFile();
const address = localAddress('0123456789abcdef0123456789abcdef', 'größer als 10 GB.fgb');
const named = (name: string) => new DOMException('Not now.', name);

/** A handle of a file of 10 GB, of which any part is made when it is read. */
function giantHandle() {
  const state = { error: undefined as Error | undefined, lastModified: 1, slices: 0, bytes: 0 };
  const handle: LocalHandle = {
    async getFile() {
      if (state.error) throw state.error;
      return {
        size: giant.sizeBytes,
        lastModified: state.lastModified,
        slice: (start, end) => ({
          async arrayBuffer() {
            state.slices++;
            state.bytes += end - start;
            return giant.read(start, Math.min(end, giant.sizeBytes) - start).buffer;
          },
        }),
      };
    },
  };
  return { state, handle };
}

const unusedHost = {
  fetchElsewhere: () => Promise.reject(new Error('Nothing is fetched of a file on this computer.')),
  store: {
    get: () => Promise.reject(new Error('Nothing is stored of a file on this computer.')),
    put: () => Promise.reject(new Error('Nothing is stored of a file on this computer.')),
  },
  signedAddress: async (plain: string) => plain,
};

async function opened({ handle }: ReturnType<typeof giantHandle>) {
  const host = { ...unusedHost, memory: createBlockMemory(), handleOf: async () => handle };
  const manifest = remoteManifest(await describeRows(sourceAddress(address), host));
  return openFlatGeobuf(manifest, createBlockReader(manifest.remote!, host), createBatchCache());
}

test('10 GB on this computer are read in place, a few megabytes of them', async () => {
  const local = giantHandle();
  const table = await opened(local);
  expect(table.manifest.remote).toEqual({
    format: 'flatgeobuf',
    address,
    sizeBytes: giant.sizeBytes,
    version: 'modified:1',
  });
  const extent = [5.01, 4.01, 5.12, 4.09] as const;
  const rows = await scan(table, { extent });
  expect([...rows]).toEqual(
    Array.from({ length: giant.count }, (_, row) => row).filter((row) => {
      const [x, y] = pointOf(row);
      return x >= extent[0] && x <= extent[2] && y >= extent[1] && y <= extent[3];
    }),
  );
  await table.geometry(0, 3);
  expect(local.state.bytes).toBeLessThan(6 * 1024 ** 2);
});

test('a file that was locked, moved or changed is a fault that says so', async () => {
  const local = giantHandle();
  const table = await opened(local);
  for (const [error, reason, message] of [
    [
      named('NotAllowedError'),
      'locked',
      'größer als 10 GB.fgb: the browser asks for permission to read it again. Open',
    ],
    [named('NotFoundError'), 'missing', 'größer als 10 GB.fgb: the file was moved or deleted'],
    [named('NotReadableError'), 'in-use', 'cannot be read at the moment'],
  ] as const) {
    local.state.error = error;
    await expect(table.geometry(0, 3)).rejects.toMatchObject({ code: 'source-failed', detail: { reason } });
    await expect(table.geometry(0, 3)).rejects.toThrow(message);
  }
  // The permission is back: the same table goes on
  local.state.error = undefined;
  expect((await table.geometry(0, 3)).rowCount).toBeGreaterThan(0);
  local.state.lastModified = 2;
  await expect(table.geometry(0, 9)).rejects.toMatchObject({ detail: { reason: 'changed' } });
});

test('a file that this browser has no handle of asks to be opened', async () => {
  const host = { ...unusedHost, memory: createBlockMemory() };
  await expect(describeRows(sourceAddress(address), host)).rejects.toMatchObject({ detail: { reason: 'locked' } });
  expect(sourceName('local:0123456789abcdef0123456789abcdef/%FF.fgb')).toBe('%FF.fgb');
  expect(() => sourceAddress('local:../etc')).toThrow('https://');
});
