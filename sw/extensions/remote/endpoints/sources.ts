import { readText } from '../../../body.ts';
import { Fault } from '../../../contract/index.ts';
import { sourcesOf } from '../../../endpoints/drop-sources.ts';
import { jsonResponse } from '../../../endpoints/error-response.ts';
import type { ServiceEndpoint } from '../../../endpoints/request-context.ts';
import { sourceHost, sourceName } from '../../../formats/reading/source-address.ts';
import type { RemoteFile } from '../../../rows/manifest.ts';
import { readJson } from '../../../service/package-json.ts';
import { blockBytes } from '../block-reader.ts';

const mostLimitBytes = 2 ** 40;
/** So few that a request takes a second or two, and a worker that is stopped loses no more. */
const mostPinned = 64;

/**
 * The files elsewhere that a service reads: GET lists them with what of each is stored in this browser, and how much
 * may be. POST allows requests to the server of the file at `address` (`isAllowed`), sets `limitBytes` of the file at `address`, renews what signs its `address`, fetches blocks and stores them for good
 * (`pin`) or drops those (`unpin`); with an `area` it answers which blocks that needs. DELETE drops what is stored of all.
 *
 * @throws {Fault} `bad-value`, `source-failed`, `no-space`, `not-found` for an address that is not one of the service's
 */
export const answerSources: ServiceEndpoint = async ({ context, request, service, url }) => {
  const files = await context.store.remoteFiles();
  const remotes = sourcesOf(service.definition);
  if (request.method === 'POST') {
    const body = readJson(await readText(request)) as Readonly<Record<string, unknown>>;
    const { address, area, isAllowed, limitBytes, pin, unpin } = body;
    if (area !== undefined) {
      const { areaPlan } = await import('./area-plan.ts');
      return jsonResponse({ files: await areaPlan(context, service, area) }, url);
    }
    if (typeof address !== 'string') throw new Fault('bad-value', `address: a text expected, ${address} found.`);
    const plain = files.addressOf(address);
    const file = remotes.find((one) => one.address === plain);
    if (!file) throw new Fault('not-found', `Service ${service.key}: no layer reads ${plain.slice(0, 200)}.`);
    if (isAllowed === true) await files.allow(file.address);
    else if (pin !== undefined) await files.pin(file, checkBlocks(pin, file.sizeBytes));
    else if (unpin !== undefined) await files.unpin(plain);
    else if (limitBytes === undefined) await files.renew(address);
    else if (typeof limitBytes === 'number' && limitBytes >= 0 && limitBytes <= mostLimitBytes)
      await files.setLimit(plain, limitBytes);
    else throw new Fault('bad-value', `limitBytes: 0 to ${mostLimitBytes} expected, ${limitBytes} found.`);
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

/** Layers of one archive of tiles are one file. */
const isFirst = ({ address, tiles }: RemoteFile, index: number, all: readonly RemoteFile[]): boolean =>
  !tiles || all.findIndex((one) => one.address === address) === index;

/** Numbers of at most 64 blocks, ascending. @throws {Fault} `bad-value` */
function checkBlocks(pin: unknown, sizeBytes: number): number[] {
  const last = Math.ceil(sizeBytes / blockBytes) - 1;
  const isBlock = (block: unknown): boolean => Number.isInteger(block) && Number(block) >= 0 && Number(block) <= last;
  if (Array.isArray(pin) && pin.length <= mostPinned && pin.every(isBlock))
    return [...new Set(pin as number[])].sort((a, b) => a - b);
  throw new Fault('bad-value', `pin: at most ${mostPinned} numbers from 0 to ${last} expected, something else found.`);
}
