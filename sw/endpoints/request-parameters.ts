import { readForm } from '../body.ts';

/** Query and form parameters of a request, with lower-case names. Empty parameters count as absent. */
export type Given = ReadonlyMap<string, string | File>;

/** Read the query parameters of a URL. */
export const readQueryParameters = (url: URL): Given => inLowerCase(url.searchParams);

/**
 * Maximum size of a form. The browser reads forms in one piece while other requests wait. A parameter of maximum length
 * fits, even with all its brackets encoded.
 */
const maxFormBytes = 8 * 1024 ** 2;

/**
 * Add the form parameters of a request. They override query parameters.
 *
 * @throws {Fault} as `readForm`
 */
export async function addFormParameters(request: Request, queryParameters: Given): Promise<Given> {
  return new Map([...queryParameters, ...inLowerCase(await readForm(request, maxFormBytes))]);
}

function inLowerCase(pairs: Iterable<[string, string | File]>): Map<string, string | File> {
  const parameters = new Map<string, string | File>();
  for (const [name, value] of pairs) if (value !== '') parameters.set(name.toLowerCase(), value);
  return parameters;
}

/** Return a parameter as text; undefined if it is absent, empty or a file. */
export function textParameter(parameters: Given, name: string): string | undefined {
  const value = parameters.get(name.toLowerCase());
  return typeof value === 'string' ? value : undefined;
}
