import { readText } from '../../body.ts';
import { Fault } from '../../contract/index.ts';
import { sourceHost, sourceName } from '../../rows/remote/source-address.ts';
import { readJson } from '../../service/package-json.ts';
import { jsonResponse } from '../error-response.ts';
import type { ServiceEndpoint } from '../request-context.ts';

const mostLimitBytes = 2 ** 40;

/**
 * The files elsewhere that a service reads: GET lists them with what of each is stored in this browser, and how much
 * may be. POST sets `limitBytes` of the file at `address`, or renews what signs its `address`; DELETE drops what is stored of all.
 *
 * @throws {Fault} `bad-value`, `not-found` for an address that is not one of the service's
 */
export const answerSources: ServiceEndpoint = async ({ context, request, service, url }) => {
  const files = await context.store.remoteFiles();
  const { tables, rasters } = service.definition;
  const remotes = Object.entries({ ...tables, ...rasters }).flatMap(([table, { remote }]) =>
    remote ? [{ table, ...remote }] : [],
  );
  if (request.method === 'POST') {
    const body = readJson(await readText(request)) as Readonly<Record<string, unknown>>;
    const { address, limitBytes } = body;
    if (typeof address !== 'string') throw new Fault('bad-value', `address: a text expected, ${address} found.`);
    const plain = files.addressOf(address);
    if (!remotes.some((one) => one.address === plain))
      throw new Fault('not-found', `Service ${service.key}: no layer reads ${plain.slice(0, 200)}.`);
    if (limitBytes === undefined) await files.renew(address);
    else if (typeof limitBytes === 'number' && limitBytes >= 0 && limitBytes <= mostLimitBytes)
      await files.setLimit(plain, limitBytes);
    else throw new Fault('bad-value', `limitBytes: 0 to ${mostLimitBytes} expected, ${limitBytes} found.`);
  }
  if (request.method === 'DELETE') for (const { address } of remotes) await files.forget(address);
  const sources = await Promise.all(
    remotes.map(async (remote) => {
      const { bytes, limitBytes } = await files.use(remote.address);
      return {
        ...remote,
        host: sourceHost(remote.address),
        name: sourceName(remote.address),
        storedBytes: Math.min(bytes, remote.sizeBytes),
        limitBytes,
      };
    }),
  );
  return jsonResponse({ sources }, url);
};
