import { readForm } from '../body.ts';

/** Query and form of a request, names in lower case; empty ones count as absent. */
export type Given = ReadonlyMap<string, string | File>;

/** Read what the address of a request gives. */
export const givenInAddress = (url: URL): Given => inLowerCase(url.searchParams);

/**
 * The largest form that is read. The browser reads it in one piece, while others wait; a parameter as long as it may be fits in
 * with all its brackets encoded.
 */
const largestFormBytes = 8 * 1024 ** 2;

/** Add what the form of a request gives, which counts before the address. @throws {Fault} as `readForm` */
export async function givenWithForm(request: Request, given: Given): Promise<Given> {
  return new Map([...given, ...inLowerCase(await readForm(request, largestFormBytes))]);
}

function inLowerCase(pairs: Iterable<[string, string | File]>): Map<string, string | File> {
  const given = new Map<string, string | File>();
  for (const [name, value] of pairs) if (value !== '') given.set(name.toLowerCase(), value);
  return given;
}

/** A parameter as text; undefined when it is absent, empty or a file. */
export function givenText(given: Given, name: string): string | undefined {
  const value = given.get(name.toLowerCase());
  return typeof value === 'string' ? value : undefined;
}
