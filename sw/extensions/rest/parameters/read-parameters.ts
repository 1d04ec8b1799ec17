import { Fault } from '../../../contract/index.ts';
import { Expected } from '../../../contract/parameter-text.ts';
import type { RestParameter, RestRow } from '../contract/index.ts';
import type { Given } from '../given.ts';
import { readers } from './readers.ts';

/**
 * Read the parameters of a row: names and words in any case, empty ones absent, unknown ones passed over.
 *
 * @throws {Fault} `missing-element`, `bad-value`, `too-large`, naming the parameter
 */
export function readParameters({ parameters }: RestRow, given: Given): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = Object.create(null);
  for (const [name, parameter] of Object.entries(parameters)) {
    const found = foundIn(given, name, parameter) ?? parameter.default;
    if (found !== undefined) values[name] = read(name, parameter, found);
    else if (parameter.required)
      throw new Fault('missing-element', `${name}: ${parameter.doc} expected, nothing found.`);
  }
  return values;
}

function foundIn(given: Given, name: string, { aliases = [] }: RestParameter): string | File | undefined {
  const names = [name, ...aliases].map((one) => one.toLowerCase());
  const found = given.get(names.find((one) => given.has(one)) ?? names[0]!);
  return typeof found === 'string' && found.trim() === '' ? undefined : found;
}

/** JSON is read in one piece while others wait: a shape of 50,000 vertices with all digits that coordinates have. */
const longestText = 2_000_000;

function read(name: string, parameter: RestParameter, found: string | File): unknown {
  if (typeof found !== 'string') throw new Fault('bad-value', `${name}: text expected, a file found.`);
  if (found.length > longestText)
    throw new Fault('too-large', `${name}: at most ${longestText} characters expected, ${found.length} found.`);
  const value = readers[parameter.kind](found, parameter);
  if (!(value instanceof Expected)) return value;
  throw new Fault('bad-value', `${name}: ${value.text} expected, "${found.slice(0, 80)}" found.`);
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
