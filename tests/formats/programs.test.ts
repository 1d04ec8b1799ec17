import { beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { codeSample, type SampleLanguage, sampleLanguages } from '../../src/explorer/code-samples.ts';
import { exampleRequest } from '../../src/explorer/example-request.ts';
import { envelopeFor, readEnvelope } from '../../src/explorer/request.ts';
import { requestFacts } from '../../src/explorer/request-facts.ts';
import type { MapInfo } from '../../src/state/services.ts';
import { answer } from '../../sw/answer.ts';
import type { Context } from '../../sw/context.ts';
import { Fault, type OperationName, operations } from '../../sw/contract/index.ts';
import { decodeResponse } from '../../sw/soap/decode.ts';
import { openEnvelope } from '../../sw/soap/envelope.ts';
import { sampleContext } from '../contract/sample-context.ts';
import type { ProgramLanguage } from './programs.mjs';
import { gatewayOrigin, type Ran, runAgainst } from './relay.ts';

/*
 * The programs that the explorer writes for the 55 operations run outside the browser against the backend in this page.
 */

const all = Object.keys(operations) as OperationName[];
/** Operations for the map with related tables, attachments and images. */
const isOfRelated = /^Query(Related|Attachment|RasterValue)/;
/** The map has a fused cache, so a tile of a single layer is a fault. */
const faulty: readonly OperationName[] = ['GetLayerTile'];

let context: Context;
let url: string;
interface Requested {
  readonly operation: OperationName;
  readonly value: Record<string, unknown>;
}
/** The initial requests of the forms. */
const examples = new Map<string, Requested>();
/** The requests of the contract tests that programs can write. */
const cases = new Map<string, Requested>();
const files = import.meta.glob<string>('../contract/*/*.request.xml', {
  query: '?raw',
  import: 'default',
  eager: true,
});

beforeAll(async () => {
  context = await sampleContext();
  url = `${await gatewayOrigin()}/services/Cached/MapServer`;
  const [facts, related] = [await readFacts('Layers'), await readFacts('Related')];
  for (const operation of all) {
    const value = exampleRequest(operation, isOfRelated.test(operation) ? related : facts);
    examples.set(operation, { operation, value: value as Requested['value'] });
  }
  for (const [path, xml] of Object.entries(files)) {
    try {
      const read = readEnvelope(xml);
      envelopeFor(read.operation, read.value);
      cases.set(path.slice('../contract/'.length, -'.request.xml'.length).replace('/', '-'), read);
    } catch (error) {
      // Some cases are intentionally invalid.
      if (!(error instanceof Fault)) throw error;
    }
  }
});

async function readFacts(MapName: string) {
  const body = envelopeFor('GetServerInfo', { MapName });
  const response = await answer(context, new Request(url, { method: 'POST', body }));
  const { element, dialect } = openEnvelope(await response!.text());
  return requestFacts(decodeResponse('GetServerInfo', element, dialect).Result as MapInfo);
}

function listPrograms(requested: ReadonlyMap<string, Requested>, language: SampleLanguage, isByHand = false) {
  const written = ({ operation, value }: Requested) => {
    const envelope = envelopeFor(operation, value);
    return codeSample(language, { operation, url, envelope, value: isByHand ? undefined : value });
  };
  return Object.fromEntries([...requested].map(([name, entry]) => [name, written(entry)]));
}

/** Return the request of the form as the backend reads it from the page's message. */
const meant = ({ operation, value }: Requested) => readEnvelope(envelopeFor(operation, value));

/** Run programs, or skip the test if the language isn't installed. */
async function run(test: TestContext, language: ProgramLanguage, programs: Record<string, string>): Promise<Ran> {
  const ran = await runAgainst(context, language, programs);
  return ran ?? test.skip(`${language} is not installed`);
}

/** Check that each program sent the request of the form. */
function expectSent({ outcomes, exchanged }: Ran, requested: ReadonlyMap<string, Requested>) {
  const messages = exchanged.filter(({ request }) => request.method === 'POST');
  const output = Object.values(outcomes).map(({ stderr }) => stderr.slice(-400));
  expect(messages.length, output.join('\n')).toBe(requested.size);
  for (const [index, [name, entry]] of [...requested].entries())
    expect(readEnvelope(messages[index]!.sent), name).toEqual(meant(entry));
}

/** Return the programs that failed, because clients turn a fault into an error, with their error output. */
function listFailures({ outcomes }: Ran, isExpected: (said: string) => boolean) {
  const bad = Object.entries(outcomes).filter(([, { code, stderr }]) => code !== 0 && !isExpected(stderr));
  return Object.fromEntries(bad.map(([name, { stderr }]) => [name, stderr.slice(-800)]));
}

test('whatever runs outside the browser says whom its address reaches', () => {
  const says = (language: SampleLanguage) =>
    Object.values(listPrograms(examples, language)).every((program) =>
      program.includes('These maps live in a browser'),
    );
  expect(sampleLanguages.filter((language) => !says(language))).toEqual(['fetch']);
});

test('fetch', async () => {
  const answers: Record<string, string> = {};
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
  for (const [name, program] of Object.entries(listPrograms(examples, 'fetch'))) {
    const send = (address: string, init: RequestInit) => {
      expect(readEnvelope(init.body as string)).toEqual(meant(examples.get(name)!));
      return answer(context, new Request(address, init));
    };
    await new AsyncFunction('fetch', 'console', program)(send, { log: (text: string) => (answers[name] = text) });
  }
  expect(all.filter((operation) => !answers[operation]!.includes(`${operation}Response`))).toEqual(faulty);
});

test('curl', async (test) => {
  const ran = await run(test, 'curl', listPrograms(examples, 'curl'));
  expectSent(ran, examples);
  expect(listFailures(ran, () => false)).toEqual({});
  expect(all.filter((operation) => !ran.outcomes[operation]!.stdout.includes(`${operation}Response`))).toEqual(faulty);
});

describe.each([
  ['zeep', 'Python (zeep)', /zeep\.exceptions\.Fault:/],
  ['php', 'PHP', /^SoapFault exception: \[soap:/],
] as const)('%s, which makes its client of the WSDL', (language, label, fault) => {
  test('each operation', async (test) => {
    const ran = await run(test, language, listPrograms(examples, label));
    expectSent(ran, examples);
    expect(Object.keys(listFailures(ran, () => false))).toEqual(faulty);
    expect(listFailures(ran, (message) => fault.test(message))).toEqual({});
  });

  test('all that the contract tests ask; faults are faults to it', async (test) => {
    const ran = await run(test, language, listPrograms(cases, label));
    expect(cases.size).toBeGreaterThan(200);
    expectSent(ran, cases);
    expect(listFailures(ran, (message) => fault.test(message))).toEqual({});
  });

  test('messages written by hand go out as they stand', async (test) => {
    const ran = await run(test, language, listPrograms(examples, label, true));
    expectSent(ran, examples);
    expect(listFailures(ran, () => false)).toEqual({});
  });
});
