import { Fault, wrongValue } from '../../../contract/fault.ts';
import { readParameters } from '../../../contract/parameter.ts';
import type { Given } from '../../../endpoints/given.ts';
import type { RestKinds, RestParameter, RestRow } from '../contract/index.ts';
import { readers } from './readers.ts';

/** JSON is read in one piece while others wait: a shape of 50,000 vertices with all digits that coordinates have. */
const longestText = 2_000_000;

/**
 * Read the parameters of a row: names and words in any case, empty ones absent, unknown ones passed over.
 *
 * @throws {Fault} `missing-element`, `bad-value`, `too-large`, naming the parameter
 */
export function readRestParameters({ parameters }: RestRow, given: Given): Readonly<Record<string, unknown>> {
  const find = (name: string) => {
    const found = given.get(name.toLowerCase());
    if (typeof found === 'string' && found.length > longestText)
      throw new Fault('too-large', `${name}: at most ${longestText} characters expected, ${found.length} found.`);
    return typeof found === 'string' && found.trim() === '' ? undefined : found;
  };
  return readParameters<RestParameter, RestKinds>(parameters, find, {
    readers,
    wrong: (name, expected, found) => wrongValue(name, expected, found, { isRecorded: true }),
    missing: (name, { doc }) => wrongValue(name, doc, undefined, { code: 'missing-element', isRecorded: true }),
  });
}

/**
 * Let a fault of an operation name the parameter that became the element it names:
 * `query.QueryFilter.WhereClause position 3: …` is of `where`.
 */
export function inParameters(fault: Fault, { parameters }: RestRow): Fault {
  for (const [name, { element }] of Object.entries(parameters)) {
    if (element === undefined) continue;
    const path = new RegExp(`^(\\w+\\.)?${element.replaceAll('.', '\\.')}(?=[.:[ ])`);
    if (!path.test(fault.message)) continue;
    return new Fault(fault.code, fault.message.replace(path, name), fault.detail, { cause: fault });
  }
  return fault;
}
