import { readForm } from '../body.ts';
import { badValue, Fault, wrongValue } from '../contract/fault.ts';
import { type Parameter, readParameters } from '../contract/parameter.ts';
import type { PortalOperationRow } from './contract/index.ts';

/** Parameters as sent. Those in the body override those in the query. */
export interface Given {
  readonly values: ReadonlyMap<string, string | File>;
  /** Names of the parameters in the body. */
  readonly inBody: ReadonlySet<string>;
}

/**
 * Read the query and the body of a request.
 *
 * @throws {Fault} `too-large` above 64 MiB, counted on arrival, `bad-value` for another content type or a broken body
 */
export async function readGiven(request: Request, url: URL): Promise<Given> {
  const form = await readForm(request);
  return { values: new Map([...url.searchParams, ...form]), inBody: new Set(form.keys()) };
}

/** Return a text parameter; undefined if it is absent, empty or a file. */
export function textOf(given: Given, name: string): string | undefined {
  const value = given.values.get(name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * Decode the parameters of an operation.
 *
 * Empty parameters count as absent, because a form sends every field. Those with `clears` are the exception.
 *
 * @throws {Fault} `missing-element` or `bad-value`, naming the parameter
 */
export function decodeParameters(row: PortalOperationRow, given: Given): Readonly<Record<string, unknown>> {
  const find = (name: string, { kind, clears }: Parameter) => {
    const found = given.values.get(name);
    if (found === undefined || (found === '' && !clears) || isNoFile(found)) return undefined;
    // URLs are stored in logs and histories.
    if (kind === 'password' && !given.inBody.has(name))
      throw wrongValue('bad-value', `'${name}'`, 'in the body', 'in the address');
    return found;
  };
  return readParameters(row.parameters, find, {
    wrong: (name, expected, found, { maximumLength = Infinity }) =>
      badValue(`'${name}'`, expected, String(found).length > maximumLength ? String(found).length : found),
    missing: (name, { doc }) => new Fault('missing-element', `'${name}' must be specified: ${doc}.`),
  });
}

const isNoFile = (found: string | File): boolean => typeof found !== 'string' && found.size === 0 && found.name === '';
