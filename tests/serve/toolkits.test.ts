import { createClientAsync } from 'soap';
import { beforeAll, describe, expect, inject, type TestContext, test } from 'vitest';
import { codeSample, type SampleLanguage } from '../../src/explorer/code-samples.ts';
import { exampleRequest } from '../../src/explorer/example-request.ts';
import { requestFacts } from '../../src/explorer/request-facts.ts';
import type { MapInfo } from '../../src/state/services.ts';
import { type OperationName, operations } from '../../sw/contract/index.ts';
import { decodeResponse } from '../../sw/soap/decode.ts';
import { encodeRequest } from '../../sw/soap/encode.ts';
import { openEnvelope, sealEnvelope } from '../../sw/soap/envelope.ts';
import { type ProgramLanguage, runPrograms } from '../formats/programs.mjs';

/*
 * Run the explorer's programs with independent toolkits against published files. A toolkit reads the address for its
 * messages from the WSDL.
 */

const url = inject('url');
const all = Object.keys(operations) as OperationName[];
const serviceUrl = `${url}services/parcels/MapServer`;
const requests = new Map<OperationName, Record<string, unknown>>();
const envelopeFor = (operation: OperationName, value: object) => sealEnvelope(encodeRequest(operation, value as never));

async function ask(operation: OperationName, value: object): Promise<unknown> {
  const body = envelopeFor(operation, value);
  const response = await fetch(serviceUrl, { method: 'POST', body, headers: { 'content-type': 'text/xml' } });
  const { element, dialect } = openEnvelope(await response.text());
  return (decodeResponse(operation, element, dialect) as { Result: unknown }).Result;
}

beforeAll(async () => {
  const MapName = await ask('GetDefaultMapName', {});
  const facts = requestFacts((await ask('GetServerInfo', { MapName })) as MapInfo);
  for (const operation of all) requests.set(operation, exampleRequest(operation, facts) as Record<string, unknown>);
});

const programs = (language: SampleLanguage) =>
  Object.fromEntries(
    [...requests].map(([operation, value]) => {
      const envelope = envelopeFor(operation, value);
      return [operation, codeSample(language, { operation, url: serviceUrl, envelope, value })];
    }),
  );

/** Operations on tile caches and on images in rows, which the published files don't have. */
const isRefused =
  /^(QueryRasterValue2?|GetTileCacheInfo|Get(Map|Layer)Tile|GetVirtualCacheDirectory|GetCacheName|GetTileImageInfo|GetCache\w+Info)$/;
const expected = all.filter((name) => !isRefused.test(name));

test('more than 40 operations are called', () => expect(expected.length).toBeGreaterThan(40));

describe.each([
  ['curl', 'curl'],
  ['zeep', 'Python (zeep)'],
  ['php', 'PHP'],
] as const)('%s', (language: ProgramLanguage, label) => {
  test('calls the operations of a published service', async (test: TestContext) => {
    const outcomes = await runPrograms(language, programs(label));
    if (!outcomes) return test.skip(`${language} is not installed`);
    const isAnswered = (name: OperationName) =>
      outcomes[name]!.code === 0 && (language !== 'curl' || outcomes[name]!.stdout.includes(`${name}Response`));
    if (language === 'curl') expect(all.filter(isAnswered)).toEqual(expected);
  });
});

test('node-soap', async () => {
  const client = await createClientAsync(`${serviceUrl}?wsdl`);
  const answered: string[] = [];
  for (const [operation, value] of requests) {
    try {
      await client[`${operation}Async`]({ _xml: encodeRequest(operation, value as never) });
      answered.push(operation);
    } catch (error) {
      // A fault of the service, as the toolkit formats it.
      expect(String(error), operation).toMatch(/Client|Server/);
    }
  }
  expect(answered).toEqual(expected);
});
