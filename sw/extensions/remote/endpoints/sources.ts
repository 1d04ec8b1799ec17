import { readText } from '../../../body.ts';
import { badValue, Fault } from '../../../contract/index.ts';
import { listRemoteSources } from '../../../endpoints/drop-sources.ts';
import { jsonResponse } from '../../../endpoints/error-response.ts';
import type { ServiceEndpoint } from '../../../endpoints/request-context.ts';
import { sourceHost, sourceName } from '../../../formats/reading/source-address.ts';
import type { RemoteFile } from '../../../rows/manifest.ts';
import { readJson } from '../../../service/package-json.ts';
import { blockBytes } from '../block-reader.ts';

const maxLimitBytes = 2 ** 40;
/** Maximum blocks to pin in one request. It takes one or two seconds, and a stopped worker loses no more work. */
const maxPinnedBlocks = 64;

/**
 * Answer requests about the remote files of a service.
 *
 * - GET lists the files, with the amount stored in this browser and its limit.
 * - POST changes the file at `address`. `isAllowed` allows requests to its server, `limitBytes` sets its limit, and a
 *   signed `address` replaces the stored signature. `pin` fetches and pins blocks, `unpin` drops them. With an `area`,
 *   POST returns the blocks that the area needs.
 * - DELETE drops the stored data of all files.
 *
 * @throws {Fault} `bad-value` for an invalid member, `not-found` for an address that the service doesn't use,
 *   `source-failed` when a file can't be read, `no-space` when the storage is full
 */
export const answerSources: ServiceEndpoint = async ({ context, request, service, url }) => {
  const files = await context.store.remoteFiles();
  const remotes = listRemoteSources(service.definition);
  if (request.method === 'POST') {
    const body = readJson(await readText(request)) as Readonly<Record<string, unknown>>;
    const { address, area, isAllowed, limitBytes, pin, unpin } = body;
    if (area !== undefined) {
      const { areaPlan } = await import('./area-plan.ts');
      return jsonResponse({ files: await areaPlan(context, service, area) }, url);
    }
    if (typeof address !== 'string') throw badValue('address', 'a string', address);
    const plain = files.addressOf(address);
    const file = remotes.find((candidate) => candidate.address === plain);
    if (!file) throw new Fault('not-found', `Service "${service.key}": no layer reads ${plain.slice(0, 200)}.`);
    if (isAllowed === true) await files.allow(file.address);
    else if (pin !== undefined) await files.pin(file, checkBlocks(pin, file.sizeBytes));
    else if (unpin !== undefined) await files.unpin(plain);
    else if (limitBytes === undefined) await files.renew(address);
    else if (typeof limitBytes === 'number' && limitBytes >= 0 && limitBytes <= maxLimitBytes)
      await files.setLimit(plain, limitBytes);
    else throw badValue('limitBytes', `a number from 0 to ${maxLimitBytes}`, limitBytes);
  }
  if (request.method === 'DELETE') for (const { address } of remotes) await files.forget(address);
  const sources = await Promise.all(
    remotes.filter(isFirst).map(async (remote) => {
      const { bytes, pinnedBytes, limitBytes } = await files.use(remote.address);
      return {
        ...remote,
        host: sourceHost(remote.address),
        name: sourceName(remote.address),
        storedBytes: Math.min(bytes, remote.sizeBytes),
        pinnedBytes: Math.min(pinnedBytes, remote.sizeBytes),
        limitBytes,
        isAllowed: await files.isAllowed(remote.address),
      };
    }),
  );
  return jsonResponse({ sources }, url);
};

/** Layers of one tile archive share a single file. */
const isFirst = ({ address, tiles }: RemoteFile, index: number, all: readonly RemoteFile[]): boolean =>
  !tiles || all.findIndex((other) => other.address === address) === index;

/** Check a list of at most 64 block numbers and sort it. @throws {Fault} `bad-value` if it isn't such a list */
function checkBlocks(pin: unknown, sizeBytes: number): number[] {
  const last = Math.ceil(sizeBytes / blockBytes) - 1;
  const isBlock = (block: unknown): boolean => Number.isInteger(block) && Number(block) >= 0 && Number(block) <= last;
  if (Array.isArray(pin) && pin.length <= maxPinnedBlocks && pin.every(isBlock))
    return [...new Set(pin as number[])].sort((a, b) => a - b);
  throw badValue('pin', `at most ${maxPinnedBlocks} block numbers from 0 to ${last}`, pin);
}
