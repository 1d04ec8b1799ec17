import { type Fault, quoteValue, wrongValue } from '../../contract/fault.ts';
import { Expected, type FurtherReaders, readParameters } from '../../contract/parameter.ts';
import type { OgcKinds, OgcParameter, OgcRow } from './contract/rows.ts';

/** Parameters of a request by lower-case name. Empty parameters are absent. */
export type Given = ReadonlyMap<string, string>;

/** Read the parameters of an address. If a parameter occurs twice, its first value counts. */
export function readOgcQuery(url: URL): Given {
  const parameters = new Map<string, string>();
  for (const [name, value] of url.searchParams) {
    const key = name.toLowerCase();
    if (value.trim() !== '' && !parameters.has(key)) parameters.set(key, value.trim());
  }
  return parameters;
}

/**
 * Read the parameters of a row. Unknown parameters are ignored.
 *
 * @throws {Fault} `missing-element` for a required parameter that is absent, `bad-value` for an invalid parameter;
 *   `detail` has its name and the exception code
 */
export function readOgcParameters(
  { path, parameters }: OgcRow,
  requestParameters: Given,
): Readonly<Record<string, unknown>> {
  // Requests named by REQUEST have parameter names in capitals.
  const shown = (name: string): string => (path === undefined ? name.toUpperCase() : name);
  return readParameters<OgcParameter, OgcKinds>(parameters, (name) => requestParameters.get(name.toLowerCase()), {
    readers,
    wrong: (name, expected, actual, { exception }) => badParameter(shown(name), expected, String(actual), exception),
    missing: (name, { doc }) => wrongValue('missing-element', shown(name), doc, 'nothing', { locator: shown(name) }),
  });
}

/** Create the fault for a parameter with a wrong value. */
export const badParameter = (name: string, expected: string, actual: string, exception?: string): Fault =>
  wrongValue('bad-value', name, expected, quoteValue(actual), {
    locator: name,
    ...(exception === undefined ? {} : { exception }),
  });

const readers: FurtherReaders<OgcKinds> = {
  names: (text) => text.split(',').map((name) => name.trim()),
  color(text) {
    const digits = /^(?:0x|#)?([\da-f]{6})$/i.exec(text)?.[1];
    if (!digits) return new Expected('a colour as 0xRRGGBB');
    const number = Number.parseInt(digits, 16);
    return [number >> 16, (number >> 8) & 255, number & 255];
  },
};

/** Check whether the version is before 1.3.0. Coordinates of these versions always have the easting first. */
export const isOldVersion = (version: string | undefined): boolean =>
  version !== undefined && /^(0|1\.[0-2])(\.|$)/.test(version);
