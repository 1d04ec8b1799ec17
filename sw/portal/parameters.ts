import { readForm } from '../body.ts';
import { Fault } from '../contract/index.ts';
import type { PortalOperationRow, PortalParameter } from './contract/index.ts';

/** Parameters as they came: the body's go before those of the query. */
export interface Given {
  readonly values: ReadonlyMap<string, string | File>;
  /** Names that the body says. */
  readonly inBody: ReadonlySet<string>;
}

/**
 * Read query and body of a request.
 *
 * @throws {Fault} `too-large` past 64 MiB as counted on arrival, `bad-value` for another content type or a broken body
 */
export async function readGiven(request: Request, url: URL): Promise<Given> {
  const form = await readForm(request);
  return { values: new Map([...url.searchParams, ...form]), inBody: new Set(form.keys()) };
}

/** A text parameter, or undefined when it is absent, empty or a file. */
export function textOf(given: Given, name: string): string | undefined {
  const value = given.values.get(name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * Decode the parameters of an operation. Empty ones count as absent, since a form sends every field, but for those
 * that say that they clear.
 *
 * @throws {Fault} `missing-element` or `bad-value`, naming the parameter
 */
export function decodeParameters(row: PortalOperationRow, given: Given): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = Object.create(null);
  for (const [name, parameter] of Object.entries(row.parameters)) {
    const found = given.values.get(name);
    const isEmpty = found === '' && !parameter.clears;
    const isAbsent = found === undefined || isEmpty || (typeof found !== 'string' && isNoFile(found));
    // Addresses end up in logs and histories.
    if (!isAbsent && parameter.kind === 'password' && !given.inBody.has(name))
      throw new Fault('bad-value', `'${name}': expected in the body, found in the address.`);
    if (!isAbsent) values[name] = decode(name, parameter, found);
    else if (parameter.required) throw new Fault('missing-element', `'${name}' must be specified: ${parameter.doc}.`);
    else if (parameter.default !== undefined) values[name] = parameter.default;
  }
  return values;
}

const isNoFile = (file: File): boolean => file.size === 0 && file.name === '';

function decode(name: string, parameter: PortalParameter, found: string | File): unknown {
  if (parameter.kind === 'file') {
    if (typeof found !== 'string') return found;
    throw new Fault('bad-value', `'${name}': a file in a multipart/form-data body expected, text found.`);
  }
  if (typeof found !== 'string') throw new Fault('bad-value', `'${name}': text expected, a file found.`);
  const refuse = (expected: string): Fault =>
    new Fault('bad-value', `'${name}': ${expected} expected, "${found.slice(0, 80)}" found.`);
  if (parameter.maximumLength !== undefined && found.length > parameter.maximumLength) {
    throw new Fault(
      'bad-value',
      `'${name}': at most ${parameter.maximumLength} characters expected, ${found.length} found.`,
    );
  }
  if (parameter.choices && !parameter.choices.includes(found)) throw refuse(parameter.choices.join(' or '));
  switch (parameter.kind) {
    case 'integer': {
      const value = /^\s*-?\d{1,16}\s*$/.test(found) ? Number(found) : Number.NaN;
      const { minimum = -Number.MAX_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = parameter;
      if (value >= minimum && value <= maximum) return value;
      throw refuse(`a whole number${range(parameter)}`);
    }
    case 'boolean': {
      const text = found.trim().toLowerCase();
      if (text === 'true' || text === '1' || text === 'on') return true;
      if (text === 'false' || text === '0' || text === 'off') return false;
      throw refuse('true or false');
    }
    case 'json':
      try {
        return JSON.parse(found) as unknown;
      } catch {
        throw refuse('JSON');
      }
    case 'list':
      return found
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');
    default:
      return found;
  }
}

const range = ({ minimum, maximum }: PortalParameter): string =>
  `${minimum === undefined ? '' : ` of at least ${minimum}`}${maximum === undefined ? '' : ` and at most ${maximum}`}`;
