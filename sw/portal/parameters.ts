import { readForm } from '../body.ts';
import { badValue, Fault, wrongValue } from '../contract/fault.ts';
import { type Parameter, readParameters } from '../contract/parameter.ts';
import type { PortalOperationRow } from './contract/index.ts';

/** Parameters as sent. Parameters in the body override parameters in the query. */
export interface Given {
  readonly values: ReadonlyMap<string, string | File>;
  /** Names of the parameters in the body. */
  readonly inBody: ReadonlySet<string>;
}

/**
 * Read the query and the body of a request.
 *
 * @throws {Fault} `too-large` above 64 MiB, counted on arrival; `bad-value` for another content type or a broken body
 */
export async function readPortalParameters(request: Request, url: URL): Promise<Given> {
  const form = await readForm(request);
  return { values: new Map([...url.searchParams, ...form]), inBody: new Set(form.keys()) };
}

/** Return a text parameter; undefined if it is absent, empty or a file. */
export function portalParameterText(parameters: Given, name: string): string | undefined {
  const value = parameters.values.get(name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * Decode the parameters of an operation.
 *
 * Empty parameters count as absent, because a form sends every field. Empty parameters with `clears` are the exception.
 *
 * @throws {Fault} `missing-element` for a required parameter that is absent, `bad-value` for an invalid parameter
 */
export function decodeParameters(row: PortalOperationRow, requestParameters: Given): Readonly<Record<string, unknown>> {
  const find = (name: string, { kind, clears }: Parameter) => {
    const value = requestParameters.values.get(name);
    if (value === undefined || (value === '' && !clears) || isNoFile(value)) return undefined;
    // URLs are stored in logs and histories.
    if (kind === 'password' && !requestParameters.inBody.has(name))
      throw wrongValue('bad-value', `'${name}'`, 'a parameter in the body', 'a parameter in the URL');
    return value;
  };
  return readParameters(row.parameters, find, {
    wrong: (name, expected, actual, { maximumLength = Infinity }) =>
      badValue(`'${name}'`, expected, String(actual).length > maximumLength ? String(actual).length : actual),
    missing: (name, { doc }) => new Fault('missing-element', `'${name}' is required: ${doc}.`),
  });
}

const isNoFile = (value: string | File): boolean => typeof value !== 'string' && value.size === 0 && value.name === '';
