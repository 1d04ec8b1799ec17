import { readForm } from '../body.ts';

/** Query and form parameters of a request, with lower-case names. Empty parameters count as absent. */
export type Given = ReadonlyMap<string, string | File>;

/** Read the query parameters of a URL. */
export const givenInAddress = (url: URL): Given => inLowerCase(url.searchParams);

/**
 * Maximum size of a form. The browser reads forms in one piece while other requests wait. A parameter of maximum length
 * fits, even with all its brackets encoded.
 */
const largestFormBytes = 8 * 1024 ** 2;

/**
 * Add the form parameters of a request. They override query parameters.
 *
 * @throws {Fault} as `readForm`
 */
export async function givenWithForm(request: Request, given: Given): Promise<Given> {
  return new Map([...given, ...inLowerCase(await readForm(request, largestFormBytes))]);
}

function inLowerCase(pairs: Iterable<[string, string | File]>): Map<string, string | File> {
  const given = new Map<string, string | File>();
  for (const [name, value] of pairs) if (value !== '') given.set(name.toLowerCase(), value);
  return given;
}

/** Return a parameter as text; undefined if it is absent, empty or a file. */
export function givenText(given: Given, name: string): string | undefined {
  const value = given.get(name.toLowerCase());
  return typeof value === 'string' ? value : undefined;
}
