import { describe, expect, test } from 'vitest';
import { answer } from '../../sw/answer.ts';
import type { Context } from '../../sw/context.ts';
import { type OperationName, operations } from '../../sw/contract/index.ts';
import { decodeResponse } from '../../sw/soap/decode.ts';
import { readSoapFault } from '../../sw/soap/envelope.ts';
import { readXml } from '../../sw/soap/xml.ts';
import { chosenInputs } from '../today.ts';
import { livelyContext, ping, requestTo } from './bad-input/lively-context.ts';
import { mutations } from './bad-input/mutations.ts';
import { requestTree } from './bad-input/request-tree.ts';

const requests = import.meta.glob<string>('./*/*.request.xml', { query: '?raw', import: 'default', eager: true });
const responses = import.meta.glob<string>('./*/*.response.xml', { query: '?raw', import: 'default', eager: true });

/** Number of levels of added elements that are mutated too: 1 gives over 40,000 inputs, 2 takes half an hour. */
const deep = Number(import.meta.env.VITE_DEEP ?? 0);
const minInputs = deep === 0 ? 700 : 20_000;
const isChosen = chosenInputs();
let inputs = 0;
/** In how many operations each element of a type is mutated: two are enough, because one function reads all of them. */
const operationsForPosition = deep === 0 ? 2 : Number.POSITIVE_INFINITY;
const operationsOfPosition = new Map<string, number>();
/** Start of a message that names the element (with the position in a clause) or the part of the service. */
const namesPath =
  /^([A-Z]\w+([.[][\w.[\]]*)?( of layer \d+[\w.]*)?( position \d+)?([:,]| isn't (supported|allowed)\b)|(Map|Layer|Table|Tile|Relationship)\b)/;
const maxFaultLength = 4000;

for (const operation of Object.keys(operations) as OperationName[]) {
  const seeds = Object.entries(requests).filter(
    ([path]) =>
      path.startsWith(`./${operation}/`) && responses[path.replace('.request.', '.response.')]!.startsWith('200'),
  );
  describe(operation, () => {
    test('bad input is answered, or refused with its place', { timeout: 3_600_000 }, async () => {
      expect(seeds.length).toBeGreaterThan(0);
      const context = await livelyContext();
      const before = await stored(context);
      const seen = new Set(
        [...operationsOfPosition].filter(([, count]) => count >= operationsForPosition).map(([position]) => position),
      );
      const seenBefore = new Set(seen);
      const violations: string[] = [];
      const faults = new Map<string, string>();
      let count = 0;
      for (const [path, text] of seeds) {
        const service = path.includes('/cached-') ? 'Cached' : 'Sample';
        const root = requestTree(text);
        if (!root) continue;
        for (const { label, xml } of mutations(root, seen, deep)) {
          if (!isChosen()) continue;
          count++;
          const violation = findViolation(operation, await reply(context, requestTo(service, xml)), faults);
          if (violation) violations.push(`${label}: ${violation}`);
        }
      }
      if (import.meta.env.VITE_TELL)
        console.log(`${operation}: ${count}\n${[...faults].map(([f, l]) => `${f} <- ${l}`).join('\n')}`);
      for (const position of seen)
        if (!seenBefore.has(position))
          operationsOfPosition.set(position, (operationsOfPosition.get(position) ?? 0) + 1);
      inputs += count;
      expect(violations).toEqual([]);
      expect(await stored(context)).toBe(before);
      expect((await ping(context)()).status).toBe(200);
    });
  });
}

test('there are enough bad inputs', () => expect(inputs).toBeGreaterThan(minInputs));

async function stored(context: Context): Promise<string> {
  return JSON.stringify(await context.store.services());
}

interface Reply {
  readonly status: number;
  readonly text: string;
}

async function reply(context: Context, request: Request): Promise<Reply | string> {
  try {
    const response = (await answer(context, request))!;
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return `thrown: ${String(error).slice(0, 300)}`;
  }
}

/** Return how the answer to a mutated request breaks the rules; undefined if it doesn't. */
function findViolation(
  operation: OperationName,
  answered: Reply | string,
  faults: Map<string, string>,
): string | undefined {
  if (typeof answered === 'string') return answered;
  const { status, text } = answered;
  try {
    const element = readXml(text).children.find(({ name }) => name === 'Body')?.children[0];
    if (!element) return `no body: ${text.slice(0, 200)}`;
    const fault = readSoapFault(element);
    if (!fault) {
      if (status !== 200) return `status ${status} without a fault`;
      decodeResponse(operation, element);
      return undefined;
    }
    faults.set(fault.message.slice(0, 300), fault.code);
    if (status !== 500) return `a fault with status ${status}`;
    if (fault.code === 'internal' || fault.code === 'storage-failed')
      return `${fault.code}: ${fault.message.slice(0, 300)}`;
    if (!namesPath.test(fault.message)) return `names no place: ${fault.message.slice(0, 300)}`;
    if (text.length > maxFaultLength) return `a fault of ${text.length} characters: ${fault.message.slice(0, 100)}`;
    return undefined;
  } catch (error) {
    return `thrown: ${String(error).slice(0, 300)}`;
  }
}
